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

/** The figure that an exercise is about: the one that its answer sends to, or else the last one above it in its section. */
function figureOf(exercise: HTMLDetailsElement): HTMLElement | undefined {
  const answer = exercise.querySelector('a[href^="#"][href*="=v1"]');
  const key = answer?.getAttribute('href')?.slice(1).replace(/=.*/, '');
  if (key) return document.getElementById(key) ?? undefined;
  for (
    let one = exercise.previousElementSibling;
    one && one.localName !== 'h2';
    one = one.previousElementSibling
  )
    if (one.localName === 'attn-figure') return one as HTMLElement;
  return undefined;
}

const from = (what: string, address: string): HTMLElement =>
  html('p', { class: 'from' }, `${what}: ${address}`);

/** A question, and below it the addresses of the states that it sends to, which paper would not show, or that of its figure. */
function itemOf(exercise: HTMLDetailsElement): HTMLElement {
  const item = html('li', {}, ...questionOf(exercise));
  const links = item.querySelectorAll<HTMLAnchorElement>('a[href*="=v1"]');
  const figure = figureOf(exercise);
  item.append(...Array.from(links, ({ innerText, href }) => from(innerText, href)));
  if (!links.length && figure) item.append(from(titleOf(figure), `${address()}#${figure.id}`));
  return item;
}

/** As its card says it, or the page before there is one. */
const titleOf = (figure: HTMLElement): string =>
  figure.querySelector('[slot=title]')?.textContent ||
  figure.shadowRoot?.querySelector('#title')?.textContent ||
  'The figure';

/** Where the page stands, for who has it on paper alone. */
const address = (): string => location.href.replace(/#.*/, '');

function sheetOf(exercises: readonly HTMLDetailsElement[]): HTMLElement {
  const title = document.querySelector('h1')?.textContent ?? '';
  return html(
    'section',
    { class: 'sheet' },
    html('h1', {}, title),
    html('p', { class: 'from' }, address()),
    html('p', { class: 'who' }, html('span', {}, 'Name'), html('span', {}, 'Date')),
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
