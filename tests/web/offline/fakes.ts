/** A browser around the service worker: caches, pages and a network that are in memory. */
import type { Asked, OfflineScope } from '../../../web/src/offline/scope';

export const scope = 'https://host.example/some/where/';

class FakeCache {
  readonly entries = new Map<string, Response>();
  match = async (url: string): Promise<Response | undefined> => this.entries.get(url)?.clone();
  keys = async (): Promise<{ url: string }[]> => [...this.entries.keys()].map((url) => ({ url }));
  delete = async (url: string): Promise<boolean> => this.entries.delete(url);
  async put(url: string, response: Response): Promise<void> {
    // As in a browser, all of the body has to come first.
    const body = await response.arrayBuffer();
    this.entries.set(url, new Response(body, response));
  }
}

export interface File {
  readonly body: BodyInit;
  readonly type?: string;
  readonly status?: number;
  readonly redirected?: boolean;
}

export const html = (body: string): File => ({ body, type: 'text/html' });
export const js = (body: string): File => ({ body, type: 'text/javascript' });

export class Browser {
  /** What the host has, by its address below the site. */
  readonly host = new Map<string, File>();
  /** What the browser's own cache has. */
  readonly cached = new Map<string, File>();
  readonly asked: string[] = [];
  isThere = true;
  windows = 1;
  unregistered = false;
  readonly stores = new Map<string, FakeCache>();
  readonly #listeners = new Map<string, (event: never) => void>();

  readonly self = {
    location: { href: `${scope}sw.js` },
    registration: {
      scope,
      unregister: async () => {
        this.unregistered = true;
        return true;
      },
    },
    clients: {
      claim: async () => {},
      matchAll: async () => Array.from({ length: this.windows }),
    },
    caches: {
      has: async (name: string) => this.stores.has(name),
      open: async (name: string) => {
        const store = this.stores.get(name) ?? new FakeCache();
        this.stores.set(name, store);
        return store;
      },
      delete: async (name: string) => this.stores.delete(name),
    },
    skipWaiting: async () => {},
    fetch: (request: Request | string, init: RequestInit = {}) => this.#fetch(request, init),
    addEventListener: (type: string, listener: (event: never) => void) => this.#listeners.set(type, listener),
  } as unknown as OfflineScope;

  async #fetch(request: Request | string, { cache, method }: RequestInit): Promise<Response> {
    const url = typeof request === 'string' ? request : request.url;
    const name = url.slice(scope.length).replace(/#.*/, '');
    if (cache === 'only-if-cached') return answer(this.cached.get(name));
    this.asked.push(method === 'HEAD' ? `HEAD ${name}` : name);
    if (!this.isThere) throw new TypeError('Failed to fetch');
    return answer(this.host.get(name) ?? this.host.get(name.replace(/\?.*/, '')));
  }

  /** The addresses of all copies, below the site. */
  get copies(): string[] {
    return [...this.stores.values()].flatMap(({ entries }) =>
      [...entries.keys()].map((url) => url.slice(scope.length)),
    );
  }

  /** Tells the worker of an event, and waits until it is done with it. */
  async tell(type: string, event: object): Promise<Response | undefined> {
    const lasting: Promise<unknown>[] = [];
    let answered: Promise<Response> | undefined;
    this.#listeners.get(type)?.({
      ...event,
      waitUntil: (done: Promise<unknown>) => lasting.push(done),
      respondWith: (response: Promise<Response>) => {
        answered = response;
      },
    } as never);
    const response = await answered;
    for (const done of lasting) await done;
    return response;
  }

  async ask(
    name: string,
    how: Partial<Asked['request']> = {},
    clientId = 'page',
  ): Promise<Response | undefined> {
    return this.tell('fetch', { request: asking(name, how), clientId, resultingClientId: '' });
  }

  /** Opens a page, which is then a client of that name, from another. */
  async open(
    name: string,
    resultingClientId = 'page',
    cache: RequestCache = 'default',
    clientId = '',
  ): Promise<Response | undefined> {
    const request = asking(name, { mode: 'navigate', cache });
    return this.tell('fetch', { request, clientId, resultingClientId });
  }

  loaded(name: string, seen = true): Promise<unknown> {
    return this.tell('message', { data: { page: scope + name, seen } });
  }
}

function answer(file: File | undefined): Response {
  if (!file) return new Response('Not found', { status: 404, headers: { 'Content-Type': 'text/html' } });
  const { body, type = 'application/wasm', status = 200, redirected = false } = file;
  const response = new Response(body, { status, headers: { 'Content-Type': type } });
  return redirected ? led(response) : response;
}

/** As after a redirection, which Node makes none of. */
const led = (response: Response): Response =>
  Object.defineProperties(response, {
    redirected: { value: true },
    clone: { value: () => led(Response.prototype.clone.call(response)) },
  });

/** Node makes no requests that navigate. */
export const asking = (name: string, how: Partial<Request> = {}): Request =>
  ({
    url: name.startsWith('https:') ? name : scope + name,
    method: 'GET',
    mode: 'cors',
    cache: 'default',
    headers: new Headers(),
    ...how,
  }) as Request;
