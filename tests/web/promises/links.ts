/** Every link of the prose that puts a figure into a state. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { web } from '../../../tools/vite/paths.ts';

export interface Link {
  readonly page: string;
  /** What stands behind the `#`. */
  readonly hash: string;
  readonly key: string;
  /** The name of the figure: its key, or what the element with that id shows. */
  readonly figure: string;
  /** The state, as the figure reads it. */
  readonly text: string;
}

const chapters = join(web, 'chapters');

export const links: readonly Link[] = readdirSync(chapters)
  .filter((file) => file.endsWith('.html'))
  .flatMap((page) => {
    const html = readFileSync(join(chapters, page), 'utf8');
    return [...html.matchAll(/href="[^"#]*#([\w-]+=v1[^"]*)"/g)].flatMap(([, hash = '']) =>
      hash.split('&amp;').map((entry) => {
        const [, key = '', text = ''] = /^([\w-]+)=(.*)$/.exec(entry) ?? [];
        const element = new RegExp(`<attn-figure[^>]*\\bid="${key}"[^>]*>`).exec(html)?.[0] ?? '';
        const figure = /\bfig="([\w-]+)"/.exec(element)?.[1] ?? key;
        return { page, hash, key, figure, text: decodeURIComponent(text) };
      }),
    );
  });
