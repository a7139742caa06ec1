import { html, messageOf } from './dom';

type Panels = typeof import('./panels');

/** Fetches what opens in a card. Called when a reader comes to a card, so that it is there by their first click. */
export const fetchPanels = (): Promise<Panels> => import('./panels');

/** Fills a place of a card, as soon as the code for that is there. What cannot be fetched is said in the place. */
export async function withPanels(place: HTMLElement, fill: (panels: Panels) => void): Promise<void> {
  try {
    const panels = await fetchPanels();
    panels.dress(place);
    fill(panels);
  } catch (error) {
    const why = messageOf(error).replace(/\.$/, '');
    place.replaceChildren(
      html('p', {}, `This could not be shown: ${why}. Check the connection and try again.`),
    );
  }
}
