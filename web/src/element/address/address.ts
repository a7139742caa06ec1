import type { Said } from '../../words/words';
import { doubled, fromHash, intoHash, sealed } from './state';

/**
 * The page's address, shared by all figures of the page. What moves by degrees (sliders, steps, the scrubber) replaces the entry of the
 * history; a jump (a preset, Reset, another draw) makes a new one, so that the back button takes back the jump and not the
 * slider's every step.
 */

/** Browsers refuse a page that rewrites its address too often: Safari at 100 times in 30 seconds, counted for all figures together. */
const interval = 400;
/** Marks the entries that figures wrote, and those that a link to a state was followed from: what such an entry does not name is as it started. The entry of an anchor says nothing of figures. */
const mark = 'attn-figures';

const waiting = new Map<string, string | undefined>();
const claimed = new Set<string>();
let lastJump = -Infinity;

/** A name in the address that no other figure of the page uses: `name`, or with a number where that is taken. */
export function claimKey(name: string): string {
  let key = name;
  for (let n = 2; claimed.has(key); n++) key = `${name}-${n}`;
  claimed.add(key);
  return key;
}

/** Frees the name; what still waits to be written under it is not written. */
export function releaseKey(key: string): void {
  claimed.delete(key);
  waiting.delete(key);
}

/** Puts a figure's state into the page's address soon, or takes it out (`undefined`); at once, as a new entry, after a `jump`. */
export function writeLink(key: string, state: string | undefined, jump = false): void {
  // Of a burst of jumps the first makes the entry: a key held down is not a hundred ways back.
  if (jump && performance.now() - lastJump > interval) {
    flush();
    lastJump = performance.now();
    write(intoHash(location.hash, key, state), true);
  } else {
    if (waiting.size === 0) setTimeout(flush, interval);
    waiting.set(key, state);
  }
}

/** Whether the address lags behind what this figure shows. */
export const linkWaits = (key: string): boolean => waiting.has(key);

/**
 * To be asked when the address has changed: whether the reader came to an entry that figures wrote, by the back or forward button.
 * They mean to leave what they were at; what still waits to be written would end up in the wrong entry.
 */
export function cameBack(): boolean {
  const { state } = history;
  if (typeof state !== 'object' || state === null || !(mark in state)) return false;
  waiting.clear();
  return true;
}

function flush(): void {
  // Figures may have gone since, and in tests the page with them.
  if (waiting.size === 0) return;
  let hash = location.hash;
  for (const [key, state] of waiting) hash = intoHash(hash, key, state);
  waiting.clear();
  write(hash, false);
}

function write(hash: string, jump: boolean): void {
  if (hash === location.hash) return;
  // The whole of it: a hash alone would be one of the page’s <base>.
  const address = `${location.href.split('#', 1)}${hash}`;
  markEntry(jump ? undefined : address);
  if (jump) attempt(() => history.pushState(history.state, '', address));
}

/** Marks the entry that the reader is at, with another address where one is given. */
function markEntry(address?: string): void {
  const { state } = history;
  // What the page itself keeps there stays.
  const marked = typeof state === 'object' ? { ...state, [mark]: true } : state;
  attempt(() => history.replaceState(marked, '', address));
}

/** Before a link to a state leads to an entry of its own: who goes back from there finds the figures as this one has them. */
function followed({ target }: Event): void {
  const link = target instanceof Element && target.closest('a');
  // Of a drawing it is another kind of link, which has no hash.
  if (
    link instanceof HTMLAnchorElement &&
    [...claimed].some((key) => fromHash(link.hash, key) !== undefined)
  ) {
    flush();
    markEntry();
  }
}

function attempt(change: () => void): void {
  try {
    change();
  } catch {
    // A sandboxed frame may not touch its address; the figure works without.
  }
}

/** A live figure, as its entries know it. */
export interface Shows {
  restore(text: string | undefined, about: readonly string[]): Promise<void>;
  /** The ghost as a link writes it; `undefined` where there is none. */
  readonly ghost: string | undefined;
  restoreGhost(text: string | undefined): Promise<void>;
}

/** A state as links have it, also where it is that already. */
const asLink = (state: string | undefined): string | undefined => state && sealed(state);

/** Whether the figure that the page's address names has been brought into view: done once, whatever becomes of its element. */
let brought = false;

/** What the page's address says of one figure: the state that it shows, and in an entry of its own the ghost behind it. */
export class Entry {
  /** The figure's name in the address: `name`, with a number where another figure of the page came first. */
  readonly key: string;
  readonly #ghostKey: string;
  readonly #figure: () => Shows | undefined;
  /** Who says sentences about the address. */
  said: Said = {};
  /** The state as it was last read or written. */
  #text: string | undefined;

  constructor(name: string, figure: () => Shows | undefined) {
    this.key = claimKey(name);
    this.#ghostKey = `${this.key}.kept`;
    this.#figure = figure;
    addEventListener('hashchange', this.#follow);
    // On a busy page the entry is another one for a while before `hashchange` says so: what waits would be written over it. One for all figures.
    addEventListener('popstate', cameBack);
    addEventListener('click', followed, true);
  }

  /** Whether the address lags behind what the figure shows. */
  get lags(): boolean {
    return linkWaits(this.key);
  }

  release(): void {
    removeEventListener('hashchange', this.#follow);
    releaseKey(this.key);
    releaseKey(this.#ghostKey);
    if (claimed.size > 0) return;
    removeEventListener('popstate', cameBack);
    removeEventListener('click', followed, true);
  }

  /** The state in the address, and sentences about it. */
  read(): { readonly text: string | undefined; readonly about: readonly string[] } {
    this.#text = fromHash(location.hash, this.key);
    return { text: this.#text, about: doubled(location.hash, this.key, this.said) };
  }

  /** Puts what is shown into the address, or takes it out where that is what the figure starts with. */
  write(state: string | undefined, jump: boolean): void {
    this.#text = asLink(state);
    writeLink(this.key, this.#text, jump);
  }

  writeGhost(state: string | undefined): void {
    writeLink(this.#ghostKey, asLink(state), true);
  }

  restoreGhost(): void {
    const figure = this.#figure();
    if (!figure) return;
    const text = fromHash(location.hash, this.#ghostKey);
    if (asLink(text) !== asLink(figure.ghost)) void figure.restoreGhost(text).catch(() => {});
  }

  /** The address of the page with this state, and the ghost as it is. */
  addressOf(state: string): string {
    const own = intoHash('', this.key, asLink(state));
    return location.href.split('#')[0] + intoHash(own, this.#ghostKey, asLink(this.#figure()?.ghost));
  }

  /** A link made by one figure brings its reader to that figure; coming back to a page leaves them where they were. */
  comeIntoView(element: Element): void {
    const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    const [first = ''] = location.hash.slice(1).split('&');
    if (brought || fromHash(first, this.key) === undefined) return;
    brought = true;
    // Asked last, and of one figure only: the answer costs a layout of the page.
    const unseen = (): boolean => element.getBoundingClientRect().top >= innerHeight / 2;
    if (visit?.type === 'navigate' && unseen()) element.scrollIntoView();
  }

  readonly #follow = (): void => {
    const back = cameBack();
    const text = fromHash(location.hash, this.key);
    // An anchor says nothing of figures; while a change of the reader's is on its way there, the address is older than the figure.
    const news = text === undefined ? back : !linkWaits(this.key);
    // The entry of another figure may have changed alone: this one stays as it is, and goes on if it plays.
    const other = text === undefined || text !== this.#text;
    if (news) this.#text = text;
    if (news && other)
      void this.#figure()
        ?.restore(text, doubled(location.hash, this.key, this.said))
        .catch(() => {});
    if (text !== undefined || back) this.restoreGhost();
  };
}
