import { html, notLoaded } from '../../kinds/dom';
import { type Said, wordsOf } from '../../words/words';

type Panels = typeof import('./panels');

/** Fetches what opens in a card. Called when a reader comes to a card, so that it is there by their first click. */
export const fetchPanels = (): Promise<Panels> => import('./panels');

/** Runs a figure's action, or stops it, and shows in the place what comes out. */
export const act = (place: HTMLElement, said: Said, run: import('./act').ActionRun): void =>
  void withPanels(place, said, (panels) => void panels.act(place, run, said));

/** Fills a place of a card, as soon as the code for that is there. What cannot be fetched is said in the place. */
export async function withPanels(
  place: HTMLElement,
  said: Said,
  fill: (panels: Panels) => void,
): Promise<void> {
  const panels = await fetchPanels().catch((error) => {
    place.replaceChildren(html('p', {}, notLoaded(wordsOf(said), error)));
  });
  if (!panels) return;
  panels.dress(place);
  fill(panels);
}
