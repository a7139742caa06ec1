import { fixed, number } from '../../draw/format';
import { inset } from '../../draw/inset';
import { linear, nice } from '../../draw/scale';
import { simplex } from '../../draw/simplex';
import type { Surface, View } from '../../draw/surface';
import { type MixingFrame, mixing } from '../../engine/generated/incremental-patterns';
import { points } from '../../kinds/points';
import { defineFigure, say } from '../declare';
import { asMatrix, at, entry, rowOf } from '../shared/as-matrix';
import { centred, check } from '../shared/idioms';
import { inTriangle } from '../shared/in-triangle';
import { pairs } from '../shared/pairs';
import { tableOf } from '../shared/table';

const grid = 0.01;
const heads = 3;
const narrowAt = 620;
const triangle = (width: number): number => (width < narrowAt ? Math.min(320, width) : 400);
/** Height in px of the bars with what stands around them. */
const barsHeight = 236;

export default defineFigure({
  id: 'mixing',
  title: 'Specialists are one answer of many',
  claim: 'Move the heads anywhere off one line: what they say together need not change.',
  source: { seed: '003', place: 'sections 2.3 and 3.1; its symmetry of heads is ours' },
  params: {
    R: points({
      label: 'heads',
      name: 'head',
      x: [0, 1],
      y: [0, 1],
      step: grid,
      inside: inTriangle(grid),
      value: pairs(1, 0, 0, 1, 0, 0),
      about: 'What each head gives to group 1 (x) and to group 2 (y); group 3 has what is left to 1.',
    }),
  },
  presets: [
    {
      name: 'as trained',
      params: { R: pairs(1, 0, 0, 1, 0.53, 0) },
      says: 'This is where training mostly ends: the third head looks half at group 1, and what the first head says makes up for it.',
      holds: (f) => f.mixed && f.ratio > 1.15,
    },
    {
      name: 'blurred',
      params: { R: pairs(0.6, 0.2, 0.2, 0.6, 0.2, 0.2) },
      says: 'No head is pure, and nothing is lost. The values are twice as long: they take away again what the others let in.',
      holds: (f) => f.mixed && f.ratio > 1.9,
    },
    {
      name: 'nearly one head',
      params: { R: pairs(0.4, 0.3, 0.3, 0.4, 0.3, 0.3) },
      says: 'Three heads that look almost the same still tell the groups apart, with values more than seven times as long.',
      holds: (f) => f.mixed && f.ratio > 7,
    },
    {
      name: 'on a line',
      params: { R: pairs(1, 0, 0, 1, 0.5, 0.5) },
      says: 'Three heads on a line are two: no values make up for a group that no head tells from the others.',
      holds: (f) => !f.mixed && f.share > 0.1,
    },
  ],
  height: (width) => (width < narrowAt ? 24 * Math.ceil((triangle(width) + barsHeight) / 24) : 380),
  core: mixing,
  ask: ({ R }) => ({ r: asMatrix(R) }),
  draw(surface, f, view) {
    const side = triangle(view.width);
    const stacked = view.width < narrowAt;
    drawTriangle(surface, f, { width: side, height: stacked ? 0.88 * side : 360 });
    const [x, y] = stacked ? [0, 0.92 * side + 26] : [side + 60, 24];
    drawBars(inset(surface, x, y), f, view.width - x, stacked ? [20, 32, 21] : [32, 52, 28]);
  },
  describe: (f) =>
    f.mixed
      ? say`The heads span ${number(100 * Math.abs(f.determinant))} % of the triangle, and their values are ${fixed(f.ratio, 3)} times as long as those of specialists; together they say the same, to within ${number(f.difference, 2)}.`
      : say`The heads stand on a line, and ${number(100 * f.share)} % of the square of what is to be said is out of reach, whatever their values.`,
  table: (f) =>
    tableOf(
      Array.from({ length: heads }, (_, k) => ({
        head: k + 1,
        'group 1': entry(f.mixture, k, 0),
        'group 2': entry(f.mixture, k, 1),
        'group 3': entry(f.mixture, k, 2),
        'length of its values': at(f.norms, k),
        'of a specialist': at(f.ownNorms, k),
        'ratio of all': f.ratio,
        'det R': f.determinant,
        // What is left of an exact sum is rounding.
        'out of reach': f.mixed ? 0 : f.share,
      })),
    ),
  quantities: (f) => ({
    R: `determinant ${fixed(f.determinant, 3)}`,
    V: f.mixed ? `${fixed(f.ratio, 3)} times as long` : 'none is enough',
    G: f.mixed ? 'reached' : `${number(100 * f.share)} % out of reach`,
    s: 'a mix of three groups for each head',
  }),
  python: { code: () => [import('./mixing.py?raw')] },
  checks: (f) => [
    check('the sum is the same, per condition of R', f.differenceError, 1e-12),
    check('out of reach off a line', f.mixed ? f.share : 0, 1e-12),
  ],
});

/** The heads where they look, and the triangle that they span. */
function drawTriangle(surface: Surface, f: MixingFrame, view: View): void {
  const area = simplex(surface, view, { corners: ['', '', ''] });
  const [x1, y1, x2, y2, x3, y3] = area.outline as [number, number, number, number, number, number];
  // Beside the discs that may stand in the corners.
  surface.text(x1 + 18, y1 + 2, 'group 1', { baseline: 'middle', of: 'I' });
  surface.text(x2 - 12, y2 + 18, 'group 2', { baseline: 'hanging', of: 'I' });
  surface.text(x3 + 12, y3 + 18, 'group 3', { anchor: 'end', baseline: 'hanging', of: 'I' });
  const places = Array.from({ length: heads }, (_, k) => area.at(rowOf(f.mixture, k)));
  const outline = [...places, ...places.slice(0, 1)].flat();
  if (f.mixed) surface.area(places.flat(), { role: 'weight', opacity: 0.18, of: 'R' });
  surface.path(
    outline,
    f.mixed ? { role: 'weight', width: 1.5, of: 'R' } : { role: 'error', width: 3, of: 'R' },
  );
  places.forEach(([x, y], k) => {
    surface.mark('surface', x, y, { size: 12 });
    surface.mark('particle', x, y, { size: 10.5, of: 'head R' });
    surface.text(x, y, String(k + 1), { role: 'surface', bold: true, bare: true, ...centred });
    const to = (px: number, py: number): number[] => area.invert(px, py).slice(0, 2);
    surface.handle({ param: 'R', piece: k, x, y, to });
  });
}

/** How long the values of each head are, beside those of a specialist; what comes of it. */
function drawBars(
  surface: Surface,
  f: MixingFrame,
  width: number,
  /** Of a bar, from one to the next, and from one line of text to the next, in px. */
  [thick, pitch, line]: readonly [number, number, number],
): void {
  const left = 58;
  const most = nice([0, Math.max(...f.norms, ...f.ownNorms)])[1];
  const x = linear([0, most], [left, width - 58]);
  surface.text(0, 0, 'length of the values V′', { role: 'value', of: 'V' });
  surface.text(0, 18, 'dashed: of specialists', { role: 'ink-3', of: 'V' });
  for (let k = 0; k < heads; k++) {
    const y = 36 + pitch * k;
    surface.text(0, y + thick / 2, `head ${k + 1}`, { baseline: 'middle', of: 'head' });
    const own = x(at(f.ownNorms, k));
    if (f.mixed) {
      surface.rect(left, y, x(at(f.norms, k)) - left, thick, { role: 'value', opacity: 0.75, of: 'V' });
      surface.text(Math.max(x(at(f.norms, k)), own) + 8, y + thick / 2, number(at(f.norms, k)), {
        role: 'ink',
        baseline: 'middle',
        of: 'V',
      });
    }
    surface.line(own, y - 4, own, y + thick + 4, { role: 'ink', width: 1.5, dash: [4, 3], of: 'V' });
  }
  const rows = [
    {
      name: 'all together',
      value: f.mixed ? `${fixed(f.ratio, 2)} ×` : 'none is enough',
      role: f.mixed ? 'value' : 'error',
      of: 'V',
    },
    { name: 'area |det R|', value: number(Math.abs(f.determinant), 2), role: 'weight', of: 'R' },
    {
      name: 'sum differs by',
      value: f.mixed ? number(f.difference, 2) : '—',
      role: 'ink',
      of: 'G',
    },
    {
      name: 'out of reach',
      value: f.mixed ? '0 %' : `${number(100 * f.share)} % of |G|²`,
      role: f.mixed ? 'ink' : 'error',
      of: 'G',
    },
  ] as const;
  rows.forEach(({ name, value, role, of }, i) => {
    const y = 52 + 3 * pitch + line * i;
    surface.text(0, y, name, { baseline: 'middle', of });
    surface.text(112, y, value, { role, bold: true, baseline: 'middle', of });
  });
}
