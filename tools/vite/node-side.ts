/**
 * Modules of the site's own code, run in Node while it is built or served: they find the core's files and import each other as in
 * the page. In development that is Vite's own server, so that an edit of such a module is seen at once; the build has one of its own.
 */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createServer, type ViteDevServer } from 'vite';
import { alias, define, repository, web } from './paths.ts';

/** A server that only loads modules. */
const loader = (): Promise<ViteDevServer> =>
  createServer({
    configFile: false,
    root: web,
    appType: 'custom',
    logLevel: 'error',
    resolve: { alias },
    define,
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, hmr: false, ws: false, watch: null, fs: { allow: [repository] } },
  });

function createNodeSide() {
  let serving: ViteDevServer | undefined;
  let building: Promise<ViteDevServer> | undefined;
  return {
    serveFrom(server: ViteDevServer): void {
      serving = server;
    },
    async load<Module>(script: string): Promise<Module> {
      if (!serving) building ??= loader();
      const server = serving ?? (await building);
      return (await server?.ssrLoadModule(script)) as Module;
    },
    async close(): Promise<void> {
      await (await building)?.close();
      building = undefined;
    },
  };
}

/** One for all plugins: they load the same modules. */
export const nodeSide = createNodeSide();

/** When the core was last built: what was made with an older one is out of date. */
export const coreTime = (): number =>
  Math.max(...readdirSync(alias['#wasm']).map((name) => statSync(join(alias['#wasm'], name)).mtimeMs));
