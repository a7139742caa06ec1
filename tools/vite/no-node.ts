/**
 * What mediabunny has for Node is not there in a browser. Vite would put an empty CommonJS module in its place, and helpers for those into a
 * chunk that every page fetches: 0.3 KB.
 */
import type { Plugin } from 'vite';

const empty = '\0no-node';

export function noNode(): Plugin {
  return {
    name: 'attn-no-node',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source, importer) =>
      source === './node.js' && importer?.includes('/node_modules/mediabunny/') ? empty : undefined,
    load: (id) => (id === empty ? 'export const fs = undefined;' : undefined),
  };
}
