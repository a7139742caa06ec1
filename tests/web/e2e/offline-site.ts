/**
 * A site of three small pages with the real service worker, whose parts all tell the deployment that they are of: a page, a script of a stable name
 * with a hash as its query, a module that imports another, a worker of the page and the WebAssembly that it fetches.
 */
import { extname } from 'node:path';
import { contentSecurityPolicy } from '../../../tools/vite/csp.ts';
import { shortHash } from '../../../tools/vite/hash.ts';
import { script } from '../../../tools/vite/offline.ts';
import { type Site, serve, types } from './servers';

export const scripts = {
  worker: await script('worker'),
  register: await script('register'),
  remove: await script('remove'),
};

type Files = Map<string, string | Buffer>;

/** A module with one function, `version`. */
const wasm = (version: number): Buffer =>
  Buffer.from([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...[1, 5, 1, 0x60, 0, 1, 0x7f],
    ...[3, 2, 1, 0],
    ...[7, 11, 1, 7, ...Buffer.from('version'), 0, 0],
    ...[10, 6, 1, 4, 0, 0x41, version, 0x0b],
  ]);

/** Fetches the WebAssembly anew for each message; what does not compile it asks for once more, past all caches. */
const compute = (file: string): string => `
const version = async (cache) => {
  const response = await fetch(new URL('${file}', import.meta.url), { cache });
  return (await WebAssembly.instantiate(await response.arrayBuffer())).instance.exports.version();
};
onmessage = async () => postMessage(await version('default').catch(() => version('reload')).catch(String));
postMessage('');
`;

const app = (part: string, worker: string): string => `
import { part } from './${part}';
const output = document.querySelector('output');
const worker = new Worker(new URL('${worker}', import.meta.url), { type: 'module' });
const page = document.querySelector('h1').textContent;
worker.onmessage = ({ data }) => {
  output.value = data === '' ? output.value : [page, document.documentElement.dataset.theme, part, 'wasm ' + data].join(', ');
};
const again = () => {
  output.value = '';
  worker.postMessage('');
};
document.querySelector('button').onclick = again;
again();
`;

/** The files of a deployment, and of one with or without a service worker, or with one that removes it. */
export function deployment(version: number, offline?: 'worker' | 'remove'): Files {
  const files: Files = new Map();
  const add = (stem: string, content: string | Buffer): string => {
    const name = `${stem.replace('.', `-${shortHash(content)}.`)}`;
    files.set(`assets/${name}`, content);
    return name;
  };
  const part = add('part.js', `export const part = 'module ${version}';`);
  const main = add('app.js', app(part, add('compute.js', compute(add('n.wasm', wasm(version))))));
  const theme = `document.documentElement.dataset.theme = 'theme ${version}';`;
  files.set('theme.js', theme);
  const registering = offline === 'worker' ? add('offline.js', scripts.register) : undefined;
  for (const [name, up] of [
    ['index', './'],
    ['chapters/one', '../'],
    ['chapters/two', '../'],
  ] as const)
    files.set(
      `${name}.html`,
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${name}</title>
      <meta http-equiv="Content-Security-Policy" content="${contentSecurityPolicy.replaceAll('"', '&quot;')}">
      <link rel="icon" href="data:,">
      <script src="${up}theme.js?${shortHash(theme)}"></script><script type="module" src="${up}assets/${main}"></script></head>
      <body><h1>page ${version}</h1><output></output><button>Again</button>${
        registering ? `<script src="${up}assets/${registering}" data-worker="${up}sw.js" async></script>` : ''
      }</body></html>`,
    );
  if (offline) files.set('sw.js', scripts[offline]);
  return files;
}

/** What a page shows of which everything is of this deployment. */
export const allOf = (version: number): string =>
  `page ${version}, theme ${version}, module ${version}, wasm ${version}`;

/** The site in a folder of a host, which may be deployed anew, and lose its connection. */
export class Host {
  files: Files;
  isThere = true;
  readonly #site: Site;
  readonly root: string;

  private constructor(files: Files, site: Site, folder: string) {
    this.files = files;
    this.#site = site;
    this.root = site.origin + folder;
  }

  static async open(files: Files, folder = '/some/where/'): Promise<Host> {
    // The site is there before the host that tells what it answers.
    const at: { host?: Host } = {};
    const site = await serve((path) => at.host?.answer(path.slice(folder.length)));
    at.host = new Host(files, site, folder);
    return at.host;
  }

  answer(path: string) {
    if (!this.isThere) return 'unreachable' as const;
    const name = path || 'index.html';
    const body = this.files.get(name);
    return body === undefined ? undefined : { body, type: types[extname(name)] ?? 'text/plain' };
  }

  get asked(): string[] {
    return this.#site.asked;
  }

  close(): Promise<void> {
    return this.#site.close();
  }
}
