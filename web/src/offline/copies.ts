/** The copies of what was read: stored as it comes, replaced by what is newer, dropped when no copy of a page names it any more. */
import { copyAddress, isHashed, namedIn } from './addresses';
import { cacheName, type OfflineScope } from './scope';

const typeOf = ({ headers }: Response): string => headers.get('content-type') ?? '';
const isHtml = (response: Response): boolean => typeOf(response).startsWith('text/html');
const isText = (response: Response): boolean => isHtml(response) || /javascript|css/.test(typeOf(response));

/** Failures, parts, redirections and what another origin hides are none, nor is the page that a host shows in place of a missing script. */
const isWhole = (url: string, response: Response): boolean =>
  response.status === 200 && !response.redirected && !(isHashed(url) && isHtml(response));

/** So many files may be there that no page names, while several pages are open. The site has 350. */
const most = 1000;

type Given = Pick<OfflineScope, 'caches' | 'clients' | 'fetch' | 'registration'>;

export class Copies {
  readonly #given: Given;
  readonly #scope: string;
  /** What is being stored: it may name others that are stored already. */
  readonly #storing = new Set<Promise<unknown>>();
  /** A page has become another one: files of the old one may be left. */
  #renewed = false;
  #deleted = false;

  constructor(given: Given) {
    this.#given = given;
    this.#scope = given.registration.scope;
  }

  create(): Promise<unknown> {
    return this.#given.caches.open(cacheName(this.#scope));
  }

  async delete(): Promise<void> {
    this.#deleted = true;
    await Promise.all(this.#storing);
    await this.#given.caches.delete(cacheName(this.#scope));
  }

  async find(url: string): Promise<Response | undefined> {
    // Scripts are asked for with an Origin and without: the copy is the same.
    return (await this.#cache())?.match(copyAddress(url), { ignoreVary: true });
  }

  /** Takes a copy of a response that nobody else reads. One that is cut on its way leaves the older copy. */
  async store(url: string, response: Response): Promise<void> {
    const storing = this.#store(copyAddress(url), response).catch(() => {
      // It was cut, or there is no room: the page has what it asked for.
    });
    this.#storing.add(storing);
    await storing;
    this.#storing.delete(storing);
  }

  async #store(address: string, response: Response): Promise<void> {
    const cache = await this.#cache();
    if (!cache) return;
    // A page that is gone is gone offline too.
    if ([404, 410].includes(response.status) && !isHashed(address)) await cache.delete(address);
    if (!isWhole(address, response)) return;
    const before = isHtml(response) ? await this.find(address) : undefined;
    const now = before && response.clone();
    await cache.put(address, response);
    if (before && (await before.text()) !== (await now?.text())) this.#renewed = true;
  }

  /**
   * What a page has fetched before there was a worker. It is in the browser's own cache, which is asked for every file that the page names,
   * directly or through others: those that it does not have were not read, and the network is not troubled for them.
   */
  async adopt(page: string): Promise<void> {
    const { fetch } = this.#given;
    const cached = { cache: 'only-if-cached', mode: 'same-origin' } as const;
    if (!page.startsWith(this.#scope)) return;
    const found = await fetch(page, cached).catch(() => undefined);
    await this.store(page, found?.ok ? found : await fetch(page));
    await this.#follow([page], async (url) => {
      const copy = await this.find(url);
      if (copy) return copy;
      const file = await fetch(url, cached).catch(() => undefined);
      if (!file?.ok) return undefined;
      await this.store(url, file);
      return this.find(url);
    });
  }

  /**
   * Drops the files that no copy of a page names, once a page has been renewed. Another window may show the older page still, and go on
   * with its files: so only while there is one, or when there are too many of them.
   */
  async sweep(): Promise<void> {
    await Promise.all(this.#storing);
    const cache = await this.#cache();
    if (!cache || !this.#renewed) return;
    const stored = (await cache.keys()).map(({ url }) => url);
    const windows = await this.#given.clients.matchAll({ type: 'window' });
    if (windows.length > 1 && stored.length < most) return;
    this.#renewed = false;
    const pages = (await this.pages()).map(({ url }) => url);
    const named = await this.#follow(pages, (url) => this.find(url));
    const files = stored.filter((url) => copyAddress(url).includes('?') || isHashed(url));
    await Promise.all(files.filter((url) => !named.has(url)).map((url) => cache.delete(url)));
  }

  /** The pages that can be read offline. Titles are HTML. */
  async pages(): Promise<{ readonly url: string; readonly title: string }[]> {
    const cache = await this.#cache();
    const found = (await cache?.keys())?.map(async ({ url }) => {
      const copy = await cache?.match(url, { ignoreVary: true });
      if (!copy || !isHtml(copy)) return [];
      const title = /<title>([^<]*)/.exec(await copy.text())?.[1];
      return [{ url, title: title || url }];
    });
    return (await Promise.all(found ?? [])).flat();
  }

  /** The addresses of all files that these name, and that those name in turn, as far as `open` gives them. */
  async #follow(
    from: readonly string[],
    open: (url: string) => Promise<Response | undefined>,
  ): Promise<Set<string>> {
    const seen = new Set(from);
    // Grows while it is gone through.
    for (const url of seen) {
      const file = await open(url);
      if (file && isText(file))
        for (const name of namedIn(await file.text(), url, this.#scope)) seen.add(name);
    }
    return seen;
  }

  /** Only where it has been created: a worker that was told to go, and whose page is still open, would make one anew. */
  async #cache(): Promise<Cache | undefined> {
    const { caches } = this.#given;
    const name = cacheName(this.#scope);
    const there = await caches.has(name);
    return there && !this.#deleted ? caches.open(name) : undefined;
  }
}
