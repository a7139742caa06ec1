/**
 * `import()` as it is. Vite puts a helper of a kilobyte around each, which fetches together with a chunk what that imports. Here this
 * is there by then: the element is, and what else a page's first figure needs is named in the head (`preloads`).
 */
import type { Plugin } from 'vite';

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
