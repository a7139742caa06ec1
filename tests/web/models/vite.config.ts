/** The model figures as a site of their own, for the tests alone: the element's built code over another registry. */
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { alias, define, repository } from '../../../tools/vite/paths.ts';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: at('.'),
  base: './',
  appType: 'mpa',
  cacheDir: `${repository}/build/cache/models`,
  resolve: {
    alias: [
      { find: /^(\.\.?\/)+figures\/registry$/, replacement: at('registry.ts') },
      ...Object.entries(alias).map(([find, replacement]) => ({ find, replacement })),
    ],
  },
  define,
  worker: { format: 'es' },
  build: {
    outDir: `${repository}/build/models`,
    emptyOutDir: true,
    target: ['chrome102', 'firefox114', 'safari16.4'],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
