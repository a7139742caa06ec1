import { relative } from 'node:path';
import { defineConfig } from 'vite';
import { contentSecurityPolicy } from './tools/vite/csp.ts';
import { pagesOfFigures } from './tools/vite/figure-pages.ts';
import { fonts } from './tools/vite/fonts.ts';
import { heights } from './tools/vite/heights.ts';
import { integrity } from './tools/vite/integrity.ts';
import { ledger } from './tools/vite/ledger.ts';
import { noNode } from './tools/vite/no-node.ts';
import { thirdPartyNotices } from './tools/vite/notices.ts';
import { offline } from './tools/vite/offline.ts';
import { pageFiles } from './tools/vite/pages.ts';
import { alias, define, dist, repository, web } from './tools/vite/paths.ts';
import { plainImports } from './tools/vite/plain-imports.ts';
import { posters } from './tools/vite/posters.ts';
import { figurePageFiles, figurePagesModule } from './tools/vite/shown-figures.ts';
import { singles } from './tools/vite/singles.ts';
import { site } from './tools/vite/site.ts';
import { pages } from './tools/vite/transforms.ts';
import { versions } from './tools/vite/versions.ts';
import { wasmWatch } from './tools/vite/wasm-watch.ts';

/** Scripts for other sites: their addresses stay the same from version to version. */
const scripts: Record<string, string> = {
  'attn-figure': `${web}/src/embed/script.ts`,
  'embed-host': `${web}/src/embed/host.ts`,
};

const treeshake = { propertyReadSideEffects: false } as const;

/**
 * Symbols of a chapter and Python of a figure are called by what they are: others may have the same name. So are the figures themselves,
 * and nothing else: web/src/element/shell/declaration.ts runs no other file that a tag names.
 */
const chunkFileNames = ({ facadeModuleId }: { readonly facadeModuleId: string | null }): string => {
  const file = facadeModuleId ?? '';
  if (/\/figures\/[\w-]+\/[\w-]+\.ts$/.test(file)) return 'assets/[name].figure-[hash].js';
  const python = file.endsWith('.py?raw') ? 'python-' : '';
  return `assets/${file.includes('/symbols/') ? 'symbols-' : python}[name]-[hash].js`;
};

/**
 * What the figures of a chapter share is one file, which is not called as a figure is: one is called as its chapter. But for what a ladder
 * shares with the bench above it alone.
 */
const chapterOf = (id: string): string | null => {
  const chapter = /\/figures\/([\w-]+)\/shared\/(?!own-text|kept-ladder)[\w-]+\.ts$/.exec(id)?.[1];
  return chapter === undefined ? null : `chapter-${chapter}`;
};

export default defineConfig({
  root: web,
  // Relative links: the site works in any folder of any host.
  base: './',
  appType: 'mpa',
  cacheDir: `${repository}/build/cache/vite`,
  plugins: [
    pages(),
    heights(),
    fonts(),
    ledger(),
    site(),
    figurePagesModule(),
    pagesOfFigures(),
    plainImports(),
    noNode(),
    posters(),
    versions('attn-figure'),
    singles(),
    offline(),
    thirdPartyNotices(),
    integrity(),
    wasmWatch(),
  ],
  resolve: { alias },
  define,
  worker: { format: 'es', rolldownOptions: { treeshake, output: { chunkFileNames } } },
  build: {
    outDir: dist,
    emptyOutDir: true,
    // The oldest browsers that have all we need; older ones keep prose, equations and posters.
    target: ['chrome102', 'firefox114', 'safari16.4'],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      treeshake,
      input: {
        ...Object.fromEntries(
          [...pageFiles(), ...figurePageFiles()].map((file) => [
            relative(web, file).replace(/\.html$/, ''),
            file,
          ]),
        ),
        ...scripts,
      },
      output: {
        // What every figure fetches, in two files: many small ones compress worse. What is imported when it is asked for stays apart.
        codeSplitting: {
          groups: [
            {
              name: 'element',
              test: /\/web\/src\/(element|words|figures(?!.*\/registry\.ts$)|kinds|draw|engine(?!\/(?:ledger|generated|better)\b))\/|vite\/preload-helper/,
              tags: ['$initial'],
            },
            // The list of all figures: pages of ours name the files of their own.
            { name: 'registry', test: /\/figures\/(?:[\w-]+\/)?registry\.ts$/ },
            // With what chapters have in common: the file of one would take it along, and other chapters fetch that.
            {
              name: 'draw',
              test: /\/draw\/(axes|ghost|inset|scale|subscript|ticks)\.ts$|\/figures\/shared\/as-matrix\.ts$/,
            },
            // By itself: the element's first figure does without, and the file of a chapter would take it along.
            { name: 'idioms', test: /\/figures\/shared\/idioms\.ts$/ },
            { name: 'arrow', test: /\/draw\/arrow\.ts$/ },
            { name: 'categories', test: /\/draw\/categories\.ts$/ },
            // Kinds of parameters that several figures bring along, as all kinds are by themselves.
            { name: 'file', test: /\/kinds\/(file|base64)\.ts$|\/words\/en\/file\.ts$/ },
            { name: 'arrays', test: /\/kinds\/arrays\.ts$|\/words\/en\/rows\.ts$/ },
            { name: chapterOf, minShareCount: 2 },
          ],
        },
        chunkFileNames,
        entryFileNames: ({ name }) => (name in scripts ? `${name}.js` : 'assets/[name]-[hash].js'),
      },
    },
  },
  server: { fs: { allow: [repository] } },
  preview: {
    port: 4173,
    strictPort: true,
    headers: { 'Content-Security-Policy': contentSecurityPolicy },
  },
});
