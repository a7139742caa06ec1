/**
 * What the head of a page asks for, and in which order. A browser asks in the order of the page, and on a slow line all that is asked
 * for at once shares it: first what the text needs, then the worker, then the element with the code of the page's first figure.
 */
import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite';

type Bundle = Rolldown.OutputBundle;

/** Names of the chunk of a module and of all that it imports, each once. */
function closure(bundle: Bundle, module: RegExp): string[] {
  const found = new Set<string>();
  const add = (name: string): void => {
    const file = bundle[name];
    if (file?.type !== 'chunk' || found.has(name)) return;
    found.add(name);
    file.imports.forEach(add);
  };
  const chunk = Object.values(bundle).find(
    (file) => file.type === 'chunk' && file.moduleIds.some((id) => module.test(id)),
  );
  if (!chunk) throw new Error(`preloads: ${module.source} is in no chunk`);
  add(chunk.fileName);
  return [...found];
}

const attribute = (tag: string, name: string): string | undefined =>
  new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];

/** What a page's first figure needs; the browser would find its code only when the element runs. */
function needed(html: string, bundle: Bundle, up: string): HtmlTagDescriptor[] {
  const fig = attribute(/<attn-figure\s[^>]*>/.exec(html)?.[0] ?? '', 'fig');
  if (!fig) return [];
  return closure(bundle, new RegExp(`/src/figures/.*/${fig}\\.ts$`))
    .filter((name) => !html.includes(name))
    .map((name) => ({
      tag: 'link',
      // Behind the poster.
      attrs: { rel: 'modulepreload', href: up + name, crossorigin: '', fetchpriority: 'low' },
      injectTo: 'head',
    }));
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
    .replace(/<script(?= src="[./]*theme\.js)/, `<script data-worker="${up}${worker}" data-part="${part}"`)
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
 */
export function inOrder(html: string): string {
  const end = html.indexOf('</head>');
  const tags: string[] = [];
  const rest = html
    .slice(0, end)
    .replace(
      /^ *(<link rel="(?:stylesheet|preload|modulepreload)"[^>]*>|<script[^>]*><\/script>)\n/gm,
      (_line, tag: string) => {
        tags.push(tag);
        return '';
      },
    );
  const early = (tag: string): string[] => {
    // One for paper can wait.
    const style = /^<link rel="stylesheet"(?!.*\smedia=)/.test(tag) && attribute(tag, 'href');
    const mode = / crossorigin/.test(tag) ? ' crossorigin' : '';
    if (style) return [`<link rel="preload" href="${style}" as="style"${mode}>`];
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
          html: withWorker(html, bundle, wayUp(path)),
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
