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
  await expect(figure.getByText('bad.txt is no text in UTF-8.')).toBeVisible();
  await bring(file('a.txt', text(900)), file('b.txt', text(900)));
  await expect(figure.getByText('These are 2 files: one text at a time.')).toBeVisible();
  await expect(figure.locator('figcaption')).toContainText('After 3000 updates the model needs 2.44 bits');
  await bring(file('birds.txt', text(1200)));
  await expect(figure.locator('figcaption')).toContainText('After 100 updates on your');
  await expect(figure.getByText('one text at a time')).toBeHidden();
});
