/** The web code as one script, for what is not the site: `import.meta.env.MODE` tells which. */
import { build, type InlineConfig, type Plugin } from 'vite';
import { alias, define, web } from './paths.ts';

/** Files from here on stay files: none. */
const all = 1e9;

/** The oldest browsers that unpack a single file; the core itself runs from Chrome 102 on. */
export const target = ['chrome103', 'firefox114', 'safari16.4'];

interface Chunk {
  readonly type: 'chunk';
  readonly code: string;
}

/** What the builds of one figure, of a worker and of the package have in common. */
export const common = (mode: string, plugins: readonly Plugin[]): InlineConfig => ({
  configFile: false,
  root: web,
  mode,
  logLevel: 'error',
  plugins: [...plugins],
  resolve: { alias },
  // Where a module is run to build, that is development.
  define: { ...define, 'import.meta.env.DEV': 'false' },
});

/** Builds an entry and what it imports into one script. */
export async function bundled(
  mode: string,
  plugins: readonly Plugin[],
  input: string,
  format: 'es' | 'iife' = 'es',
): Promise<string> {
  const built = await build({
    ...common(mode, plugins),
    build: {
      write: false,
      target,
      assetsInlineLimit: all,
      modulePreload: false,
      rolldownOptions: {
        input,
        // What a page's script exports nobody would ask for.
        preserveEntrySignatures: 'exports-only',
        treeshake: { propertyReadSideEffects: false },
        output: { format, codeSplitting: false },
      },
    },
  });
  if (Array.isArray(built) || !('output' in built)) throw new Error(`${mode}: Vite has built something else`);
  const chunks = built.output.filter(({ type }) => type === 'chunk') as readonly Chunk[];
  const [chunk, ...others] = chunks;
  if (!chunk || others.length > 0 || built.output.length > 1)
    throw new Error(`${mode}: ${built.output.length} files came of ${input}, expected one`);
  return chunk.code;
}
