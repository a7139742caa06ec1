import { html, setText } from '../../kinds/dom';
import { wishes as en } from '../../words/en/wishes';
import type { Said } from '../../words/words';
import { adopt } from '../style/adopt';
import { ask as style } from '../style/ask';

/** A question is one that a class can read. */
const longest = 300;

/**
 * Puts an author's question in the place of what the figure says of itself: its title, its claim, its sentences and those of its presets are
 * there when the reader asks for them. An empty question leaves the way to them alone, `null` leaves all as it is. The picture keeps its
 * sentence as its name: for who does not see it that is the picture.
 */
export function askFirst(
  card: HTMLElement,
  question: string | null,
  { words }: Said,
  lang: string | undefined,
): void {
  if (question === null) return;
  const { tell, hide } = words?.wishes ?? en;
  adopt(card, style);
  const text = question.trim().slice(0, longest);
  // In the language of the page, whichever the card speaks.
  const asked = html('p', { class: 'title', id: 'ask', lang: lang ?? '' }, text);
  const button = html('button', { type: 'button' });
  const show = (told: boolean): void => {
    card.classList.toggle('asks', !told);
    card.setAttribute('aria-labelledby', told || !text ? 'title' : 'ask');
    button.setAttribute('aria-expanded', String(told));
    setText(button, told ? hide : tell);
  };
  button.addEventListener('click', () => show(card.classList.contains('asks')));
  show(false);
  card.querySelector('.head > div')?.prepend(html('div', { class: 'ask' }, text ? asked : '', button));
}
