import { plain, type Sentence } from '../../figures/declare';
import type { Announcer } from '../stage/sentence';

/** How a drawing came about. `reader`: by the reader's hand, and the figure rests; `jump`: from one state to another at a stroke, and not by degrees. */
export interface By {
  readonly reader: boolean;
  readonly jump: boolean;
}

/** Tells the reader's ear and the page of what is drawn. Until the reader has changed anything nothing is said and the address is left alone. */
export class Voice {
  readonly #announcer: Announcer;
  readonly #drawn: (by: By) => void;
  #touched = false;
  /** Whether a jump has not been told to the page yet. */
  #jumped = false;
  /** What a preset says, in place of the caption: one sentence at a time. */
  news: string | undefined;

  constructor(announcer: Announcer, drawn: (by: By) => void) {
    this.#announcer = announcer;
    this.#drawn = drawn;
  }

  get touched(): boolean {
    return this.#touched;
  }

  /** The reader has changed something. */
  touch(jump = false): void {
    this.#touched = true;
    this.#jumped ||= jump;
  }

  /** The page knows where it is: it has asked for what comes. */
  told(): void {
    this.#jumped = false;
  }

  /** A refined frame is the same state: the page knows it already. */
  tell(sentence: Sentence | undefined, playing: boolean, refined = false): void {
    if (!sentence) return;
    const reader = this.#touched && !playing;
    if (reader) this.#announcer.say(this.news ?? plain(sentence));
    if (refined) return;
    this.#drawn({ reader, jump: this.#jumped });
    if (reader) this.#jumped = false;
  }

  hush(): void {
    this.#announcer.hush();
  }
}
