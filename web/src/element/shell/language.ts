/** Which language a card speaks. */
import { card as en } from '../../words/en/card';
import type { Words } from '../../words/words';

/** The language of a place in a page; `undefined` where nobody says it. */
export function languageAt(place: Element): string | undefined {
  const { host } = place.getRootNode() as ShadowRoot;
  return place.closest<HTMLElement>('[lang]')?.lang ?? (host && languageAt(host));
}

/** The words of the language at a place; English, where they do not come, or where no language is said: `undefined` is no German word. */
export const wordsAt = async (place: Element): Promise<Words> =>
  /^de(-|$)/i.test(languageAt(place) as string)
    ? import('./german').then(
        ({ german }) => german,
        () => en,
      )
    : en;
