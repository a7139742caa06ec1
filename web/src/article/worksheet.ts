/** The exercises of a page on paper, without their answers and with room to write: a button below the last of them. */
import { html } from '../kinds/dom';

/** What an exercise asks: what is folded up under it says so, or all that stands between its heading and the answer. */
function questionOf(exercise: HTMLDetailsElement): Node[] {
  const asks = exercise.querySelector('summary') as HTMLElement;
  if (asks.textContent?.trim() !== 'Answer') return [...asks.cloneNode(true).childNodes];
  const question: Element[] = [];
  for (let one = exercise.previousElementSibling; one; one = one.previousElementSibling) {
    const copy = one.cloneNode(true) as Element;
    copy.removeAttribute('id');
    question.unshift(copy);
    if (one.localName === 'h2') break;
  }
  return question;
}

/** A question, and below it the addresses of the states that it sends to, which paper would not show. */
function itemOf(exercise: HTMLDetailsElement): HTMLElement {
  const item = html('li', {}, ...questionOf(exercise));
  const links = item.querySelectorAll<HTMLAnchorElement>('a[href*="=v1"]');
  item.append(
    ...Array.from(links, ({ innerText, href }) => html('p', { class: 'from' }, `${innerText}: ${href}`)),
  );
  return item;
}

/** Where the page stands, for who has it on paper alone. */
const address = (): string => location.href.replace(/#.*/, '');

function sheetOf(exercises: readonly HTMLDetailsElement[]): HTMLElement {
  const title = document.querySelector('h1')?.textContent ?? '';
  return html(
    'section',
    { class: 'sheet' },
    html('h1', {}, title),
    html('p', { class: 'from' }, address()),
    html('ol', {}, ...exercises.map(itemOf)),
  );
}

/** Puts the button where room was kept for it. */
export function offerWorksheet(place: HTMLElement): void {
  const button = html('button', { type: 'button' }, 'Print the questions, without answers');
  button.addEventListener('click', () => {
    const sheet = sheetOf([...document.querySelectorAll<HTMLDetailsElement>('details.exercise')]);
    const { dataset } = document.documentElement;
    dataset.sheet = '';
    document.querySelector('main')?.append(sheet);
    addEventListener(
      'afterprint',
      () => {
        delete dataset.sheet;
        sheet.remove();
      },
      { once: true },
    );
    print();
  });
  place.append(button);
}
