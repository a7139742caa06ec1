/** One link shows the same numbers in three browser engines. */
import { afterAll, beforeAll, expect, test } from 'vitest';
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

test.for(['particles', 'before-after'])(
  'shows the same numbers of %s for one link in all engines',
  async (fig, context) => {
    const tables: Record<string, readonly string[]> = {};
    for (const engine of engines) {
      if (!engine.installed() && !mustHaveAll) continue;
      const driver = await browser(engine, context);
      await openFigure(driver, `${site.url}chapters/denoising.html#${fig}=${linked}`, fig);
      // WebKit may lay a card out a moment after it has been drawn.
      await eventually(async () => (await shown(driver, fig)).layer, engine.name).toBe('7');
      tables[engine.name] = await table(driver, fig);
    }
    const [first, ...others] = Object.entries(tables);
    if (!first || others.length === 0)
      return context.skip('One engine alone has nothing to be compared with.');
    expect(first[1].length).toBeGreaterThan(20);
    for (const [name, numbers] of others) expect(numbers, `${name} against ${first[0]}`).toEqual(first[1]);
  },
);
