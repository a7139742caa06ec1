/** The scripts of the package: entries, a file for each figure and each experiment, and what they share. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin } from 'vite';
import { bundled, common, target } from '../vite/bundled.ts';
import { figureFile } from '../vite/figure-file.ts';
import { web } from '../vite/paths.ts';

const source = (path: string): string => join(web, 'src', path);
/** Where code says which file it means, until it is known in which file the code is. */
const mark = '__FILE_OF_THE_PACKAGE__';
const marked = new RegExp(`${mark}\\(["'\`]([\\w./-]+)["'\`]\\)`, 'g');

/** A module that says where a file is. Without the remark it would have to stay wherever anything of its chunk is wanted. */
const fileNamed = (file: string) => ({
  code: `export default /* @__PURE__ */ ${mark}(${JSON.stringify(file)})`,
  moduleSideEffects: false,
});

/** The experiments of the core by name, each with its module; but those of the ledger, which is no part of the package. */
export function experimentModules(): [name: string, path: string][] {
  const folder = 'engine/generated';
  const topics = readdirSync(source(folder), { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && entry.name !== 'ledger',
  );
  return topics.flatMap(({ name: topic }) =>
    readdirSync(source(`${folder}/${topic}`)).map((file): [string, string] => [
      file.replace(/\.ts$/, ''),
      `${folder}/${topic}/${file}`,
    ]),
  );
}

/**
 * Files beside the scripts are named as `new URL('../wasm/a.wasm', import.meta.url)`, which Vite, webpack, Parcel and Turbopack understand, and
 * browsers without any. Written when the scripts are done: only then it is known where each stands, and a minifier may change its quotes.
 */
const besideScripts: Plugin = {
  name: 'package-files',
  enforce: 'pre',
  load(id) {
    const part = /\/([\w.-]+\.wasm)\?url$/.exec(id)?.[1];
    if (part) return fileNamed(`wasm/${part}`);
    if (id.endsWith('/worker.ts?worker&url')) return fileNamed('worker.js');
    return undefined;
  },
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk') continue;
      const up = '../'.repeat(chunk.fileName.split('/').length - 1) || './';
      chunk.code = chunk.code.replace(marked, (_, file) => `new URL("${up}${file}", import.meta.url).href`);
      if (chunk.code.includes(mark)) this.error(`${chunk.fileName} names a file in another way`);
    }
  },
};

/** What a package has not: the files of a site beside it, other figures than those that it is given, a dialog with that site's address. */
const absent: Readonly<Record<string, readonly [importer: string, code: string]>> = {
  './beside': ['shell/declaration.ts', "export const beside = () => Promise.reject(new Error('no site'));"],
  '../../figures/registry': ['shell/declaration.ts', 'export const figures = {};'],
  './embedding': [
    'panels/panels.ts',
    "export const openEmbedding = () => Promise.reject(new Error('no site'));",
  ],
};

const withoutSite: Plugin = {
  name: 'package-without-site',
  enforce: 'pre',
  resolveId(id, importer) {
    const [from] = absent[id] ?? [];
    return from && importer?.endsWith(`/element/${from}`) ? `\0absent:${id}` : undefined;
  },
  load(id) {
    const [, code] = absent[id.replace('\0absent:', '')] ?? [];
    return code;
  },
};

/** Builds them into `folder`. */
export async function buildScripts(folder: string, ids: readonly string[]): Promise<void> {
  const entries = ['index', 'define', 'engine', 'react', 'vue'].map((name): [string, string] => [
    name,
    source(`package/${name}.ts`),
  ]);
  const figures = ids.map((id): [string, string] => [`figures/${id}`, join(web, figureFile(id))]);
  const experiments = experimentModules().map(([id, path]): [string, string] => [
    `experiments/${id}`,
    source(path),
  ]);
  const input = Object.fromEntries([...entries, ...figures, ...experiments]);
  await build({
    ...common('package', [besideScripts, withoutSite]),
    publicDir: false,
    build: {
      outDir: folder,
      emptyOutDir: false,
      target,
      modulePreload: false,
      minify: true,
      rolldownOptions: {
        input,
        external: ['react', 'vue'],
        preserveEntrySignatures: 'exports-only',
        treeshake: { propertyReadSideEffects: false },
        output: {
          format: 'es',
          entryFileNames: '[name].js',
          chunkFileNames: 'shared/[name]-[hash].js',
          assetFileNames: 'shared/[name]-[hash][extname]',
        },
      },
    },
  });
}

/** The worker as one script, which any bundler can take along as a file. */
export const workerScript = (): Promise<string> => bundled('package', [], source('engine/worker.ts'));
