/** What a page is complete without, and fetches once all else is there. */
import { followReader } from './contents';
import { addCopyButtons } from './copy';
import { followPrinting } from './paper';
import { resumeReading } from './resume';

export function addExtras(moves: boolean): void {
  resumeReading(moves);
  if (document.querySelector('.term')) void import('./terms').then(({ explainTerms }) => explainTerms());
  const bench = document.querySelector<HTMLElement>('.workbench');
  if (bench) void import('./bench').then(({ furnish }) => furnish(bench));
  const worksheet = document.querySelector<HTMLElement>('.worksheet');
  if (worksheet) void import('./worksheet').then(({ offerWorksheet }) => offerWorksheet(worksheet));
  addCopyButtons();
  followReader();
  followPrinting();
}
