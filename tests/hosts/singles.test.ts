// @vitest-environment node
/** Every figure as one file: it opens from disk, where nothing can be fetched, with its checks green and the console silent. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from '@playwright/test';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { single } from '../../tools/singles/single.ts';
import { drawn } from '../../tools/vite/drawn.ts';
import { nodeSide } from '../../tools/vite/node-side.ts';
import { repository } from '../../tools/vite/paths.ts';
import { listen } from '../web/e2e/listen.ts';
import { browser, figuresOf } from './host.ts';

const folder = join(repository, 'build/hosts/singles');
const ids = await drawn.ids();
const made = new Map<string, Promise<string>>();

/** Made once, whichever test asks first. */
function fileOf(id: string): Promise<string> {
  let page = made.get(id);
  if (!page) {
    page = single(id, undefined).then(({ page }) => page);
    made.set(id, page);
  }
  return page;
}

let chrome: Browser;
beforeAll(async () => {
  mkdirSync(folder, { recursive: true });
  chrome = await browser();
});
afterAll(async () => {
  await chrome.close();
  await nodeSide.close();
});

test.each(ids)('%s opens from disk', async (id) => {
  const file = join(folder, `${id}.html`);
  writeFileSync(file, await fileOf(id));
  const context = await chrome.newContext({ offline: true });
  const page = await context.newPage();
  const heard = listen(page);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (!/^(data|blob|file):/.test(request.url())) asked.push(request.url());
  });
  await page.goto(pathToFileURL(file).href);
  const [seen] = await figuresOf(page);
  expect(seen?.fig).toBe(id);
  expect(seen?.badge).toMatch(/^checks (\d+) of \1$/);
  expect(heard).toEqual([]);
  expect(asked).toEqual([]);
  await context.close();
});

/** In tens of KB, the heaviest first; figures of one size in a row of the table. */
function tableOf(all: ReadonlyMap<string, number>): string {
  const rows = new Map<number, string[]>();
  for (const [id, bytes] of [...all].sort(([a], [b]) => a.localeCompare(b))) {
    const kb = Math.round(bytes / 10_000) * 10;
    rows.set(kb, [...(rows.get(kb) ?? []), `\`${id}\``]);
  }
  return ['| KB | figures |', '|---|---|']
    .concat([...rows].sort(([a], [b]) => b - a).map(([kb, of]) => `| ${kb} | ${of.join(', ')} |`))
    .join('\n');
}

test('the table of docs/embedding.md has their sizes', async () => {
  const sizes = new Map<string, number>();
  for (const id of ids) sizes.set(id, (await fileOf(id)).length);
  const table = tableOf(sizes);
  writeFileSync(join(folder, 'sizes.md'), `${table}\n`);
  const kept = new Map(
    [...readFileSync('docs/embedding.md', 'utf8').matchAll(/^\| (\d+) \| (`.*`) \|$/gm)].flatMap(
      ([, kb, of]) => (of ?? '').split(', ').map((id) => [id.slice(1, -1), Number(kb) * 1000] as const),
    ),
  );
  const far = ids.filter((id) => !(Math.abs((kept.get(id) ?? 0) - (sizes.get(id) ?? 0)) <= 15_000));
  expect(far, `not as in build/hosts/singles/sizes.md:\n${table}`).toEqual([]);
});
