/** What opens in a card. Fetched when the reader reaches for it: see `withPanels`. */
export { writeChecks } from './checks-table';
export { writeTable } from './data';
export { writeFiles } from './export-files';
export { showLink } from './link-field';
export { dress } from './style-panels';
