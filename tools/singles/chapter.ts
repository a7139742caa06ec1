/**
 * A chapter as one file: the page of the built site, with style, fonts and figures inside. Posters are left out, since figures are live; where scripts do
 * not run, the sentence of each stands there.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, serialize } from 'parse5';
import { figureFile } from '../vite/figure-file.ts';
import { all, attribute, element, fill, type Parent, parsed, replace, set, text } from '../vite/html.ts';
import { dist, web } from '../vite/paths.ts';
import { readSite } from '../vite/site.ts';
import { oneScript, packed } from './single.ts';

const pageOf = (chapter: string): string => join(dist, `chapters/${chapter}.html`);

export const isChapter = (name: string): boolean =>
  /^[\w-]+$/.test(name) && existsSync(join(web, `chapters/${name}.html`));

/** A file that a page or a style names, as an address that holds it. */
const held = (name: string, type: string): string =>
  `data:${type};base64,${readFileSync(join(dist, 'assets', name), 'base64')}`;

/** A style sheet with its fonts inside. */
const styleOf = (name: string): string =>
  readFileSync(join(dist, 'assets', name), 'utf8').replace(
    /url\(\.\/([\w.-]+\.woff2)\)/g,
    (_, font) => `url(${held(font, 'font/woff2')})`,
  );

/** Takes out what only a site has, and puts the styles in. */
function withoutSite(page: Parent): void {
  for (const one of all(
    page,
    'script, link, meta[http-equiv=Content-Security-Policy], meta[property], picture',
  )) {
    const style = one.tagName === 'link' && attribute(one, 'rel') === 'stylesheet';
    const name = style ? /assets\/([\w.-]+\.css)/.exec(attribute(one, 'href') ?? '')?.[1] : undefined;
    const [made] = name ? parsed('<style></style>') : [];
    if (made && 'attrs' in made) {
      set(made, { media: attribute(one, 'media') });
      fill(made, [text(styleOf(name ?? ''))]);
    }
    replace(one, made ? [made] : []);
  }
}

/** Links that lead elsewhere on the site: to the site, where it is known; else they are text, and the way to other chapters is gone. */
function relink(page: Parent, chapter: string, site: string | undefined): void {
  if (!site)
    for (const way of all(page, 'nav').filter((nav) => attribute(nav, 'aria-label') === 'Site'))
      replace(way, []);
  for (const link of all(page, 'a[href]')) {
    const href = attribute(link, 'href') ?? '';
    if (/^(#|https?:)/.test(href)) continue;
    const [path = '', hash] = href.split('#');
    if (path.endsWith(`/${chapter}.html`) || path === `${chapter}.html`)
      set(link, { href: `#${hash ?? ''}` });
    else if (site) set(link, { href: new URL(href, new URL('chapters/', site)).href });
    else replace(link, [element('span', { class: attribute(link, 'class') }, link.childNodes)]);
  }
}

/** The page. Needs the built site. */
export async function chapterFile(chapter: string, site = readSite().url): Promise<string> {
  const page = parse(readFileSync(pageOf(chapter), 'utf8'));
  withoutSite(page);
  relink(page, chapter, site);
  const figures = new Set(all(page, 'attn-figure').map((figure) => attribute(figure, 'fig') ?? ''));
  for (const figure of all(page, 'attn-figure'))
    set(figure, { 'data-code': undefined, 'data-part': undefined });
  const ids = [...figures];
  const registry = `${ids.map((id, i) => `import f${i} from '/${figureFile(id)}';`).join('\n')}
export const figures = { ${ids.map((id, i) => `${JSON.stringify(id)}: async () => ({ default: f${i} })`).join(', ')} };`;
  const script = await oneScript("import { start } from '/src/article/alone';\nstart();", registry);
  return serialize(page).replace('</body>', () => `${packed(script)}</body>`);
}
