/** What is told of a figure to the ear and to the page. */
import { plain, type Sentence } from '../../figures/declare';
import { html, setText } from '../../kinds/dom';

/** How long a figure has to stand still before its sentence is read out, in ms. */
const calm = 700;
/** How long the sentence stays for the ear, in ms: later it would be found there a second time, beside the caption. */
const heard = 5000;

/** The one voice of a figure. It reads the newest sentence out once the figure has come to rest: a slider on its way is not a message. */
export class Announcer {
  readonly element = html('p', { class: 'visually-hidden', role: 'status' });
  #timer: ReturnType<typeof setTimeout> | undefined;

  say(sentence: string): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      setText(this.element, sentence);
      this.#timer = setTimeout(() => this.hush(), heard);
    }, calm);
  }

  /** Forgets what it has said: the same sentence is news again. */
  hush(): void {
    clearTimeout(this.#timer);
    setText(this.element, '');
  }
}

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
