/** One way to drive every browser engine that the site has to work in. */

export interface Driver {
  /** Opens an address in a fresh document, even where only its hash is another one, and waits for its `load` event. */
  open(url: string): Promise<void>;
  /**
   * Runs a function in the page, waits for what it promises, and brings the result back as JSON. Its source is what travels: it
   * sees its arguments and nothing of the file that it is written in.
   */
  evaluate<A extends readonly Json[], R>(run: (...args: A) => R | Promise<R>, ...args: A): Promise<R>;
  /** Presses and releases a key, as a hand does, where the focus is. */
  press(key: Key): Promise<void>;
  /** Drags with the mouse, from one place of the window to another. */
  drag(from: Place, to: Place): Promise<void>;
  /** What the page, and where it can be heard the browser, has had to say since the last `open`. */
  heard(): Promise<readonly string[]>;
  /** Opens an address, waits for `settled`, and tells everything that the page and the browser itself have had to say by then. */
  overhear(url: string, settled: () => Promise<void>): Promise<readonly string[]>;
  /** Ends the browser and everything that was started for it. Never throws. */
  close(): Promise<void>;
}

export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

export type Key = 'ArrowLeft' | 'ArrowRight' | 'Escape';

/** In CSS pixels. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

export interface Engine {
  readonly name: string;
  /** The Debian packages that bring it. */
  readonly packages: string;
  /** Whether everything that it needs is on this machine. */
  installed(): boolean;
  launch(): Promise<Driver>;
}

/** The same in all engines: wide enough for the wide layout of the page. */
export const viewport = { width: 1280, height: 900 };

/** How long a browser may take to start, to open a page or to answer, in ms: generous, for a busy machine. */
export const patience = 60_000;

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
