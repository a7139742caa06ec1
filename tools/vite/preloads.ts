/**
 * What the head of a page asks for, and in which order. A browser asks in the order of the page, and on a slow line all that is asked
 * for at once shares it: first what the text needs, then the worker, then the element with the code of the page's first figure.
 */
import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite';
import type { Part } from '../../web/src/engine/experiment.ts';
import { escapeHtml } from './pages.ts';

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

const attribute = (tag: string, name: string): string | undefined =>
  new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];

/** What a page's first figure needs; the browser would find its code only when the element runs. */
function needed(html: string, bundle: Bundle, up: string): HtmlTagDescriptor[] {
  const fig = attribute(/<attn-figure\s[^>]*>/.exec(html)?.[0] ?? '', 'fig');
  if (!fig) return [];
  return closure(bundle, chunkOf(bundle, fig))
    .filter((name) => !html.includes(name))
    .map((name) => ({
      tag: 'link',
      // Behind the poster.
      attrs: { rel: 'modulepreload', href: up + name, crossorigin: '', fetchpriority: 'low' },
      injectTo: 'head',
    }));
}

/** Tells each figure of a page the file of its code: the list of all figures is long. See web/src/element/shell/declaration.ts. */
const withCode = (html: string, bundle: Bundle): string =>
  html.replace(/<!--[\s\S]*?-->|<attn-figure\s[^>]*/g, (tag) => {
    const fig = attribute(tag, 'fig');
    return fig ? `${tag} data-code="${chunkOf(bundle, fig).fileName.replace(/.*\//, '')}"` : tag;
  });

/** Where a part is, beside the worker: of two builds that with SIMD comes last. */
function partOf(bundle: Bundle, name: string): Part {
  const file = new RegExp(`^assets/${name}(?:\\.(?:simd|scalar))?-[\\w-]{8}\\.wasm$`);
  const [scalar, simd] = Object.keys(bundle)
    .filter((name) => file.test(name))
    .map((name) => name.replace(/.*\//, ''))
    .sort();
  if (!scalar) throw new Error(`preloads: there is no part ${name}`);
  return { name, scalar, ...(simd && { simd }) };
}

/**
 * Where there is a figure: the script that holds the page up is told of the worker to start and the part to load, and modules do not
 * wait for the end of the page, so that the first figure is made while what comes after it is read.
 */
function withWorker(html: string, bundle: Bundle, up: string): string {
  const part = attribute(/<attn-figure\s[^>]*>/.exec(html)?.[0] ?? '', 'data-part');
  const worker = Object.keys(bundle).find((name) => /^assets\/worker-[\w-]{8}\.js$/.test(name));
  if (!part) return html;
  if (!worker) throw new Error('preloads: there is no worker');
  return html
    .replace(
      /<script(?= src="[./]*theme\.js)/,
      `<script data-worker="${up}${worker}" data-part="${escapeHtml(JSON.stringify(partOf(bundle, part)))}"`,
    )
    .replace(/<script(?= type="module")/g, '<script async');
}

/** The first that fits tells the place; the order of scripts among each other stays. */
const places = [
  /^<link rel="preload"(?!.* fetchpriority="low")/,
  /^<script (?:async )?type="module"/,
  /^<link rel="modulepreload"/,
  /^<link rel="preload"/,
  /^<script/,
  /^<link rel="stylesheet"/,
];

/**
 * Moves links and scripts to the end of the head. With a policy in the page no browser looks ahead of a script that holds the page
 * up: so such a script comes last, and is asked for with the styles before all else. Then it has not to wait for the styles either.
 *
 * Style sheets lose Vite's `crossorigin`: with it a page from a disk, or in a sandboxed frame, has no styles.
 */
export function inOrder(html: string): string {
  const end = html.indexOf('</head>');
  const tags: string[] = [];
  const rest = html
    .slice(0, end)
    .replace(
      /^ *(<link rel="(?:stylesheet|preload|modulepreload)"[^>]*>|<script[^>]*><\/script>)\n/gm,
      (_line, tag: string) => {
        tags.push(tag.replace(/^(<link rel="stylesheet"[^>]*?) crossorigin(?:="")?/, '$1'));
        return '';
      },
    );
  const early = (tag: string): string[] => {
    // One for paper can wait.
    const style = /^<link rel="stylesheet"(?!.*\smedia=)/.test(tag) && attribute(tag, 'href');
    if (style) return [`<link rel="preload" href="${style}" as="style">`];
    const script = /^<script(?! (?:async )?type="module")/.test(tag) && attribute(tag, 'src');
    return script ? [`<link rel="preload" href="${script}" as="script">`] : [];
  };
  const place = (tag: string): number => places.findIndex((pattern) => pattern.test(tag));
  const sorted = [...tags.flatMap(early), ...tags].sort((a, b) => place(a) - place(b));
  return `${rest.trimEnd()}\n${sorted.map((tag) => `    ${tag}\n`).join('')}  ${html.slice(end)}`;
}

const wayUp = (path: string): string => '../'.repeat(path.split('/').length - 2) || './';

export function preloads(): Plugin[] {
  return [
    {
      name: 'attn-preloads',
      apply: 'build',
      transformIndexHtml: {
        order: 'post',
        handler: (html, { bundle = {}, path }) => ({
          html: withCode(withWorker(html, bundle, wayUp(path)), bundle),
          tags: needed(html, bundle, wayUp(path)),
        }),
      },
    },
    {
      name: 'attn-order-of-head',
      apply: 'build',
      transformIndexHtml: { order: 'post', handler: inOrder },
    },
  ];
}
