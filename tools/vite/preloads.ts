/**
 * What the head of a page asks for, and in which order. A browser asks in the order of the page, and on a slow line all that is asked
 * for at once shares it: first what the text needs, then the worker, then the element with the code of the page's first figure.
 */
import type { Rolldown } from 'vite';
import type { Part } from '../../web/src/engine/experiment.ts';
import { all, attribute, type Element, element, fill, fits, type Page, set, text } from './html.ts';

type Bundle = Rolldown.OutputBundle;

/** The chunk of a figure. */
function chunkOf(bundle: Bundle, fig: string): Rolldown.OutputChunk {
  const module = new RegExp(`/src/figures/.*/${fig}\\.ts$`);
  for (const file of Object.values(bundle))
    if (file.type === 'chunk' && file.moduleIds.some((id) => module.test(id))) return file;
  throw new Error(`preloads: ${module.source} is in no chunk`);
}

/** Names of a chunk and of all that it imports, each once. */
function closure(bundle: Bundle, chunk: Rolldown.OutputChunk): string[] {
  const found = new Set<string>();
  const add = (name: string): void => {
    const file = bundle[name];
    if (file?.type !== 'chunk' || found.has(name)) return;
    found.add(name);
    file.imports.forEach(add);
  };
  add(chunk.fileName);
  return [...found];
}

/** Asks for what a page's first figure needs; the browser would find its code only when the element runs. */
export function withNeeded(page: Page, bundle: Bundle): void {
  const fig = attribute(page.first('attn-figure'), 'fig');
  if (!fig) return;
  const named = all(page.head).flatMap((one) => attribute(one, 'src') ?? attribute(one, 'href') ?? []);
  for (const name of closure(bundle, chunkOf(bundle, fig)))
    if (!named.some((address) => address.endsWith(name)))
      page.addToHead('link', {
        rel: 'modulepreload',
        href: (page.up || './') + name,
        crossorigin: '',
        // Behind the poster.
        fetchpriority: 'low',
      });
}

/** Tells each figure of a page the file of its code: the list of all figures is long. See web/src/element/shell/declaration.ts. */
export function withCode({ root }: Page, bundle: Bundle): void {
  for (const figure of all(root, 'attn-figure[fig]')) {
    const { fileName } = chunkOf(bundle, attribute(figure, 'fig') ?? '');
    set(figure, { 'data-code': fileName.replace(/.*\//, '') });
  }
}

/** Where a part is, beside the worker: of two builds that with SIMD comes last. */
function partOf(bundle: Bundle, name: string): Part {
  const file = new RegExp(`^assets/${name}(?:\\.(?:simd|scalar))?-[\\w-]{8}\\.wasm$`);
  const [scalar, simd] = Object.keys(bundle)
    .filter((name) => file.test(name))
    .map((name) => name.replace(/.*\//, ''))
    .sort();
  if (!scalar) throw new Error(`preloads: there is no part ${name}`);
  return { name, scalar, simd };
}

/**
 * Where there is a figure: the script that holds the page up is told of the worker to start and the part to load, and modules do not
 * wait for the end of the page, so that the first figure is made while what comes after it is read.
 */
export function withWorker(page: Page, bundle: Bundle): void {
  const part = attribute(page.first('attn-figure'), 'data-part');
  const worker = Object.keys(bundle).find((name) => /^assets\/worker-[\w-]{8}\.js$/.test(name));
  if (!part) return;
  if (!worker) throw new Error('preloads: there is no worker');
  for (const script of all(page.head, 'script[type=module]')) set(script, { async: '' });
  const theme = all(page.head, 'script').find((one) => attribute(one, 'src')?.endsWith('theme.js'));
  if (theme)
    set(theme, {
      'data-worker': (page.up || './') + worker,
      'data-part': JSON.stringify(partOf(bundle, part)),
    });
}

/** In which order a head asks: the first that fits tells the place; the order of scripts among each other stays. */
const places = [
  'link[rel=preload][fetchpriority=]',
  'script[type=module]',
  'link[rel=modulepreload]',
  'link[rel=preload]',
  'script',
  'link[rel=stylesheet]',
].map(fits);
const place = (one: Element): number => places.findIndex((fit) => fit(one));

/** Asks for what holds a page up before all else. A style sheet for paper can wait, and modules wait by themselves. */
function early(one: Element): Element[] {
  if (place(one) < 4 || attribute(one, 'media')) return [];
  const [as, href] = one.tagName === 'script' ? ['script', 'src'] : ['style', 'href'];
  return [element('link', { rel: 'preload', href: attribute(one, href), as })];
}

/**
 * Moves links and scripts to the end of the head. With a policy in the page no browser looks ahead of a script that holds the page
 * up: so such a script comes last, and is asked for with the styles before all else. Then it has not to wait for the styles either.
 *
 * Style sheets lose Vite's `crossorigin`: with it a page from a disk, or in a sandboxed frame, has no styles.
 */
export function inOrder({ head }: Page): void {
  for (const style of all(head, 'link[rel=stylesheet]')) set(style, { crossorigin: undefined });
  const tags = all(head);
  const moved = tags.filter((one) => place(one) >= 0);
  const sorted = [...moved.flatMap(early), ...moved].sort((a, b) => place(a) - place(b));
  const stay = tags.filter((one) => !moved.includes(one));
  fill(head, [...[...stay, ...sorted].flatMap((one) => [text('\n    '), one]), text('\n  ')]);
}
