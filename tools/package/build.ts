/** `npm run build:package`: the npm package, in build/package, from the sources of the site. Needs what ./tools/start --build-only leaves. */
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { drawn } from '../vite/drawn.ts';
import { writeIntegrity } from '../vite/integrity.ts';
import { nodeSide } from '../vite/node-side.ts';
import { alias, dist, repository, version } from '../vite/paths.ts';
import { readSite } from '../vite/site.ts';
import { describe } from './describe.ts';
import { toldOfAll } from './figures.ts';
import { buildScripts, workerScript } from './scripts.ts';
import { writeTypes } from './types.ts';

const folder = join(repository, 'build/package');

const entry = (name: string) => ({ types: `./types/package/${name}.d.ts`, default: `./${name}.js` });

/** What npm is told of it. */
const manifest = ({ repository: source } = readSite()) => ({
  name: 'attention-explorables',
  version,
  description:
    'Live figures about attention, each computed in the page by a tested C++ library, as a web component',
  license: 'Apache-2.0',
  keywords: [
    'attention',
    'transformers',
    'explorable',
    'visualization',
    'web-component',
    'custom-element',
    'wasm',
  ],
  ...(source && { repository: { type: 'git', url: `git+${source}.git` } }),
  type: 'module',
  exports: {
    '.': entry('index'),
    './define': entry('define'),
    './engine': entry('engine'),
    './react': entry('react'),
    './vue': entry('vue'),
    // With its ending, as it is named where there is no bundler.
    './*.js': './*.js',
    './figures/*.js': './figures/*.js',
    './experiments/*.js': './experiments/*.js',
    './figures/*': { types: './figures/*.d.ts', default: './figures/*.js' },
    './experiments/*': { types: './experiments/*.d.ts', default: './experiments/*.js' },
    './wasm/*': './wasm/*',
    './posters/*': './posters/*',
    './figures.json': './figures.json',
    './custom-elements.json': './custom-elements.json',
    './web-types.json': './web-types.json',
    './html-custom-data.json': './html-custom-data.json',
    './integrity.json': './integrity.json',
    './package.json': './package.json',
  },
  sideEffects: ['./define.js'],
  customElements: './custom-elements.json',
  'web-types': './web-types.json',
  peerDependencies: { react: '>=18', vue: '>=3' },
  peerDependenciesMeta: { react: { optional: true }, vue: { optional: true } },
});

/** The parts that an experiment of the package is in: those of the ledger, and what only tests ask, stay out. */
function copyParts(): void {
  const scripts = ['shared', 'experiments'].flatMap((name) =>
    readdirSync(join(folder, name))
      .filter((file) => file.endsWith('.js'))
      .map((file) => readFileSync(join(folder, name, file), 'utf8')),
  );
  const named = new Set(
    scripts.flatMap((text) =>
      [...text.matchAll(/"\.\.\/wasm\/([\w.-]+\.wasm)"/g)].map(([, file = '']) => file),
    ),
  );
  mkdirSync(join(folder, 'wasm'));
  for (const file of named) {
    cpSync(join(alias['#wasm'], file), join(folder, 'wasm', file));
    // The linker calls what it makes a program.
    chmodSync(join(folder, 'wasm', file), 0o644);
  }
}

export async function main(): Promise<void> {
  if (!existsSync(join(dist, 'posters')))
    throw new Error('package: there is no built site yet: run ./tools/start --build-only');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);
  try {
    const ids = await drawn.ids();
    await buildScripts(folder, ids);
    write('worker.js', await workerScript());
    copyParts();
    mkdirSync(join(folder, 'posters'));
    for (const id of ids)
      for (const theme of ['light', 'dark'])
        cpSync(join(dist, `posters/${id}.${theme}.svg`), join(folder, `posters/${id}.${theme}.svg`));
    write('figures.json', `${JSON.stringify(await toldOfAll(ids), null, 1)}\n`);
    const types = writeTypes(folder, ids);
    const of = (file: string): string => types.get(file) ?? '';
    const described = describe({
      element: of('element/shell/attn-figure.d.ts'),
      attributes: of('element/shell/attributes.d.ts'),
      events: of('element/shell/events.d.ts'),
      version,
      figures: ids,
    });
    for (const [name, content] of Object.entries(described))
      write(name, `${JSON.stringify(content, null, 1)}\n`);
    cpSync(join(repository, 'LICENSE'), join(folder, 'LICENSE'));
    cpSync(join(repository, 'THIRD_PARTY_NOTICES.md'), join(folder, 'THIRD_PARTY_NOTICES.md'));
    cpSync(join(repository, 'docs/package.md'), join(folder, 'README.md'));
    write('package.json', `${JSON.stringify(manifest(), null, 2)}\n`);
    writeIntegrity(folder);
  } finally {
    await nodeSide.close();
  }
}
