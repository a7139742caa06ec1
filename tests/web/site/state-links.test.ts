/** Every link of the prose that puts a figure into a state, read as the figure reads it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { web } from '../../../tools/vite/paths.ts';
import { doubled, parse } from '../../../web/src/element/address/state';
import type { Figure } from '../../../web/src/figures/declare';
import { figures } from '../../../web/src/figures/registry';

const chapters = join(web, 'chapters');
const pages = readdirSync(chapters).filter((file) => file.endsWith('.html'));
/** The name of a figure, or the id that it has on its page. */
const figOf = (html: string, key: string): string =>
  new RegExp(`<attn-figure[^>]*\\bid="${key}"[^>]*>`).exec(html)?.[0].match(/\bfig="([\w-]+)"/)?.[1] ?? key;

test.each(pages)('the links of %s name states that their figures have, letter for letter', async (page) => {
  const html = readFileSync(join(chapters, page), 'utf8');
  const links = [...html.matchAll(/href="[^"#]*#([\w-]+=v1[^"]*)"/g)].map(([, hash = '']) => hash);
  expect(links.length).toBeGreaterThan(10);
  for (const link of links)
    for (const entry of link.split('&amp;')) {
      const [, key = '', text = ''] = /^([\w-]+)=(.*)$/.exec(entry) ?? [];
      const load = figures[figOf(html, key) as keyof typeof figures];
      expect(load, link).toBeDefined();
      const figure = (await load()).default as Figure;
      expect(parse(figure, decodeURIComponent(text)).notes, link).toEqual([]);
      expect(doubled(`#${link}`, key)).toEqual([]);
    }
});
