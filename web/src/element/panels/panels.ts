/** What opens in a card, and what else it needs once a reader is there. Fetched when the reader reaches for it: see `withPanels`. */

import type { Figure } from '../../figures/declare';
import type { openEmbedding } from './embedding';
import type { exportFigure } from './export';

export { dress } from '../style/panels';
export { act } from './act';
export { writeChecks } from './checks-table';
export { come } from './come';
export { writeTable } from './data';
export { writeFiles } from './export-files';
export { showLink } from './link-field';

/** Fills the screen with the card around a place; with one that does so already goes back. */
export const lecture = async (place: Element, figure: Figure): Promise<void> =>
  (await import('./lecture')).lecture(place.closest('.card') as HTMLElement, figure);

export const embed = async (...how: Parameters<typeof openEmbedding>): Promise<void> =>
  (await import('./embedding')).openEmbedding(...how);

export const exported = async (...how: Parameters<typeof exportFigure>): Promise<Blob> =>
  (await import('./export')).exportFigure(...how);
