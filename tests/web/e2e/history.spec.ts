/** The page's address: what a link restores, what the back button takes back, and what a forged one cannot do. */
import { expect, type Locator, type Page, test } from '@playwright/test';
import {
  any,
  element,
  open,
  picture,
  ready,
  scrubber,
  serve,
  stateOf,
  stepsOf,
  table,
  unfold,
  valueField,
} from './harness';

const fig = any.id;
const [preset] = any.presets;
const { params } = any;
/** A parameter on a slider, to be moved by degrees. */
const [name] = Object.entries(params).find(([, param]) => param.kind === 'slider') ?? [''];
const entries = (page: Page): Promise<number> => page.evaluate(() => history.length);
const pill = (figure: Locator): Locator => figure.locator('.pill').first();

test('presets, Reset and another draw are taken back one by one with the back button, sliders and steps are not', async ({
  page,
}) => {
  const figure = await open(page, fig);
  const first = { state: await stateOf(figure), picture: await picture(figure), table: await table(figure) };
  const before = await entries(page);
  await unfold(figure);

  const range = figure.locator(`#p-${name}`);
  await range.focus();
  for (let i = 0; i < 5; i++) await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(new RegExp(`${fig}=v1`));
  await figure.getByRole('button', { name: 'Step back' }).click();
  const slid = await stateOf(figure);
  await expect.poll(() => page.evaluate(() => location.hash)).toContain(slid.slice(3));
  expect(await entries(page)).toBe(before);

  await pill(figure).click();
  await expect(pill(figure)).toHaveAttribute('aria-pressed', 'true');
  const chosen = await stateOf(figure);
  await expect.poll(() => page.evaluate(() => location.hash)).toContain(chosen.slice(3));
  expect(await entries(page)).toBe(before + 1);
  await page.waitForTimeout(500);
  await figure.getByRole('button', { name: 'Another draw' }).click();
  await expect.poll(() => entries(page)).toBe(before + 2);
  await page.waitForTimeout(500);
  await figure.getByRole('button', { name: 'Reset' }).click();
  await expect.poll(() => entries(page)).toBe(before + 3);
  expect(await page.evaluate(() => location.hash)).toBe('');

  await page.goBack();
  await expect(valueField(figure, 'seed')).not.toHaveValue(String(params.seed?.value));
  await page.goBack();
  await expect.poll(() => stateOf(figure)).toBe(chosen);
  await expect(pill(figure)).toHaveAttribute('aria-pressed', 'true');
  await page.goBack();
  await expect.poll(() => stateOf(figure)).toBe(slid);
  await expect(pill(figure)).toHaveAttribute('aria-pressed', 'false');
  // One after the other: the browser goes forward from the entry that it has arrived at.
  for (const arrived of [
    () => expect.poll(() => stateOf(figure)).toBe(chosen),
    () => expect(valueField(figure, 'seed')).not.toHaveValue(String(params.seed?.value)),
    () => expect.poll(() => stateOf(figure)).toBe(first.state),
  ]) {
    await page.goForward();
    await arrived();
  }
  await expect.poll(() => table(figure)).toEqual(first.table);
  await expect.poll(() => picture(figure)).toBe(first.picture);
  await expect(scrubber(figure)).toHaveValue(String(stepsOf(any)));
});

test('back to the first entry, whose address names no figure, shows what the page opened with', async ({
  page,
}) => {
  const figure = await open(page, fig);
  const state = await stateOf(figure);
  const drawn = await picture(figure);
  await pill(figure).click();
  await expect(page).toHaveURL(/v1/);
  await page.goBack();
  await expect.poll(() => stateOf(figure)).toBe(state);
  await expect.poll(() => picture(figure)).toBe(drawn);
  await page.goForward();
  await expect(pill(figure)).toHaveAttribute('aria-pressed', 'true');
});

test('back from a link to a state, as a text has them, shows what was there before', async ({ page }) => {
  const figure = await open(page, fig);
  const state = await stateOf(figure);
  const link = async (seed: number): Promise<void> => {
    await page.evaluate(
      (href) =>
        document.querySelector('main')?.insertAdjacentHTML('afterbegin', `<a href="${href}">${href}</a>`),
      `#${fig}=v1.seed=${seed}`,
    );
    await page.getByRole('link', { name: `seed=${seed}` }).click();
  };
  await link(11);
  await expect(valueField(figure, 'seed')).toHaveValue('11');
  await link(12);
  await expect(valueField(figure, 'seed')).toHaveValue('12');
  await page.goBack();
  await expect(valueField(figure, 'seed')).toHaveValue('11');
  await page.goBack();
  await expect.poll(() => stateOf(figure)).toBe(state);
});

test('an anchor in the page leaves the figures alone', async ({ page }) => {
  const figure = await open(page, fig);
  await pill(figure).click();
  await expect(page).toHaveURL(/v1/);
  const state = await stateOf(figure);
  await page.evaluate(() => {
    location.hash = '#elsewhere';
  });
  await page.waitForTimeout(200);
  expect(await stateOf(figure)).toBe(state);
  await page.goBack();
  await expect.poll(() => stateOf(figure)).toBe(state);
});

test('a page that is left and come back to shows what it showed', async ({ page }) => {
  const figure = await open(page, fig);
  await pill(figure).click();
  await expect(page).toHaveURL(/v1/);
  const state = await stateOf(figure);
  await page.goto('/index.html');
  await page.goBack();
  await ready(figure);
  expect(await stateOf(figure)).toBe(state);
  await expect(figure.locator('.notes')).toBeHidden();
});

test('several figures on a page keep their own state in one address, also two of the same kind', async ({
  page,
}) => {
  const address = await serve(page, element(fig) + element(fig) + element(fig, 'id="third"'));
  await page.goto(address);
  const all = page.locator('attn-figure');
  for (let i = 0; i < 3; i++) {
    await all.nth(i).scrollIntoViewIfNeeded();
    await ready(all.nth(i));
  }
  for (let i = 0; i < 3; i++) {
    await unfold(all.nth(i));
    await valueField(all.nth(i), 'seed').fill(String(100 + i));
    await page.keyboard.press('Enter');
  }
  await expect
    .poll(async () =>
      [...new URL(page.url()).hash.matchAll(/[#&]([\w-]+)=v1[^&]*seed=(\d+)/g)].map((m) => [m[1], m[2]]),
    )
    .toEqual([
      [fig, '100'],
      [`${fig}-2`, '101'],
      ['third', '102'],
    ]);
  await page.reload();
  for (let i = 0; i < 3; i++) {
    await all.nth(i).scrollIntoViewIfNeeded();
    await ready(all.nth(i));
    await expect(valueField(all.nth(i), 'seed')).toHaveValue(String(100 + i));
  }
});

const hostile: [string, string][] = [
  ['a state of a megabyte', `${fig}=v1.${'x'.repeat(1e6)}=1`],
  ['ten thousand entries', Array.from({ length: 10_000 }, (_, i) => `${fig}=v1.seed=${i % 9}`).join('&')],
  ['a script', `${fig}=v1.seed=%3Cimg%20src=x%20onerror=%22window.broken=1%22%3E`],
  ['a script as a name', `${fig}=v1.%3Cscript%3Ewindow.broken=1%3C/script%3E=1,%22onload=%22alert(1)`],
  ['names of prototypes', `${fig}=v1.__proto__=1,constructor=2,toString=3&__proto__=v1.seed=1`],
  [
    'numbers that are none',
    `${fig}=v1.${Object.keys(params)
      .map((key) => `${key}=NaN`)
      .join(',')},t=-Infinity`,
  ],
  ['broken escapes', `${fig}=v1.seed=%E0%A4%A,%%%&%zz=%`],
];
for (const [what, hash] of hostile)
  test(`an address with ${what} changes nothing, runs nothing and is told in text`, async ({ page }) => {
    const heard: string[] = [];
    page.on('pageerror', (error) => heard.push(error.message));
    page.on('console', (message) => heard.push(message.text()));
    const clean = await stateOf(await open(page, fig));
    const figure = await open(page, fig, `#${hash}`);
    expect((await stateOf(figure)).replace(/seed=\d/, 'seed=7')).toBe(clean);
    if (what !== 'ten thousand entries') await expect(figure.locator('.notes')).toBeVisible();
    const found = await figure.evaluate((host) => ({
      foreign: host.shadowRoot?.querySelectorAll('.notes :not(p), script, img, iframe').length,
      broken: 'broken' in window || 'seed' in Object.prototype,
      length: host.shadowRoot?.querySelector('.notes')?.textContent?.length ?? 0,
    }));
    expect(found).toMatchObject({ foreign: 0, broken: false });
    expect(found.length).toBeLessThan(1000);
    expect(heard).toEqual([]);
    // And it works on.
    await pill(figure).click();
    await expect(pill(figure)).toHaveAttribute('aria-pressed', 'true');
    await expect(figure.locator('.says')).toHaveText(preset?.says ?? '');
  });
