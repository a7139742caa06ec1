import type { Sentence } from '../../figures/declare';
import { html, setText } from '../../kinds/dom';

/** Shows a sentence with its numbers set apart; nodes are kept where only the numbers change, as they do while a figure plays. */
export function showSentence(element: HTMLElement, sentence: Sentence): void {
  const count = sentence.text.length + sentence.numbers.length;
  // Before the first drawing a poster's words may stand there.
  if (element.childNodes.length !== count || element.firstElementChild?.matches('slot')) {
    element.replaceChildren(
      ...sentence.text.flatMap((_, i) => [
        document.createTextNode(''),
        ...(i < sentence.numbers.length ? [html('b', { class: 'number' })] : []),
      ]),
    );
  }
  element.childNodes.forEach((node, i) => {
    setText(node, (i % 2 ? sentence.numbers[(i - 1) / 2] : sentence.text[i / 2]) ?? '');
  });
}

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
