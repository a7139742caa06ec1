/** Every link of the prose that puts a figure into a state, read as the figure reads it. */
import { expect, test } from 'vitest';
import { doubled, parse } from '../../../web/src/element/address/state';
import type { Figure } from '../../../web/src/figures/declare';
import { figures } from '../../../web/src/figures/registry';
import { promises } from '../promises';
import { links } from '../promises/links';

test.each([...new Set(links.map(({ page }) => page))])(
  'the links of %s name states that their figures have, letter for letter',
  async (page) => {
    const own = links.filter((link) => link.page === page);
    expect(own.length).toBeGreaterThan(10);
    for (const { hash, key, figure: name, text } of own) {
      const load = figures[name as keyof typeof figures];
      expect(load, hash).toBeDefined();
      const figure = (await load()).default as Figure;
      expect(parse(figure, text).notes, hash).toEqual([]);
      expect(doubled(`#${hash}`, key)).toEqual([]);
    }
  },
);

test('what is promised of a state has a link to it in the prose', () => {
  const linked = new Set(links.map(({ figure, text }) => `${figure}=${text}`));
  const promised = Object.entries(promises).flatMap(([figure, states]) =>
    Object.keys(states).map((state) => `${figure}=v1.${state}`),
  );
  expect(promised.length).toBeGreaterThan(150);
  expect(promised.filter((link) => !linked.has(link))).toEqual([]);
});
