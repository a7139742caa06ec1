/**
 * What a page's first figure needs, named in the head of the page: its code and the client of the engine. Otherwise the browser
 * would find them only when the element runs.
 */
import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite';

type Bundle = Rolldown.OutputBundle;

const chunkOf = (bundle: Bundle, module: RegExp): Rolldown.OutputChunk | undefined =>
  Object.values(bundle).find(
    (file): file is Rolldown.OutputChunk =>
      file.type === 'chunk' && file.moduleIds.some((id) => module.test(id)),
  );

/** Names of the modules' chunks and of all that they import, each once. */
function closure(bundle: Bundle, modules: readonly RegExp[]): string[] {
  const found = new Set<string>();
  const add = (name: string): void => {
    const file = bundle[name];
    if (file?.type !== 'chunk' || found.has(name)) return;
    found.add(name);
    file.imports.forEach(add);
  };
  for (const module of modules) {
    const chunk = chunkOf(bundle, module);
    if (!chunk) throw new Error(`preloads: ${module.source} is in no chunk`);
    add(chunk.fileName);
  }
  return [...found];
}

export function preloads(): Plugin {
  return {
    name: 'attn-preloads',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle, path }) {
        const fig = /<attn-figure\s[^>]*\bfig="([^"]*)"/.exec(html)?.[1];
        if (!bundle || !fig) return [];
        const up = '../'.repeat(path.split('/').length - 2) || './';
        return closure(bundle, [new RegExp(`/src/figures/.*/${fig}\\.ts$`), /\/src\/engine\/client\.ts$/])
          .filter((name) => !html.includes(name))
          .map(
            (name): HtmlTagDescriptor => ({
              tag: 'link',
              attrs: { rel: 'modulepreload', href: up + name, crossorigin: '' },
              injectTo: 'head',
            }),
          );
      },
    },
  };
}
