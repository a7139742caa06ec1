/** A head of the reader's own: opened from a file, read on this machine, forgotten by one button. */
import { readFileSync } from 'node:fs';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { ready, stateOf } from './harness';

const page = 'chapters/one-head.html';
const csv = (name: string, rows: readonly (readonly number[])[]) => ({
  name: `${name}.csv`,
  mimeType: 'text/csv',
  buffer: Buffer.from(rows.map((row) => row.join(',')).join('\n')),
});
const numbers = (rows: number, cols: number, seed: number) =>
  Array.from({ length: rows }, (_, i) =>
    Array.from({ length: cols }, (_, j) => Number(Math.sin(seed + 3.1 * i + 1.7 * j).toFixed(3))),
  );
const bare = [csv('Q', numbers(5, 2, 1)), csv('K', numbers(5, 2, 2)), csv('V', numbers(5, 3, 3))];

/** What the control of the file says. */
const says = (figure: Locator, text: string): Locator =>
  figure.locator('.bring [role=status]', { hasText: text });

async function opened(page: Page, address: string) {
  await page.goto(address);
  const figure = page.locator('attn-figure[fig=own-head]');
  await figure.scrollIntoViewIfNeeded();
  await ready(figure);
  return figure;
}

test('a file is read where it is: the figure shows it, nothing is sent, a link holds no number of it, and one button forgets it', async ({
  page: at,
}) => {
  const figure = await opened(at, page);
  await expect(says(figure, 'This is the example.')).toBeVisible();
  await at.waitForLoadState('networkidle');
  const asked: string[] = [];
  at.on('request', (request) => asked.push(`${request.method()} ${request.url()}`));
  await figure.locator('input[type=file]').setInputFiles(bare);
  await expect(says(figure, 'Q.csv, K.csv, V.csv, 1 KB. It stays on this machine.')).toBeVisible();
  await expect(figure.locator('figcaption')).toContainText('Of 5 tokens token 5 asks');
  await expect(figure.getByText('needs X, the projections')).toBeAttached();
  await expect.poll(() => stateOf(figure)).toMatch(/head=mine:[0-9a-f]{8}/);
  await figure.getByRole('button', { name: 'Forget it' }).click();
  await expect(figure.locator('figcaption')).toContainText('Of 32 tokens');
  await expect(says(figure, 'This is the example.')).toBeVisible();
  await expect(figure.getByRole('button', { name: 'Open a file' })).toBeFocused();
  await at.waitForLoadState('networkidle');
  // Scripts of the page, and nothing that could carry what is in a file.
  expect(asked.filter((what) => !/^GET [^?]*\/assets\/[\w-]+\.js$/.test(what))).toEqual([]);
});

test('a head of the example’s own file has the numbers of the example', async ({ page: at }) => {
  const figure = await opened(at, page);
  const before = await figure.locator('figcaption').textContent();
  const [bytes = ''] = readFileSync(
    new URL('../../../web/src/figures/one-head/kept/head.txt', import.meta.url),
    'utf8',
  ).split(' ');
  await figure
    .locator('input[type=file]')
    .setInputFiles({ name: 'mine.npz', mimeType: 'application/zip', buffer: Buffer.from(bytes, 'base64') });
  await expect(says(figure, 'mine.npz, 21 KB.')).toBeVisible();
  await ready(figure);
  await expect(figure.locator('figcaption')).toHaveText(before ?? '');
});

test('files are dropped too; what cannot be read is answered with its sentence, and what was there stays', async ({
  page: at,
}) => {
  const figure = await opened(at, page);
  const drop = (files: readonly (readonly [name: string, text: string])[]) =>
    figure.locator('.bring').evaluate((zone, files) => {
      const data = new DataTransfer();
      for (const [name, text] of files) data.items.add(new File([text], name));
      for (const kind of ['dragover', 'drop'])
        zone.dispatchEvent(new DragEvent(kind, { dataTransfer: data, bubbles: true, cancelable: true }));
    }, files);
  await drop([['notes.txt', 'hello']]);
  await expect(says(figure, 'notes.txt does not end in any of')).toBeVisible();
  expect(await stateOf(figure)).not.toContain('mine');
  await drop([
    ['Q.csv', '1,2\n3,4'],
    ['K.csv', '1,2\n3'],
    ['V.csv', '1\n2'],
  ]);
  await expect(figure.getByText('K.csv, line 2: 1 number, expected 2')).toBeVisible();
  await expect(figure.locator('figcaption')).toContainText('Of 32 tokens');
  await drop([
    ['Q.csv', '1,2\n3,4'],
    ['K.csv', '1,2\n3,0'],
    ['V.csv', '1\n2'],
  ]);
  await expect(figure.locator('figcaption')).toContainText('Of 2 tokens');
  await expect(figure.getByText('line 2: 1 number')).toBeHidden();
});

test('files of an array each come one after another, and onto the picture as well; one of the same name begins anew', async ({
  page: at,
}) => {
  const figure = await opened(at, page);
  const drop = (name: string, text: string) =>
    figure.locator('svg[role=img]').evaluate(
      (picture, [name = '', text = '']) => {
        const data = new DataTransfer();
        data.items.add(new File([text], name));
        for (const kind of ['dragover', 'drop'])
          picture.dispatchEvent(
            new DragEvent(kind, { dataTransfer: data, bubbles: true, cancelable: true, composed: true }),
          );
      },
      [name, text],
    );
  await drop('Q.csv', '1,2\n3,4');
  await expect(figure.getByText('has no K; give either')).toBeVisible();
  await expect(figure.locator('figcaption')).toContainText('Of 32 tokens');
  await drop('K.csv', '1,2\n3,0');
  await drop('V.csv', '1\n2');
  await expect(says(figure, 'Q.csv, K.csv, V.csv, 1 KB.')).toBeVisible();
  await expect(figure.locator('figcaption')).toContainText('Of 2 tokens token 2');
  await drop('tokens.csv', 'one\ntwo');
  await expect(figure.locator('figcaption')).toContainText('Of 2 tokens “two”');
  await expect(figure.locator('svg[role=img] text', { hasText: /^one$/ })).toBeAttached();
  await drop('Q.csv', '1,2\n3,4\n5,6');
  await expect(figure.getByText('has no K; give either')).toBeVisible();
});

test('a link to a file that is not in hand opens the example, and says so', async ({ page: at }) => {
  const figure = await opened(at, `${page}#own-head=v1.head=mine:0123abcd,temperature=2`);
  await expect(figure.getByText('it is a file that is not in hand here')).toBeVisible();
  await expect(figure.locator('figcaption')).toContainText('Of 32 tokens');
  await expect.poll(() => stateOf(figure)).toContain('temperature=2');
});
