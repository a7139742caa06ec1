/**
 * `import()` as it is. Vite has a plugin that puts a helper around each, which fetches together with a chunk what that imports. Here
 * this is there by then: the element is, and what else a page's first figure needs is named in the head (`preloads`). With the helper
 * every page would fetch a kilobyte more until its first figure is live, and the element be over its budget.
 */
import type { Plugin } from 'vite';

const helper = 'native:import-analysis-build';

export function plainImports(): Plugin {
  return {
    name: 'attn-plain-imports',
    apply: 'build',
    configResolved({ plugins }) {
      const at = plugins.findIndex(({ name }) => name === helper);
      if (at < 0)
        throw new Error(`Vite has no ${helper} any more: see what puts helpers around import() now`);
      (plugins as Plugin[]).splice(at, 1);
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
