/**
 * `import()` as it is. Vite puts a helper of a kilobyte around each, which fetches together with a chunk what that imports. Here this
 * is there by then: the element is, and what else a page's first figure needs is named in the head (`preloads`).
 */
import type { Plugin } from 'vite';

const load = '(import\\([^()]*\\)(?:\\.then\\([^()]*\\))?)';
/** `__vitePreload(() => import('./a.js'), …)`, and the same with a function that picks names, which who awaits the import does again. */
const helped = new RegExp(
  `__vitePreload\\((?:\\(\\) => ${load}|async \\(\\) => \\{\\s*const \\{[^{}]*\\} = await ${load};\\s*return \\{[^{}]*\\};?\\s*\\}), __VITE_PRELOAD__, import\\.meta\\.url\\)`,
  'g',
);

export function plainImports(): Plugin {
  return {
    name: 'attn-plain-imports',
    apply: 'build',
    enforce: 'pre',
    config: () => ({
      build: {
        modulePreload: {
          resolveDependencies: (_file, names, { hostType }) => (hostType === 'js' ? [] : names),
        },
      },
    }),
    load: {
      filter: { id: /\0vite\/preload-helper/ },
      handler: () => 'export const __vitePreload = (load) => load();',
    },
    // Before the names of files are made of what is in them.
    renderChunk: (code) => ({
      code: code.replace(helped, (_all, one?: string, other?: string) => one ?? other ?? ''),
      map: null,
    }),
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle))
        if (
          file.type === 'chunk' &&
          file.isDynamicEntry &&
          !file.isEntry &&
          file.viteMetadata?.importedCss.size
        )
          this.error(`${file.fileName} is imported when it is asked for: nothing would fetch its style`);
    },
  };
}
