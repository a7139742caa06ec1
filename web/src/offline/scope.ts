/** What a service worker is given. TypeScript's own declarations of it cannot stand beside those of a page. */

export interface Lasting extends Event {
  /** The browser lets the worker live until then. */
  waitUntil(done: Promise<unknown>): void;
}

/** Of a `FetchEvent`, what an answer depends on. */
export interface Asked {
  readonly request: Request;
  /** Which page or worker asks. */
  readonly clientId: string;
  /** Which page or worker the answer becomes, if any. */
  readonly resultingClientId: string;
}

export interface Fetching extends Lasting, Asked {
  respondWith(response: Promise<Response>): void;
}

export interface Told extends Lasting {
  readonly data: unknown;
}

export interface OfflineScope {
  readonly location: { readonly href: string };
  readonly registration: { readonly scope: string; unregister(): Promise<boolean> };
  readonly clients: {
    claim(): Promise<void>;
    matchAll(which: { readonly type: 'window' }): Promise<readonly unknown[]>;
  };
  readonly caches: CacheStorage;
  fetch(request: Request | string, init?: RequestInit): Promise<Response>;
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: Lasting) => void): void;
  addEventListener(type: 'fetch', listener: (event: Fetching) => void): void;
  addEventListener(type: 'message', listener: (event: Told) => void): void;
}

/** Of the copies. A host has one store of caches, and may have several sites in its folders. */
export const cacheName = (scope: string): string => `attn-offline ${scope}`;
