import { defineFigure, say } from '../../../web/src/figures/declare';
import { drawEveryMark } from '../draw/every-mark';
import { nothing } from './parts';

/** Draws every mark there is, so that what the page's style makes of each can be held against what a file says of it. */
export const modelMarks = defineFigure({
  id: 'model-marks',
  title: 'Every mark',
  claim: 'A mark looks on the page as in a file.',
  source: { seed: '004', place: 'none: a model for tests' },
  params: {},
  presets: [],
  height: () => 400,
  core: nothing,
  precomputed: () => 0,
  draw: drawEveryMark,
  describe: () => say`Every mark in every role.`,
  table: () => ({ columns: ['nothing'], rows: [] }),
  checks: () => [{ name: 'there is nothing to check', value: 0, atMost: 0 }],
  python: 'It shows no numbers.',
});
