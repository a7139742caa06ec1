/** What an address says of a file: whether it changes, under which address its copy is stored, and which files it names. */

/** A hash of the content is part of the name: another content has another name. */
const hashedName = String.raw`[\w.-]+-[\w-]{8}\.(?:js|css|wasm|woff2)`;
const hashed = new RegExp(`/assets/${hashedName}$`);
/** A hash as the query: the address tells versions apart, but a host answers every query with the newest. */
const versioned = /\?[0-9a-f]{8}$/;

export const isHashed = (url: string): boolean => hashed.test(url);

/** How a request is answered; undefined where the worker leaves it to the browser. */
export type Way = 'copy first' | 'network first';

export function wayOf(request: Request, scope: string): Way | undefined {
  const { method, url, cache, headers } = request;
  if (method !== 'GET' || !url.startsWith(scope) || headers.has('range')) return undefined;
  if (cache === 'only-if-cached' || cache === 'no-store') return undefined;
  // Who reloads a file found the one that there was spoilt.
  return isHashed(url) && cache === 'default' ? 'copy first' : 'network first';
}

/** The address of a copy. A folder of files gives the same page for every query and fragment, and for `index.html` as for its folder. */
export function copyAddress(url: string): string {
  const plain = url.replace(/#.*/, '');
  return versioned.test(plain) ? plain : plain.replace(/\?.*/, '').replace(/\/index\.html$/, '/');
}

/** The addresses of the files with a hash that a page, a script or a style sheet at `url` names. */
export function namedIn(text: string, url: string, scope: string): string[] {
  const names = text.match(new RegExp(hashedName, 'g')) ?? [];
  const queries = text.match(/[\w./-]+\?[0-9a-f]{8}\b/g) ?? [];
  return [
    ...new Set([
      ...names.map((name) => `${scope}assets/${name}`),
      ...queries.map((address) => new URL(address, url).href),
    ]),
  ];
}
