/** A card in German, around a figure that may be in German or not. Fetched with the first card in a page, or in a part of one, that is German. */
import type { Figure, Params } from '../../figures/declare';
import { de } from '../../words/de';
import type { Said, Words } from '../../words/words';

/** The seed is the element's own parameter, in every figure the same. */
const seed = {
  label: 'Startwert',
  about: 'Wählt die Zufallszahlen. Derselbe Startwert gibt in jedem Browser dieselben Bits.',
};

/** The figure in German where it has been translated, else as it is; its parameters say German words. */
async function spoken(figure: Figure): Promise<Figure> {
  const translated = await figure.translations?.de().then(
    (file) => file.default,
    () => undefined,
  );
  const { params, ...rest } = translated ?? figure;
  const said = Object.entries(params).map(([name, param]) => [
    name,
    { ...param, ...(param.kind === 'seed' && seed), words: german },
  ]);
  return { ...rest, original: figure, words: german, params: Object.fromEntries(said) as Params };
}

/** What the figure says, in a card and in what opens there. */
const own = [
  '.title',
  '.claim',
  '.stage>svg',
  'figcaption',
  '.card>[role=status].visually-hidden',
  '.pill',
  '.label',
  '.about',
  '.unit',
  '.segments:not(.speed)',
  '.list',
  '.now>:first-child',
  '.preset',
  '.data-box th',
  '.data-box td:not(.figure)',
  '.checks td:first-child',
].join();

/** What a preset says is the figure's; that the reader has moved on from it is the card's. */
function markSays(says: HTMLElement, own: string, card: string): void {
  const tell = (): void => {
    says.lang = says.classList.contains('past') ? card : own;
  };
  new MutationObserver(tell).observe(says, { attributeFilter: ['class'] });
  tell();
}

function mark(part: ParentNode, { lang = 'en' }: Said): void {
  if (lang === de.lang) return;
  for (const says of part.querySelectorAll<HTMLElement>('.says:not([lang])')) markSays(says, lang, de.lang);
  for (const element of part.querySelectorAll<HTMLElement>(own))
    if (!element.closest('[data-of=seed]')) element.lang = lang;
}

export const german: Words = { ...de, spoken: (figure) => spoken(figure as Figure), mark };
