/** One link shows the same numbers in three browser engines, and so does a file that is opened from disk. */
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, type TestContext, test } from 'vitest';
import { repository } from '../../../tools/vite/paths.ts';
import type { Driver } from './driver.ts';
import { browser, closeAll, engines, mustHaveAll } from './engines.ts';
import { eventually, openFigure, shown, table } from './look.ts';
import { type Site, serveSite } from './site.ts';

const linked = 'v1.beta=12,seed=41,t=7';

let site: Site;
beforeAll(async () => {
  site = await serveSite();
});
afterAll(async () => {
  await closeAll();
  await site?.close();
});

/** Runs in the page: what comes first from another worker of the figure's. Where it does not start, the figure is computed in the page. */
const anotherSpeaks = (): Promise<string> =>
  new Promise((resolve) => {
    const { worker } = globalThis.attnWorker as { readonly worker: Worker };
    const first = ({ type }: Event): void => {
      worker.terminate();
      resolve(type);
    };
    worker.onmessage = first;
    worker.onerror = first;
  });

/** The tables of a figure in all engines that are here; fails where they differ. */
async function expectSame(context: TestContext, fig: string, url: string): Promise<Driver[]> {
  const tables: Record<string, readonly string[]> = {};
  const drivers: Driver[] = [];
  for (const engine of engines) {
    if (!engine.installed() && !mustHaveAll) continue;
    const driver = await browser(engine, context);
    await openFigure(driver, url, fig);
    // WebKit may lay a card out a moment after it has been drawn.
    await eventually(async () => (await shown(driver, fig)).layer, engine.name).toBe('7');
    tables[engine.name] = await table(driver, fig);
    drivers.push(driver);
  }
  const [first, ...others] = Object.entries(tables);
  if (!first || others.length === 0) context.skip('One engine alone has nothing to be compared with.');
  else {
    expect(first[1].length).toBeGreaterThan(20);
    for (const [name, numbers] of others) expect(numbers, `${name} against ${first[0]}`).toEqual(first[1]);
  }
  return drivers;
}

test.for(['particles', 'before-after'])(
  'shows the same numbers of %s for one link in all engines',
  async (fig, context) => {
    await expectSame(context, fig, `${site.url}chapters/denoising.html#${fig}=${linked}`);
  },
);

test('shows the same numbers of a file from disk in all engines, which have nothing to say', async (context) => {
  const folder = join(repository, 'build/browsers');
  const file = join(folder, 'particles.html');
  mkdirSync(folder, { recursive: true });
  execFileSync(join(repository, 'tools/single'), ['particles', linked, file]);
  for (const driver of await expectSame(context, 'particles', pathToFileURL(file).href)) {
    expect(await driver.evaluate(anotherSpeaks)).toBe('message');
    expect(await driver.heard()).toEqual([]);
  }
});
