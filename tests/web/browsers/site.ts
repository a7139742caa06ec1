/** The built site, served under its policy as `vite preview` does, on a port of its own. */
import { existsSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { preview } from 'vite';
import { dist, repository } from '../../../tools/vite/paths.ts';
import { patience, pause } from './driver.ts';

export interface Site {
  /** With a slash at its end. */
  readonly url: string;
  /** Files that were asked for and not there, since the start or the last `forget`. */
  readonly missing: readonly string[];
  forget(): void;
  /** Waits until a file whose path ends like this has been asked for since the last `forget`, and then for a second of silence. */
  quiet(ending: string): Promise<void>;
  close(): Promise<void>;
}

/**
 * `extra` are files besides those of the site, by path, to try what a page with faults does; the parts of a list arrive a moment after
 * each other. `config` is that of another site than the article.
 */
export async function serveSite(
  extra: Readonly<Record<string, string | readonly string[]>> = {},
  config = 'vite.config.ts',
): Promise<Site> {
  if (!existsSync(join(dist, 'index.html'))) throw new Error('There is no site in dist: npm run build');
  let asked: { readonly path: string; readonly status: number }[] = [];
  let last = 0;
  const server = await preview({
    configFile: join(repository, config),
    logLevel: 'error',
    plugins: [
      {
        name: 'attn-watch-requests',
        configurePreviewServer({ middlewares }) {
          middlewares.use((request, response, next) => {
            const path = (request.url ?? '').replace(/[?#].*/, '');
            last = Date.now();
            response.once('close', () => {
              last = Date.now();
              asked.push({ path, status: response.statusCode });
            });
            const content = extra[path];
            if (content === undefined) return next();
            // Sent from here, with the policy: what is measured is how a browser speaks of a page that breaks it.
            for (const [name, value] of Object.entries(server.config.preview.headers))
              if (value !== undefined) response.setHeader(name, value);
            response.setHeader('Content-Type', path.endsWith('.html') ? 'text/html' : 'text/javascript');
            void sendInParts(response, [content].flat());
          });
        },
      },
    ],
    preview: { port: 0, strictPort: false, host: '127.0.0.1', open: false },
  });
  const address = server.httpServer.address();
  if (typeof address !== 'object' || !address) throw new Error('The site is served nowhere.');
  return {
    url: `http://127.0.0.1:${address.port}/`,
    get missing() {
      return asked.filter(({ status }) => status >= 400).map(({ path }) => path);
    },
    forget() {
      asked = [];
    },
    async quiet(ending) {
      const late = Date.now() + patience;
      while (!asked.some(({ path }) => path.endsWith(ending)) || Date.now() - last < 1000) {
        if (Date.now() > late) throw new Error(`No browser asked for ${ending}, or it never fell silent.`);
        await pause(50);
      }
    },
    close: () => server.close(),
  };
}

async function sendInParts(response: ServerResponse, parts: readonly string[]): Promise<void> {
  for (const [i, part] of parts.entries()) {
    if (i > 0) await pause(500);
    response.write(part);
  }
  response.end();
}
