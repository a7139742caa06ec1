import { html, notLoaded } from '../kinds/dom';

type Panels = typeof import('./panels');

/** Fetches what opens in a card. Called when a reader comes to a card, so that it is there by their first click. */
export const fetchPanels = (): Promise<Panels> => import('./panels');

/** Fills a place of a card, as soon as the code for that is there. What cannot be fetched is said in the place. */
export async function withPanels(place: HTMLElement, fill: (panels: Panels) => void): Promise<void> {
  const panels = await fetchPanels().catch((error) => {
    place.replaceChildren(html('p', {}, notLoaded('This', error)));
  });
  if (!panels) return;
  panels.dress(place);
  fill(panels);
}
