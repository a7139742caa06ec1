/** A text of the reader's own: a model is trained on it in the page, on this machine, and it is forgotten by one button. */
import { expect, type Locator, type Page, test } from '@playwright/test';
import { ready, stateOf } from './harness';

const page = 'chapters/one-head.html';
const words = ['a', 'bird', 'in', 'the', 'green', 'tree', 'sings', 'to', 'me,\n', 'again'];
/** Words without a pattern, the same each time. */
const text = (count: number): string =>
  Array.from({ length: count }, (_, i) => words[Math.floor(1e4 * Math.abs(Math.sin(i + 1))) % 10]).join(' ');
const file = (name: string, content: string | Buffer) => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(content),
});

const says = (figure: Locator, text: string): Locator =>
  figure.locator('.bring [role=status]', { hasText: text });

async function opened(page: Page, address: string) {
  await page.goto(address);
  const figure = page.locator('attn-figure[fig=ladder]');
  await figure.scrollIntoViewIfNeeded();
  await ready(figure);
  await figure.getByRole('button', { name: /\d more/ }).click();
  return figure;
}

test('a text is trained on where it is: first pictures after 100 updates, nothing is sent, and one button forgets it', async ({
  page: at,
}) => {
  const figure = await opened(at, page);
  await expect(says(figure, 'This is the example.')).toBeVisible();
  await at.waitForLoadState('networkidle');
  const asked: string[] = [];
  at.on('request', (request) => asked.push(`${request.method()} ${request.url()}`));
  await figure.locator('input[type=file]').setInputFiles(file('birds.txt', text(1200)));
  await expect(says(figure, 'birds.txt')).toBeVisible();
  await expect(figure.locator('figcaption')).toContainText('After 100 updates on your');
  await expect(figure.locator('figcaption')).toContainText('which are few');
  await expect.poll(() => stateOf(figure)).toMatch(/text=mine:[0-9a-f]{8}/);
  await figure.getByRole('button', { name: 'Forget it' }).click();
  await expect(figure.locator('figcaption')).toContainText('After 3000 updates the model needs 2.44 bits');
  // Code and fonts of the page, and nothing that could carry what is in a file.
  expect(asked.filter((what) => !/^GET [^?]*\/assets\/[\w.-]+\.(js|wasm|woff2)$/.test(what))).toEqual([]);
});

test('what is no text to learn from is answered with a sentence, and what was there stays', async ({
  page: at,
}) => {
  const figure = await opened(at, page);
  const bring = (...files: readonly ReturnType<typeof file>[]) =>
    figure.locator('input[type=file]').setInputFiles([...files]);
  await bring(file('few.txt', 'To be, or not to be'));
  await expect(
    figure.getByText('A text of 19 characters teaches nothing: 2000 are the least.'),
  ).toBeVisible();
  await bring(file('bad.txt', Buffer.from([0x61, 0xff, 0x62])));
  await expect(figure.getByText('bad.txt is not a text in UTF-8.')).toBeVisible();
  await bring(file('a.txt', text(900)), file('b.txt', text(900)));
  await expect(figure.getByText('These are 2 files: one text at a time.')).toBeVisible();
  await expect(figure.locator('figcaption')).toContainText('After 3000 updates the model needs 2.44 bits');
  await bring(file('birds.txt', text(1200)));
  await expect(figure.locator('figcaption')).toContainText('After 100 updates on your');
  await expect(figure.getByText('one text at a time')).toBeHidden();
});

test.describe('the bench above the figures', () => {
  const benchOf = (at: Page): Locator => at.locator('.workbench');
  const pick = (at: Page, ...files: readonly ReturnType<typeof file>[]) =>
    benchOf(at)
      .locator('input[type=file]')
      .setInputFiles([...files]);
  const figure = (at: Page, fig: string): Locator => at.locator(`attn-figure[fig=${fig}]`);
  const caption = (at: Page, fig: string): Locator => figure(at, fig).locator('figcaption');
  const isMine = 'This is the model of birds.txt after ';
  const isTrained = /^All figures but the last read a model of birds\.txt, .* After \d+ updates it needs/;

  test('trains one model for all of them, which each can leave, and one button forgets it', async ({
    page: at,
  }) => {
    await at.goto(page);
    await ready(figure(at, 'five-readings'));
    await expect(benchOf(at).getByRole('button', { name: 'Open a text…' })).toBeVisible();
    await expect(
      figure(at, 'five-readings').getByRole('button', { name: 'Read', exact: false }),
    ).toBeHidden();
    await at.waitForLoadState('networkidle');
    const asked: string[] = [];
    at.on('request', (request) => asked.push(`${request.method()} ${request.url()}`));
    await pick(at, file('birds.txt', text(1200)));
    // After a hundred updates, and at the end.
    await expect(caption(at, 'five-readings')).toContainText(isMine);
    await expect(benchOf(at).locator('p')).toHaveText(isTrained);
    await expect.poll(() => stateOf(figure(at, 'five-readings'))).toMatch(/text=mine:[0-9a-f]{8}/);
    // Those that begin later read it too, and the ladder has climbed already.
    for (const fig of ['cut-an-edge', 'fragile-tokens', 'where-to']) {
      await figure(at, fig).scrollIntoViewIfNeeded();
      await expect(caption(at, fig)).toContainText(isMine);
      await expect(figure(at, fig).locator('.badge')).toHaveText(/^checks (\d+) of \1$/);
    }
    await figure(at, 'ladder').scrollIntoViewIfNeeded();
    await expect(caption(at, 'ladder')).toContainText(/After \d+ updates on your/);
    await expect(caption(at, 'ladder')).not.toContainText('After 100 updates');
    await figure(at, 'what-predicts').scrollIntoViewIfNeeded();
    await ready(figure(at, 'what-predicts'));
    await expect.poll(() => stateOf(figure(at, 'what-predicts'))).toMatch(/text=mine/);
    await expect(caption(at, 'what-predicts')).toContainText(
      'Hollow circles are the model of birds.txt after ',
    );
    // What is given away of it says that the text is not in it.
    await figure(at, 'what-predicts').getByRole('button', { name: 'Embed' }).click();
    const dialog = figure(at, 'what-predicts').getByRole('dialog');
    await expect(dialog).toContainText('Your file stays on this machine');
    await dialog.getByRole('button', { name: 'Close' }).click();
    await figure(at, 'what-predicts').getByRole('button', { name: 'Copy link' }).click();
    await expect(figure(at, 'what-predicts').locator('#link')).toContainText('Your file is not in the link.');

    const back = figure(at, 'where-to').getByRole('button', { name: 'Read the model that comes with it' });
    await back.click();
    await expect(caption(at, 'where-to')).not.toContainText(isMine);
    await figure(at, 'where-to').getByRole('button', { name: 'Read that of birds.txt' }).click();
    await expect(caption(at, 'where-to')).toContainText(isMine);

    await benchOf(at).getByRole('button', { name: 'Read the kept model' }).click();
    await expect(caption(at, 'five-readings')).not.toContainText(isMine);
    await benchOf(at).getByRole('button', { name: 'Read birds.txt' }).click();
    await expect(caption(at, 'five-readings')).toContainText(isMine);
    await benchOf(at).getByRole('button', { name: 'Forget it' }).click();
    await expect(benchOf(at).locator('p')).toContainText('All figures but the last read this model');
    await expect(caption(at, 'five-readings')).not.toContainText(isMine);
    await expect(caption(at, 'ladder')).toContainText('After 3000 updates the model needs 2.44 bits');
    await expect(back).toBeHidden();
    // Posters too, of the figures that have come near.
    const own = /^GET [^?]*\/(assets\/[\w.-]+\.(js|wasm|woff2)|posters\/[\w.-]+\.svg\?[0-9a-f]{8})$/;
    expect(asked.filter((what) => !own.test(what))).toEqual([]);
  });

  test('says why it trains on none, and can be stopped', async ({ page: at }) => {
    await at.goto(page);
    await ready(figure(at, 'five-readings'));
    await pick(at, file('few.txt', 'To be, or not to be'));
    await expect(benchOf(at)).toContainText('A text of 19 characters teaches nothing');
    await pick(at, file('picture.png', 'no text'));
    await expect(benchOf(at)).toContainText('picture.png does not end in any of .txt, .md');
    await pick(at, file('long.txt', text(30_000)));
    await expect(benchOf(at).locator('small')).toHaveText(/^update \d+ of 3000$/);
    const stop = benchOf(at).getByRole('button', { name: 'Stop' });
    // What it has come by until then stays.
    const early = /After (100|400|1200) of 3000 updates it needs/;
    await expect(benchOf(at).locator('p')).toHaveText(early);
    await expect(caption(at, 'five-readings')).toContainText('This is the model of long.txt after');
    await stop.click();
    await expect(stop).toBeHidden();
    await expect(benchOf(at).locator('p')).toHaveText(early);
    await expect(benchOf(at).getByRole('progressbar')).toBeHidden();
    await benchOf(at).getByRole('button', { name: 'Forget it' }).click();
    await expect(benchOf(at).locator('p')).toHaveText(/^All figures but the last read this model/);
    await expect(caption(at, 'five-readings')).not.toContainText('long.txt');
  });

  test('takes over what the ladder has trained where it stands', async ({ page: at }) => {
    const ladder = await opened(at, page);
    await ladder.locator('input[type=file]').setInputFiles(file('birds.txt', text(1200)));
    await expect(caption(at, 'ladder')).toContainText('After 100 updates on your');
    await ladder.evaluate((figure: HTMLElement & { seek(t: number): Promise<void> }) => figure.seek(999));
    await expect(benchOf(at).locator('p')).toHaveText(isTrained);
    await figure(at, 'five-readings').scrollIntoViewIfNeeded();
    await expect(caption(at, 'five-readings')).toContainText(isMine);
    // What the ladder forgets is forgotten by all.
    await ladder.getByRole('button', { name: 'Forget it' }).click();
    await expect(benchOf(at).locator('p')).toHaveText(/^All figures but the last read this model/);
    await expect(benchOf(at).getByRole('button', { name: 'Forget it' })).toBeHidden();
    await expect(caption(at, 'five-readings')).not.toContainText(isMine);
  });
});
