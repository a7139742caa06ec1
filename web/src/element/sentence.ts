import { plain, type Sentence } from '../figures/declare';
import { html, setText } from '../kinds/dom';

/** Shows a sentence with its numbers set apart; nodes are kept where only the numbers change, as they do while a figure plays. */
export function showSentence(element: HTMLElement, sentence: Sentence): void {
  const count = sentence.text.length + sentence.numbers.length;
  if (element.childNodes.length !== count) {
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

/** Reads the newest sentence out once the figure has come to rest: a slider on its way is not a message. */
export class Announcer {
  readonly element = html('p', { class: 'visually-hidden', role: 'status' });
  #timer: ReturnType<typeof setTimeout> | undefined;

  say(sentence: Sentence): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => setText(this.element, plain(sentence)), calm);
  }

  /** Forgets what it has said: the same sentence is news again. */
  hush(): void {
    clearTimeout(this.#timer);
    setText(this.element, '');
  }
}
