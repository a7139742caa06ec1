/** The engines, each launched once for the file of tests that asks for it. */
import type { TestContext } from 'vitest';
import type { Driver, Engine } from './driver.ts';
import { chromium, firefox } from './puppeteer.ts';
import { webkit } from './webkit.ts';

/** All three, or the one that vitest.config.ts has named for these tests. */
export const engines: readonly Engine[] = [chromium, firefox, webkit].filter(
  ({ name }) => name === (process.env.ATTN_ENGINE ?? name),
);

/** Where all browsers must be there, one that is not is a failure: else nobody would notice that it is not tested. */
export const mustHaveAll = Boolean(process.env.CI || process.env.ATTN_ALL_BROWSERS);

export const missing = (engine: Engine): string =>
  `Not tested: ${engine.name} is not installed (Debian: apt-get install ${engine.packages}).`;

const launched = new Map<Engine, Promise<Driver>>();

export function browser(engine: Engine, context: TestContext): Promise<Driver> {
  if (!engine.installed()) {
    if (mustHaveAll) throw new Error(missing(engine));
    context.skip(`${missing(engine)}`);
  }
  let driver = launched.get(engine);
  if (!driver) {
    driver = engine.launch();
    launched.set(engine, driver);
  }
  return driver;
}

export async function closeAll(): Promise<void> {
  await Promise.all([...launched.values()].map((driver) => driver.then((d) => d.close()).catch(() => {})));
}
