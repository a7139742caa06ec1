/** What opens in a card, and what else it needs once a reader is there. Fetched when the reader reaches for it: see `withPanels`. */

export { dress } from '../style/panels';
export { act } from './act';
export { writeChecks } from './checks-table';
export { come } from './come';
export { writeTable } from './data';
export { writeFiles } from './export-files';
export { showLink } from './link-field';
