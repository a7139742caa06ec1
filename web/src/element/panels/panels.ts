/** What opens in a card, and what else it needs once a reader is there. Fetched when the reader reaches for it: see `withPanels`. */

import type { Figure } from '../../figures/declare';

export { dress } from '../style/panels';
export { act } from './act';
export { writeChecks } from './checks-table';
export { writeTable } from './data';
export { writeFiles } from './export-files';
export { showLink } from './link-field';
export { pin } from './pin';

/** Fills the screen with the card around a place; with one that does so already goes back. */
export const lecture = async (place: Element, figure: Figure): Promise<void> =>
  (await import('./lecture')).lecture(place.closest('.card') as HTMLElement, figure);
