/**
 * `singles.json`: which files of the site a page needs that holds one figure and no more (decision 43). The element's button fetches them and packs
 * them into a page, and ./tools/single does from disk.
 */
import type { Plugin, Rolldown } from 'vite';
import type { Singles } from '../../web/src/element/panels/one-page.ts';

const entry = 'attn-figure.js';
const isRegistry = (id: string): boolean => /\/figures\/(?:[\w-]+\/)?registry\.ts$/.test(id);
const isScalar = (name: string): boolean => /\.scalar-[\w-]{8}\.wasm$/.test(name);

type Modules = Pick<Rolldown.PluginContext, 'getModuleInfo'>;

/** A module and all that it imports, at once or when it is asked for; the list of all figures leads to none of them. */
function modulesOf(modules: Modules, from: string): Set<string> {
  const found = new Set<string>();
  const add = (id: string): void => {
    if (found.has(id)) return;
    found.add(id);
    const info = modules.getModuleInfo(id);
    for (const other of info?.importedIds ?? []) add(other);
    if (!isRegistry(id)) for (const other of info?.dynamicallyImportedIds ?? []) add(other);
  };
  add(from);
  return found;
}

/**
 * The files of a module: its chunk with those that this imports, and of what is asked for later that which the module itself may ask for, since its chunk may
 * hold what other figures share. Of two builds of a binary the one with SIMD.
 */
function filesOf(modules: Modules, bundle: Rolldown.OutputBundle, name: string, known: ReadonlySet<string>) {
  const found = new Set<string>();
  const first = bundle[name];
  const own = modulesOf(modules, (first?.type === 'chunk' && first.facadeModuleId) || name);
  const isOwn = (other: string): boolean => {
    const file = bundle[other];
    return file?.type === 'chunk' && (file.facadeModuleId === null || own.has(file.facadeModuleId));
  };
  const add = (path: string): void => {
    if (found.has(path) || known.has(path)) return;
    found.add(path);
    const file = bundle[path];
    if (file?.type !== 'chunk') return;
    const binaries = [...(file.viteMetadata?.importedAssets ?? [])].filter((asset) => !isScalar(asset));
    for (const other of [...file.imports, ...file.dynamicImports.filter(isOwn), ...binaries]) add(other);
  };
  add(name);
  return found;
}

function listed(modules: Modules, bundle: Rolldown.OutputBundle): Singles {
  const all = filesOf(modules, bundle, entry, new Set());
  const registry = Object.values(bundle).find(
    (file) => file.type === 'chunk' && file.moduleIds.some(isRegistry),
  );
  if (registry?.type !== 'chunk') throw new Error('singles: there is no list of all figures');
  const figures = registry.dynamicImports.map((name): [string, string[]] => {
    const file = bundle[name];
    const id = file?.type === 'chunk' && file.facadeModuleId?.replace(/.*\/|\.ts$/g, '');
    if (!id) throw new Error(`singles: ${name} is no figure`);
    return [id, [...filesOf(modules, bundle, name, all)]];
  });
  return { all: [...all], figures: Object.fromEntries(figures) };
}

export function singles(): Plugin {
  return {
    name: 'attn-singles',
    apply: 'build',
    // The element offers what the site that it comes from has.
    config: () => ({ define: { 'import.meta.env.SINGLES': 'true' } }),
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const source = JSON.stringify(listed(this, bundle));
        this.emitFile({ type: 'asset', fileName: 'singles.json', source });
      },
    },
  };
}
