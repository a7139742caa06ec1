/** Cards in a page that is not English. */
import { pathToFileURL } from 'node:url';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { de } from '../../../web/src/words/de';
import { english } from '../words/english';
import { atRest, element, listen, open, ready, serve, stateOf, violations } from './harness';

const button = (figure: Locator, name: string): Locator => figure.getByRole('button', { name, exact: true });

/** Words of the English table that are the same whatever they are about, and are none in German. */
const words = (table: object, german: object): string[] =>
  Object.entries(table).flatMap(([name, word]) => {
    const other = german[name as keyof typeof german];
    if (typeof word === 'object') return words(word, other);
    return typeof word === 'string' && word !== other && word !== 'en' ? [word.trim()] : [];
  });

/** What stands in a card, and in its attributes, in a language: by the text. */
const saidIn = (figure: Locator, language: string): Promise<string[]> =>
  figure.evaluate((host, language) => {
    const root = host.shadowRoot as ShadowRoot;
    const all = [...root.querySelectorAll('*')].filter(
      (e) => e.closest('[lang]')?.getAttribute('lang') === language && !e.closest('style,textarea,svg'),
    );
    return all.flatMap((e) => [
      ...[...e.childNodes].filter((n) => n.nodeType === Node.TEXT_NODE).map((n) => n.textContent ?? ''),
      ...['aria-label', 'title', 'aria-valuetext'].map((name) => e.getAttribute(name) ?? ''),
    ]);
  }, language);

/** Opens whatever can be opened in a card. */
async function openAll(figure: Locator): Promise<void> {
  const more = figure.locator('.more');
  if (await more.isVisible()) await more.click();
  for (const name of [de.explain, de.data, de.export]) await button(figure, name).click();
  await figure.locator('.badge').click();
  await expect(figure.locator('.checks td').first()).toBeVisible();
  await expect(figure.locator('.data td').first()).toBeVisible();
  await expect(figure.locator('.file').first()).toBeVisible();
}

// Numbers and a timeline; points and a matrix; a pattern; a sequence; a file; text. One of them is translated.
for (const fig of [
  'particles',
  'metric-explorer',
  'masks-and-positions',
  'chain-explorer',
  'own-head',
  'why-root-d',
])
  test(`${fig} in a German page says no word of English but the figure’s own, each marked as what it is, and axe has nothing to say`, async ({
    page,
  }) => {
    const said = listen(page);
    const figure = await open(page, fig, '', 'lang="de"');
    await atRest(figure);
    await figure.locator('.pill').first().click();
    await openAll(figure);
    await expect(figure.locator('.card')).toHaveAttribute('lang', 'de');
    const german = await saidIn(figure, 'de');
    for (const word of words(english, de)) expect(german).not.toContain(word);
    expect(german).toEqual(expect.arrayContaining([de.reset, de.undo, de.embed, de.panels.bound]));
    if (fig === 'why-root-d') {
      expect(await saidIn(figure, 'en')).toEqual([]);
      await expect(figure.locator('.title')).toHaveText('Was das Teilen durch √d am Leben hält');
      await expect(figure.locator('figcaption')).toContainText(/\d,\d/);
      await expect(figure.locator('svg[role=img]')).toContainText('Gewicht');
      await expect(figure.locator('svg[role=img]')).not.toContainText(/\d\.\d|weight/);
    } else
      for (const own of ['.title', '.claim', 'figcaption', '.pill', '.about'])
        await expect(figure.locator(own).first()).toHaveAttribute('lang', 'en');
    await figure.locator('.badge').click();
    expect(await violations(page)).toEqual([]);
    await button(figure, de.embed).click();
    const dialog = figure.locator('dialog');
    await expect(dialog).toHaveAttribute('lang', 'de');
    const offered = await dialog.innerText();
    for (const word of words(english.embedding, de.embedding).filter((word) => word.length > 12))
      expect(offered).not.toContain(word);
    const codes = await dialog
      .locator('textarea')
      .evaluateAll((all) => all.map((field) => (field as HTMLTextAreaElement).value));
    expect(codes[0]).toMatch(/embed\.html\?fig=[\w-]+&amp;lang=de#/);
    expect(codes[1]).toContain(' lang="de"');
    expect(said).toEqual([]);
  });

test('a number has a comma, is typed with one, and goes into links as it always does', async ({ page }) => {
  const figure = await open(page, 'particles', '', 'lang="de" link="on"');
  const field = figure.locator('.control:has(#p-eta) .field');
  await expect(field).toHaveValue(/^\d,\d+$/);
  await field.fill('0,25');
  await field.press('Enter');
  await expect(field).toHaveValue(/^0,25/);
  await expect.poll(() => stateOf(figure)).toContain('eta=0.25');
  await expect(page).toHaveURL(/eta=0\.25/);
});

test('what is saved as data is the same in every language', async ({ page }) => {
  const saved = async (lang: string): Promise<string[]> => {
    const figure = await open(page, 'why-root-d', '', `lang="${lang}"`);
    await atRest(figure);
    return figure.evaluate(async (e) => {
      const live = e as unknown as { export(kind: string): Promise<Blob> };
      const kinds = ['csv', 'json', 'python'].map(async (kind) => (await live.export(kind)).text());
      return Promise.all(kinds);
    });
  };
  expect(await saved('de')).toEqual(await saved('en'));
});

test('the nearest language counts, one that is not known is English, and who needs no German fetches none', async ({
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const german = (): string[] => asked.filter((url) => /\/german-/.test(url));
  const language = async (body: string): Promise<(string | null)[]> => {
    await page.goto('about:blank');
    await page.goto(await serve(page, body));
    await ready(page.locator('attn-figure').first());
    return page
      .locator('attn-figure')
      .evaluateAll((all) =>
        all.map((e) => e.shadowRoot?.querySelector('.card')?.getAttribute('lang') ?? null),
      );
  };
  const one = element('why-root-d');
  expect(await language(`${one}<div lang="fr">${one}</div>`)).toEqual(['en', 'en']);
  expect(german()).toEqual([]);
  expect(await language(`<div lang="de-CH">${one}<div lang="en">${one}</div></div>`)).toEqual(['de', 'en']);
  expect(german()).toHaveLength(1);
});

async function without(page: Page, files: RegExp): Promise<Locator> {
  await page.route(files, (route) => route.abort());
  return open(page, 'why-root-d', '', 'lang="de"');
}

test('German that cannot be fetched is English, and says so', async ({ page }) => {
  const figure = await without(page, /\/german-/);
  await expect(figure.locator('.card')).toHaveAttribute('lang', 'en');
  await expect(button(figure, english.reset)).toBeVisible();
  await expect(figure.locator('.title')).toHaveText('What dividing by √d keeps alive');
});

test('a translation that cannot be fetched leaves an English figure in a German card', async ({ page }) => {
  const figure = await without(page, /\/why-root-d\.de-/);
  await expect(button(figure, de.reset)).toBeVisible();
  await expect(figure.locator('.title')).toHaveAttribute('lang', 'en');
});

test('the file that a German card saves has a German card', async ({ page }, info) => {
  const figure = await open(page, 'particles', '', 'lang="de"');
  await atRest(figure);
  await button(figure, de.export).click();
  const coming = page.waitForEvent('download');
  await button(figure, de.panels.live).click();
  const file = info.outputPath('german.html');
  await (await coming).saveAs(file);
  await expect(figure.locator('.exported')).toContainText('läuft ohne Netz');
  await page.goto(pathToFileURL(file).href);
  await expect(page.locator('attn-figure .card')).toHaveAttribute('lang', 'de');
  await expect(page.locator('attn-figure').getByRole('button', { name: de.play })).toBeVisible();
});
