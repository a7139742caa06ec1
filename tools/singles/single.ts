/**
 * One figure as a page, of files of the built site; and what chapters and notebooks are made of, which have an entry of their own: one script with the
 * worker, the WebAssembly with SIMD and what was kept of a model in it.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import type { Plugin } from 'vite';
import { bundled } from '../vite/bundled.ts';
import { drawn } from '../vite/drawn.ts';
import { figureFile } from '../vite/figure-file.ts';
import { nodeSide } from '../vite/node-side.ts';
import { dist, version, web } from '../vite/paths.ts';
import type { Single } from './packages.ts';

const entryId = 'virtual:single';

/** Binaries as addresses that hold them, once each: the build with SIMD in place of the one without, where there are two. */
const inAddress: Plugin = {
  name: 'single-wasm',
  enforce: 'pre',
  load(id) {
    const file = /^(.*\.wasm)\?url$/.exec(id)?.[1];
    if (!file) return undefined;
    const simd = file.replace('.scalar.wasm', '.simd.wasm');
    if (simd !== file && existsSync(simd)) return `export { default } from ${JSON.stringify(`${simd}?url`)};`;
    return `export default 'data:application/wasm;base64,${readFileSync(file, 'base64')}'`;
  },
};

let worker: Promise<string> | undefined;

/** A classic one: a page from disk may start no worker that is a module. */
function workerScript(): Promise<string> {
  worker ??= bundled('single', [inAddress], join(web, 'src/engine/worker.ts'), 'iife');
  return worker;
}

/** One script of `entry` and all that it needs; `registry` is what stands in for the list of all figures. */
export async function oneScript(entry: string, registry = 'export const figures = {};'): Promise<string> {
  const worker = await workerScript();
  const parts: Plugin = {
    name: 'single-entry',
    enforce: 'pre',
    resolveId(id) {
      if (id === entryId) return `\0${id}`;
      if (id.endsWith('/start-worker')) return '\0single-worker';
      if (id.endsWith('/figures/registry')) return '\0single-registry';
      return undefined;
    },
    load(loaded) {
      if (loaded === '\0single-worker')
        return `const file = new Blob([${JSON.stringify(worker)}], { type: 'text/javascript' });
export const startWorker = () =>
  Object.assign(new Worker(URL.createObjectURL(file)), { arrived: () => file.arrayBuffer() });`;
      if (loaded === '\0single-registry') return registry;
      return loaded === `\0${entryId}` ? entry : undefined;
    },
  };
  return bundled('single', [inAddress, parts], entryId);
}

/** The script of one figure. `begin` is what it does with the figure, which is there as `figure`. */
export const scriptOf = (id: string, begin: string): Promise<string> =>
  oneScript(`import figure from '/${figureFile(id)}';\n${begin}`);

/** Unpacks the script that stands before it, and runs it. */
const unpack = `const text = document.getElementById('packed').textContent;
const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
const script = document.createElement('script');
script.type = 'module';
script.textContent = await new Response(stream).text();
document.head.append(script);`;

/** A script as a page has it in itself, packed, with what unpacks it. */
export const packed = (script: string): string =>
  `<script type="text/plain" id="packed">${deflateRawSync(script, { level: 9 }).toString('base64')}</script>
<script type="module">${unpack}</script>`;

/** A page with one figure. Needs the built site, and throws a `RangeError` for a state that is none. */
export async function single(id: string, state: string | undefined): Promise<Single> {
  const { pictures, title, claim } = await drawn.poster(id, state);
  const light = pictures.find(({ theme, width }) => theme === 'light' && width === 'wide');
  const { filesOf, onePage } = await nodeSide.load<typeof import('../../web/src/element/panels/one-page.ts')>(
    '/src/element/panels/one-page.ts',
  );
  const paths = filesOf(JSON.parse(readFileSync(join(dist, 'singles.json'), 'utf8')), id);
  const files = new Map(paths.map((path) => [path, new Uint8Array(readFileSync(join(dist, path)))]));
  const page = await onePage({ id, title, claim, state, version, picture: light?.svg ?? '' }, files);
  return { id, title, page };
}
