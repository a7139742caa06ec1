import { cameBack, claimKey, linkWaits, releaseKey, writeLink } from './address';
import { doubled, fromHash, intoHash, sealed } from './state';

/** A live figure, as its entries know it. */
export interface Shows {
  restore(text: string | undefined, about: readonly string[]): Promise<void>;
  /** The ghost as a link writes it; `undefined` where there is none. */
  readonly ghost: string | undefined;
  restoreGhost(text: string | undefined): Promise<void>;
}

/** Whether the figure that the page's address names has been brought into view: done once, whatever becomes of its element. */
let brought = false;

/** What the page's address says of one figure: the state that it shows, and in an entry of its own the ghost behind it. */
export class Entry {
  /** The figure's name in the address: `name`, with a number where another figure of the page came first. */
  readonly key: string;
  readonly #ghostKey: string;
  readonly #figure: () => Shows | undefined;
  /** The state as it was last read or written. */
  #text: string | undefined;

  constructor(name: string, figure: () => Shows | undefined) {
    this.key = claimKey(name);
    this.#ghostKey = `${this.key}.kept`;
    this.#figure = figure;
    addEventListener('hashchange', this.#follow);
  }

  release(): void {
    removeEventListener('hashchange', this.#follow);
    releaseKey(this.key);
    releaseKey(this.#ghostKey);
  }

  /** The state in the address, and sentences about it. */
  read(): { readonly text: string | undefined; readonly about: readonly string[] } {
    this.#text = fromHash(location.hash, this.key);
    return { text: this.#text, about: doubled(location.hash, this.key) };
  }

  /** Puts what is shown into the address, or takes it out where that is what the figure starts with. */
  write(state: string | undefined, jump: boolean): void {
    this.#text = state && sealed(state);
    writeLink(this.key, this.#text, jump);
  }

  writeGhost(state: string | undefined): void {
    writeLink(this.#ghostKey, state && sealed(state), true);
  }

  restoreGhost(): void {
    const figure = this.#figure();
    if (!figure) return;
    const text = fromHash(location.hash, this.#ghostKey);
    const { ghost } = figure;
    if (text === ghost || text === (ghost && sealed(ghost))) return;
    void figure.restoreGhost(text).catch(() => {});
  }

  /** The address of the page with this state, and the ghost as it is. */
  addressOf(state: string): string {
    const ghost = this.#figure()?.ghost;
    const own = intoHash('', this.key, sealed(state));
    return location.href.split('#')[0] + intoHash(own, this.#ghostKey, ghost && sealed(ghost));
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
        ?.restore(text, doubled(location.hash, this.key))
        .catch(() => {});
    if (text !== undefined || back) this.restoreGhost();
  };
}
