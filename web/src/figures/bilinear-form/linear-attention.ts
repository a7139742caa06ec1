import { plot } from '../../draw/axes';
import { category } from '../../draw/categories';
import { fixed, number } from '../../draw/format';
import { textWidth } from '../../draw/labels';
import type { Role, Surface, View } from '../../draw/surface';
import { type LinearAttentionFrame, linearAttention } from '../../engine/generated/bilinear-form';
import { choice, defineFigure, say, seed, slider } from '../declare';
import { at, entry } from '../shared/as-matrix';
import { check, level, panels, polyline, upright } from '../shared/idioms';

const narrow = (width: number): boolean => width < 640;
const [positive, trigonometric, elu, mean] = [0, 1, 2, 3] as const;

const curves = [
  { row: positive, name: 'positive', role: category(0).role, dash: [] },
  { row: trigonometric, name: 'trigonometric', role: category(1).role, dash: [] },
  { row: elu, name: 'ELU + 1', role: category(2).role, dash: [6, 4] },
  { row: mean, name: 'mean', role: 'ink-2', dash: [2, 4] },
] as const satisfies readonly { row: number; name: string; role: Role; dash: readonly number[] }[];

/** Its place among the numbers of frequencies, which are 4, 8, 16, ... */
const placeOf = (m: string): number => Math.log2(Number(m) / 4);

export default defineFigure({
  id: 'linear-attention',
  title: 'Another function, for less',
  claim:
    'Unless scores are weak, random features are a worse stand-in for attention than the plain mean, which looks at no key.',
  source: { seed: '001', place: 'section 10.2, equations 73 and 74' },
  params: {
    spread: slider({
      symbol: '\\sigma',
      label: 'spread of the scores',
      range: [0.1, 4],
      scale: 'log',
      value: 1,
      about: 'The standard deviation of the scores q·k over the keys. Queries and keys are random.',
    }),
    read: choice({
      label: 'read at',
      options: {
        4: '4',
        16: '16',
        64: '64',
        256: '256',
        1024: '1024',
        2048: '2048',
      },
      value: '1024',
      about: 'At how many frequencies the numbers are read. Trigonometric features are twice as many.',
    }),
    seed: seed(),
  },
  presets: [
    {
      name: 'weak scores',
      params: { spread: 0.25 },
      says: 'Four times the features have about half the error, and at 1024 frequencies both kinds beat the plain mean.',
      holds: (f) =>
        Math.max(entry(f.errors, positive, 8), entry(f.errors, trigonometric, 8)) <
        0.5 * entry(f.errors, mean, 8),
    },
    {
      name: 'weaker still',
      params: { spread: 0.1 },
      says: 'The error of positive features at 1024 frequencies is a few hundredths. The plain mean is not far off either.',
      holds: (f) => entry(f.errors, positive, 8) < 0.05,
    },
    {
      name: 'strong scores',
      params: { spread: 4 },
      says: 'About half of the sums that trigonometric features divide by are below 0, so their output is no mean of the values.',
      holds: (f) => at(f.negative, 8) > 0.3,
    },
  ],
  height: (width) => (narrow(width) ? 590 : 340),
  // With a number for everything that the caption says: it would move when they come.
  core: linearAttention,
  ask: ({ spread, seed }) => ({ spread, seed }),
  complete: ({ counts }) => counts.every((count) => count > 0),
  draw(surface, f, view, p) {
    const place = placeOf(p.read);
    const [errors, costs] = narrow(view.width)
      ? panels(surface, view, { height: 340 }, 26)
      : panels(surface, view, { width: Math.round(0.6 * view.width) }, 36);
    drawErrors(errors.surface, f, errors.view, place);
    // In line with the errors, which have names above them.
    drawCosts(costs.surface, f, costs.view, place, narrow(view.width) ? 0 : 40);
  },
  describe: (f, p) =>
    say`With scores of standard deviation ${number(p.spread)} and ${p.read} frequencies, positive features are off by ${errorAt(f, positive, p.read)} of the output, trigonometric ones by ${errorAt(f, trigonometric, p.read)}, ELU + 1 by ${errorAt(f, elu, p.read)} and the mean of the values by ${errorAt(f, mean, p.read)}.`,
  table: (f) => ({
    columns: [
      'frequencies m',
      'positive',
      'trigonometric',
      'ELU + 1',
      'mean of the values',
      'trigonometric normalisers below 0',
      'multiplications, positive',
      'multiplications, trigonometric',
    ],
    rows: [...f.frequencies.keys()]
      .filter((i) => at(f.counts, i) > 0)
      .map((i) => [
        at(f.frequencies, i),
        ...curves.map(({ row }) => entry(f.errors, row, i)),
        at(f.negative, i),
        entry(f.costs, 0, i),
        entry(f.costs, 1, i),
      ]),
  }),
  quantities: (f, p) => ({ features: p.read, O: `off by ${errorAt(f, positive, p.read)}` }),
  action: {
    name: 'Measure the time here',
    run: async (engine, _, signal, progress) =>
      (await import('./shared/crossover')).measureCrossover(engine, signal, progress),
  },
  python: { code: () => [import('../shared/random.py?raw'), import('./linear-attention.py?raw')] },
  checks: (f) => [
    check(
      'sums over keys first or kernel first give the same, relative to the sum of all |φφ|',
      f.sumsError,
      1e-10,
    ),
  ],
});

function errorAt(f: LinearAttentionFrame, row: number, m: string): string {
  return number(entry(f.errors, row, placeOf(m)), 2);
}

const axis = { domain: [4, 2048], scale: 'log', label: 'frequencies m' } as const;

/** How far each is off, over m; the thin lines go from the least to the largest of the draws. */
function drawErrors(surface: Surface, f: LinearAttentionFrame, view: View, place: number): void {
  const known = f.counts.filter((count) => count > 0).length;
  const all = curves.flatMap(({ row }) =>
    polyline({ length: known }, (_, i) => [entry(f.least, row, i), entry(f.most, row, i)]),
  );
  const low = 10 ** Math.floor(Math.log10(Math.min(0.1, ...all)));
  const high = 10 ** Math.ceil(Math.log10(Math.max(1.5, ...all)));
  const area = plot(surface, view, {
    x: axis,
    y: { domain: [low, high], scale: 'log', label: 'error |Ô − O| / |O|' },
    above: 40,
  });
  const here = upright(surface, area, at(f.frequencies, place), { role: 'ink-3', of: 'features' });
  for (const { row, role, dash } of [...curves].reverse()) {
    const line: number[] = [];
    for (let i = 0; i < known; i++) {
      const x = area.x(at(f.frequencies, i));
      line.push(x, area.y(entry(f.errors, row, i)));
      if (row === positive || row === trigonometric)
        surface.line(x, area.y(entry(f.least, row, i)), x, area.y(entry(f.most, row, i)), {
          role,
          opacity: 0.5,
          width: 1.5,
        });
    }
    if (line.length > 2) surface.path(line, { role, dash, width: 2, of: 'O' });
    if (place < known) surface.mark(role, here, area.y(entry(f.errors, row, place)), { size: 4.5, of: 'O' });
  }
  drawNames(surface, f, view.width, place < known ? place : undefined);
}

/** The names of the curves in a row above, with the numbers at the place that is read. */
function drawNames(
  surface: Surface,
  f: LinearAttentionFrame,
  width: number,
  place: number | undefined,
): void {
  // Bold ones are wider than measured.
  const wide = ({ name }: { readonly name: string }): number => 1.2 * textWidth(name);
  const gap = (width - curves.reduce((sum, curve) => sum + wide(curve), 0)) / (curves.length - 1);
  let x = 0;
  for (const curve of curves) {
    const { row, name, role, dash } = curve;
    const value = place === undefined ? '' : number(entry(f.errors, row, place), 2);
    surface.text(x, 30, name, { role: 'ink', bold: true });
    surface.line(x, 56, x + textWidth(name), 56, { role, dash, width: 2.5 });
    surface.text(x, 48, value, { role: 'ink' });
    x += wide(curve) + Math.min(32, gap);
  }
}

/** What features cost over what attention costs, at this n; and how often a trigonometric normaliser has the wrong sign. */
function drawCosts(
  surface: Surface,
  f: LinearAttentionFrame,
  view: View,
  place: number,
  above: number,
): void {
  const area = plot(surface, view, {
    x: axis,
    y: { domain: [0.05, 100], scale: 'log', label: 'multiplications, attention = 1' },
    above,
  });
  level(surface, area, 1, { role: 'ink', width: 1.5 });
  for (const { row, role } of curves.slice(0, 2)) {
    const line = polyline(f.frequencies, (m, i) => [area.x(m), area.y(entry(f.costs, row, i) / f.exactCost)]);
    surface.path(line, { role, width: 2 });
    const [x, y] = [area.x(at(f.frequencies, place)), entry(f.costs, row, place) / f.exactCost];
    surface.mark(role, x, area.y(y), { size: 4.5 });
  }
  // Where the errors have their names, and else where no line is.
  const [x, y] = above ? [0, 30] : [area.left + 6, area.y(35)];
  surface.text(x, y, 'above 1 attention itself is cheaper', { role: 'ink-2' });
  const known = at(f.counts, place) > 0;
  const share = known ? `${fixed(100 * at(f.negative, place), 0)} %` : '';
  const text = `trigonometric sums below 0: ${share}`;
  if (above) surface.text(0, 48, text, { role: 'ink-2' });
  else surface.text(area.right - 4, area.bottom - 10, text, { role: 'ink-2', anchor: 'end' });
}
