import { plot } from '../../draw/axes';
import { category } from '../../draw/categories';
import { fixed, number, whole } from '../../draw/format';
import { inset } from '../../draw/inset';
import { textWidth } from '../../draw/labels';
import { linear, nice } from '../../draw/scale';
import type { Surface, View } from '../../draw/surface';
import { type TemperatureFrame, temperature } from '../../engine/generated/bilinear-form';
import { matrix } from '../../kinds/matrix';
import { defineFigure, say, slider } from '../declare';
import { at } from '../shared/as-matrix';
import { check, grip, leftOf, listed, polyline, upright } from '../shared/idioms';
import { scoreBars } from './shared/bars';

/** Weights of the scores 2, 1 and 0 as the table of worked example 2 prints them, by temperature. */
const printed = [
  [0.25, 0.997, 0.003, 0],
  [0.5, 0.876, 0.118, 0.006],
  [1, 0.665, 0.245, 0.09],
  [2, 0.474, 0.316, 0.211],
] as const;

const isExample = (scores: Float64Array): boolean => scores.join() === '2,1,0';
const most = (f: TemperatureFrame): number => Math.max(...f.weights);

const bars = 290;
const strip = 84;

export default defineFigure({
  id: 'temperature',
  title: 'From one key to all of them',
  claim:
    'Cool the softmax and one key takes all of the weight; heat it and keys stop mattering: dividing scores by √d sets a temperature too.',
  source: { seed: '001', place: 'part III and worked example 2' },
  params: {
    scores: matrix({
      label: 'scores',
      range: [-20, 20],
      step: 0.1,
      rows: [3, 8],
      value: [[2], [1], [0]],
      about: 'The scores of the keys. The energy of a key is minus its score.',
    }),
    temperature: slider({
      symbol: 'T',
      label: 'temperature',
      range: [0.05, 20],
      scale: 'log',
      about: 'What the scores are divided by. Attention has T = 1, its scores being over √d already.',
    }),
  },
  presets: [
    {
      name: 'T = 0.25, printed too sharp',
      params: { temperature: 0.25 },
      says: 'The first key has 98.2 % of the weight; the paper’s table (hollow marks) has 99.7 %.',
      holds: (f) => at(f.weights, 0) > 0.981 && at(f.weights, 0) < 0.982,
    },
    {
      name: 'T = 2, printed too flat',
      params: { temperature: 2 },
      says: 'The first key has the weight 0.506; the paper’s table (hollow marks) has 0.474, which is too flat.',
      holds: (f) => at(f.weights, 0) > 0.506 && at(f.weights, 0) < 0.507,
    },
    {
      name: 'a tie, almost frozen',
      params: { scores: [[2], [2], [0]], temperature: 0.1 },
      says: 'Two keys tie for the highest score: each keeps one half, however cold it gets.',
      holds: (f) => Math.abs(at(f.weights, 0) - 0.5) < 1e-6 && Math.abs(at(f.weights, 1) - 0.5) < 1e-6,
    },
    {
      name: '5 more for every key',
      params: { scores: [[7], [6], [5]] },
      says: 'No weight changes; the mean energy and the free energy are both lower by 5.',
      holds: (f) => f.meanEnergy < -6 && Math.abs(at(f.weights, 0) - 0.6652) < 1e-4,
    },
    {
      name: 'hot',
      params: { temperature: 20 },
      says: 'All keys have nearly a third, and the entropy is within a thousandth of its largest value, log 3.',
      holds: (f) => f.normalisedEntropy > 0.999,
    },
  ],
  height: (width) => (width < 560 ? 250 + 240 + strip : 330 + strip),
  core: temperature,
  ask: (p) => ({ scores: p.scores.flat(), temperature: p.temperature }),
  draw(surface, f, { width, height }, p) {
    const narrow = width < 560;
    const [left, tall] = narrow ? [width, 250] : [bars, height - strip];
    scoreBars(surface, { width: left, height: tall - 10 }, f.scores, f.weights);
    const [x, y] = narrow ? [0, 250] : [bars + 34, 0];
    drawCurves(inset(surface, x, y), f, { width: width - x, height: height - strip - y }, p.temperature);
    drawStrip(inset(surface, 0, height - strip + 14), f, width);
  },
  describe: (f, p) =>
    say`At T = ${number(p.temperature)} the largest weight of ${whole(f.weights.length)} keys is ${fixed(most(f), 3)} and the entropy ${fixed(f.entropy, 3)}; the free energy ${fixed(f.freeEnergy, 3)} is the mean energy ${fixed(f.meanEnergy, 3)} less ${fixed(p.temperature * f.entropy, 3)}.`,
  table: (f, p) => ({
    columns: ['T', ...Array.from(f.scores, (_, j) => `weight of key ${j + 1}`), 'entropy H (nats)'],
    rows: [
      [p.temperature, ...f.weights, f.entropy],
      ...Array.from(f.tableTemperatures, (t, i) => [
        Number.isFinite(t) ? t : '∞',
        ...f.tableWeights.data.subarray(i * f.scores.length, (i + 1) * f.scores.length),
        at(f.tableEntropy, i),
      ]),
    ],
  }),
  quantities: (f) => ({
    a: listed(f.weights, 3),
    H: fixed(f.entropy, 3),
    E: `${fixed(f.meanEnergy, 3)} on average`,
    F: fixed(f.freeEnergy, 3),
  }),
  python: { code: () => [import('./temperature.py?raw')] },
  checks: (f) => [
    check('F = ⟨E⟩ − T H', f.identityError, 1e-12),
    check('the slope of F over T is −H, by central differences', f.slopeError, 1e-7),
  ],
});

/** Weights over temperature; where the scores are those of the example, as printed too. */
function drawCurves(surface: Surface, f: TemperatureFrame, view: View, now: number): void {
  const keys = f.scores.length;
  const area = plot(surface, view, {
    x: { domain: [0.05, 20], scale: 'log', label: 'temperature T' },
    y: { domain: [0, 1], label: 'weight', ticks: 5 },
    right: 14,
  });
  const here = upright(surface, area, now, { role: 'ink-3', of: 'temperature' });
  for (let j = 0; j < keys; j++) {
    const { role, dash } = category(j);
    const points = polyline(f.temperatures, (t, i) => [area.x(t), area.y(at(f.curves.data, i * keys + j))]);
    surface.path(points, { role, dash, width: 2, of: 'a' });
  }
  if (isExample(f.scores)) {
    for (const [t, ...weights] of printed)
      weights.forEach((a, j) => {
        surface.mark(category(j).role, area.x(t), area.y(a), { size: 6, hollow: true });
      });
    const text = 'hollow: the paper’s table';
    surface.text(area.right, 11, text, { role: 'ink-3', anchor: 'end' });
  }
  for (let j = keys - 1; j >= 0; j--)
    surface.mark(category(j).role, here, area.y(at(f.weights, j)), { size: 4.5, of: 'a' });
  grip(surface, area, 'temperature', now);
}

/** ⟨E⟩, then −T H from where it ends: what is reached is F. */
function drawStrip(surface: Surface, f: TemperatureFrame, width: number): void {
  const entropic = f.freeEnergy - f.meanEnergy;
  const rows = [
    { name: '⟨E⟩', from: 0, to: f.meanEnergy, value: f.meanEnergy, of: 'E', role: 'ink-2' },
    {
      name: '−T H',
      from: f.meanEnergy,
      to: f.freeEnergy,
      value: entropic,
      of: 'H temperature',
      role: 'weight',
    },
    { name: 'F', from: 0, to: f.freeEnergy, value: f.freeEnergy, of: 'F', role: 'loss' },
  ] as const;
  const left = 12 + textWidth('−T H  ') + textWidth('−88.88');
  const ends = rows.flatMap(({ from, to }) => [from, to]);
  const x = linear(nice([Math.min(0, ...ends), Math.max(0, ...ends)]), [left, width - 10]);
  surface.line(x(0), 0, x(0), 60, { role: 'rule' });
  rows.forEach(({ name, from, to, value, of, role }, i) => {
    const y = 10 + 20 * i;
    surface.text(0, y, name, { role: 'ink-2', baseline: 'middle', of });
    surface.text(left - 12, y, fixed(value, 2), { role: 'ink', ...leftOf, of });
    const [a, b] = [Math.min(x(from), x(to)), Math.max(x(from), x(to))];
    surface.rect(a, y - 6, Math.max(b - a, 1), 12, { role, opacity: 0.75, of });
  });
  surface.line(x(f.meanEnergy), 4, x(f.meanEnergy), 36, { role: 'ink-3', dash: [2, 3] });
  surface.line(x(f.freeEnergy), 24, x(f.freeEnergy), 56, { role: 'ink-3', dash: [2, 3] });
}
