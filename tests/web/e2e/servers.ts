/** Other sites for the tests: each has a port, and so an origin, of its own. */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname } from 'node:path';
import { pathToFileURL } from 'node:url';

export interface Site {
  readonly origin: string;
  /** Paths that were asked for, in order. */
  readonly asked: string[];
  close(): Promise<void>;
}

interface Answer {
  readonly body: string | Buffer;
  readonly type: string;
  readonly headers?: Readonly<Record<string, string>>;
}

type Given = Answer | 'unreachable' | undefined;

/** A site that answers what `answer` gives, and 404 where it gives nothing; for `unreachable` the connection breaks. */
export async function serve(answer: (path: string) => Given | Promise<Given>): Promise<Site> {
  const asked: string[] = [];
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    asked.push(pathname);
    const found = await answer(pathname);
    if (found === 'unreachable') {
      request.socket.destroy();
      return;
    }
    if (found) response.writeHead(200, { 'Content-Type': found.type, ...found.headers });
    else response.writeHead(404);
    response.end(found?.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A browser asks for it by itself, now and then while tests look. */
const icon = { path: '/favicon.ico', answer: { body: '', type: 'image/x-icon' } };

/** A site of one page. */
export const page = (body: string, headers: Record<string, string> = {}): Promise<Site> =>
  serve((path) =>
    path === icon.path
      ? icon.answer
      : { body: `<!doctype html><html lang="en"><title>A blog</title>${body}`, type: 'text/html', headers },
  );

export const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.xml': 'application/xml',
};

/** A file of a folder as a host of static files answers it, if it is there. */
async function fileOf(from: URL, path: string, headers: Answer['headers'] = {}): Promise<Answer | undefined> {
  const name = path.replace(/(^|\/)$/, '$1index.html');
  try {
    return { body: await readFile(new URL(name, from)), type: types[extname(name)] ?? 'text/plain', headers };
  } catch {
    return undefined;
  }
}

/** With the one header that a host needs for scripts to work elsewhere. */
const forAll = { 'Access-Control-Allow-Origin': '*' };

/** The built site on another origin, in a folder of it. */
export const builtSite = (
  folder = '/',
  headers: Readonly<Record<string, string>> = forAll,
  from = new URL('../../../dist/', import.meta.url),
  isThere = (): boolean => true,
): Promise<Site> =>
  serve((path) => {
    if (!isThere()) return 'unreachable';
    return path.startsWith(folder) ? fileOf(from, path.slice(folder.length), headers) : undefined;
  });

/** A folder as a site. */
export const folderSite = (folder: string): Promise<Site> => {
  const from = pathToFileURL(`${folder}/`);
  return serve((path) => (path === icon.path ? icon.answer : fileOf(from, path.slice(1), forAll)));
};
