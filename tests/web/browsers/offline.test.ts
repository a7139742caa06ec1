/** Reading without a connection in every engine: the small site with the real service worker. Chromium alone has the rest, in the end-to-end tests. */
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { allOf, deployment, Host } from '../e2e/offline-site.ts';
import type { Driver } from './driver.ts';
import { browser, closeAll, engines } from './engines.ts';
import { eventually } from './look.ts';

const hosts: Host[] = [];
afterEach(async () => {
  await Promise.all(hosts.splice(0).map((host) => host.close()));
});
afterAll(closeAll);

async function host(): Promise<Host> {
  const opened = await Host.open(deployment(1, 'worker'));
  hosts.push(opened);
  return opened;
}

const shown = (driver: Driver): Promise<string> =>
  driver.evaluate(() => document.querySelector('output')?.textContent ?? '');

/** How many files have a copy. */
const copies = (driver: Driver): Promise<number> =>
  driver.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('attn-offline '));
    const found = await Promise.all(
      names.map(async (name) => (await (await caches.open(name)).keys()).length),
    );
    return found.reduce((sum, n) => sum + n, 0);
  });

describe.each(engines)('$name', (engine) => {
  test('a page that was read is there without a connection, and a new deployment is there at once', async (context) => {
    const driver = await browser(engine, context);
    const site = await host();
    const page = `${site.root}chapters/one.html`;
    await driver.open(page);
    await eventually(() => shown(driver), 'the page').toBe(allOf(1));
    // The page, its theme, the script, its module, its worker and what that fetches.
    await eventually(() => copies(driver), 'copies').toBeGreaterThanOrEqual(6);
    site.isThere = false;
    await driver.open(page);
    await eventually(() => shown(driver), 'the page').toBe(allOf(1));
    // Another page of the site was not read, and no cache has it.
    expect(
      await driver.evaluate(() =>
        fetch('two.html').then(
          ({ ok }) => ok,
          () => false,
        ),
      ),
    ).toBe(false);
    site.isThere = true;
    site.files = deployment(2, 'worker');
    await driver.open(page);
    await eventually(() => shown(driver), 'the page').toBe(allOf(2));
  });
});
