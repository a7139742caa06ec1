import { plot } from '../../draw/axes';
import { fixed, number } from '../../draw/format';
import type { Surface, View } from '../../draw/surface';
import { type ConsistencyFrame, consistency } from '../../engine/generated/support-tokens';
import { choice, defineFigure, say, slider } from '../declare';
import { at } from '../shared/as-matrix';
import { check, grip, level, panels, polyline } from '../shared/idioms';

const narrowAt = 640;
const bars = 250;
const curve = 270;
/** Below this a gap or a mass is rounding. */
const rounding = 1e-9;

export default defineFigure({
  id: 'consistency',
  title: 'Is it a probability?',
  claim:
    'Where the map from tokens to noise folds, the model of two symbols no longer agrees with the model of one.',
  source: { seed: '002', place: 'section 5, theorem 2 and proposition 2' },
  params: {
    a: slider({
      symbol: 'a',
      label: 'coupling',
      step: 0.05,
      about: 'What the product of two tokens is multiplied by to give a score.',
    }),
    mask: choice({
      label: 'a token sees',
      options: { past: 'itself and the past', all: 'all tokens' },
      about: 'Whether the first token may also attend to the second one.',
    }),
  },
  presets: [
    {
      name: 'looking ahead',
      params: { a: -0.5, mask: 'all' },
      says: 'Nothing folds and the mass is 1, but the first token knows whether there is a second: the two probabilities differ by 0.05.',
      holds: (f) => f.gap > 0.04 && f.mass - 1 < 1e-6,
    },
    {
      name: 'no fold',
      params: { a: -0.5 },
      says: 'With a negative coupling nothing folds: the mass is 1, and both models give the first symbol the same probability.',
      holds: (f) => f.gap < 1e-9 && Math.abs(f.mass - 1) < 1e-6,
    },
    {
      name: 'hardly a fold',
      params: { a: 0.1 },
      says: 'A weak coupling folds too, far out where few tokens are: the mass is 1.00004.',
      holds: (f) => f.mass - 1 > 1e-5 && f.mass - 1 < 1e-3,
    },
  ],
  height: (width) => (width < narrowAt ? bars + curve + 12 : 320),
  core: consistency,
  draw(surface, f, view, { a }) {
    const [chances, mass] =
      view.width < narrowAt
        ? panels(surface, view, { height: bars }, 12)
        : panels(surface, view, { width: Math.round(0.42 * view.width) }, 36);
    drawChances(chances.surface, f, chances.view);
    drawMass(mass.surface, f, mass.view, a);
  },
  describe: (f) => {
    const consistent = f.gap < rounding;
    const heavy = f.mass - 1 > rounding;
    return consistent
      ? say`Alone the first symbol is 1 with probability ${fixed(f.alone, 5)}, and with a second one summed out it is the same: the gap is ${number(f.gap, 1)}.`
      : heavy
        ? say`Alone the first symbol is 1 with probability ${fixed(f.alone, 5)}, with the second summed out it is ${fixed(f.summed, 5)}; the mass is ${fixed(f.mass, 5)}, and dividing by it leaves a gap of ${fixed(f.gapRescaled, 5)}.`
        : say`Alone the first symbol is 1 with probability ${fixed(f.alone, 5)}, with the second summed out it is ${fixed(f.summed, 5)}, although the mass is 1.`;
  },
  table: (f, { a }) => ({
    columns: ['a', 'P(1), length 1', 'P(1), length 2', 'mass'],
    rows: [
      [a, f.alone, f.summed, f.mass],
      ...Array.from(f.couplings, (coupling, i) => [coupling, '', '', at(f.masses, i)]),
    ],
  }),
  quantities: (f) => ({ P: `${fixed(f.alone, 4)} and ${fixed(f.summed, 4)}` }),
  python: { code: () => [import('./consistency.py?raw')] },
  checks: (f) => [
    check('with its sign the determinant leaves a mass of 1', Math.abs(f.massSigned - 1), 1e-6),
    check('a grid of half as many points gives the mass', f.gridError, 3e-4),
  ],
});

/** P(first = 1) of both lengths, the second also divided by its mass. */
function drawChances(surface: Surface, f: ConsistencyFrame, { width, height }: View): void {
  const area = plot(
    surface,
    { width, height: height - 32 },
    {
      x: { domain: [0, 1], label: '', silent: true },
      y: { domain: [0, 0.5], label: 'P(first symbol = 1)' },
      left: 46,
    },
  );
  const { y, bottom: base } = area;
  const column = (area.right - area.left) / 2.3;
  const middle = (area.left + area.right) / 2;
  const each = [
    { value: f.alone, name: 'length 1', role: 'particle', x: middle - 0.53 * column },
    { value: f.summed, name: 'length 2, summed', role: 'margin', x: middle + 0.53 * column },
  ] as const;
  const bar = 0.78 * column;
  for (const { value, name, role, x } of each) {
    surface.rect(x - bar / 2, y(value), bar, base - y(value), { role, opacity: 0.3, of: 'P' });
    surface.line(x - bar / 2, y(value), x + bar / 2, y(value), { role, width: 3, of: 'P' });
    surface.text(x, base + 17, name, { role, anchor: 'middle' });
  }
  surface.line(each[0].x - bar / 2, y(f.alone), each[1].x + bar / 2, y(f.alone), {
    role: 'particle',
    dash: [4, 4],
    width: 1.5,
    of: 'P',
  });
  for (const { value, x } of each) {
    // Not on the line that runs across, where that is just above.
    const top = y(value) - y(f.alone) < 26 ? Math.min(y(value), y(f.alone)) : y(value);
    surface.text(x, top - 9, fixed(value, 4), { role: 'ink', anchor: 'middle', bold: true, of: 'P' });
  }
  if (f.mass - 1 > 1e-4) {
    const rescaled = y(f.summed / f.mass);
    const x = each[1].x;
    surface.line(x - bar / 2, rescaled, x + bar / 2, rescaled, { role: 'margin', width: 2, dash: [6, 3] });
    surface.text(x, base + 33, 'dashed: over its mass', {
      role: 'margin',
      anchor: 'middle',
    });
  }
}

/** The mass over all couplings, and where the present one stands. */
function drawMass(surface: Surface, f: ConsistencyFrame, view: View, a: number): void {
  const area = plot(surface, view, {
    x: { domain: [-1, 2], label: 'coupling a', ticks: 4 },
    y: { domain: [0.95, 1.3], label: 'mass of the density of two tokens', ticks: 4 },
    left: 46,
    right: 12,
  });
  const { x, y } = area;
  level(surface, area, 1, { role: 'ink-2', dash: [6, 4], width: 1.5 });
  surface.text(area.right, y(1) + 17, 'a probability', { anchor: 'end' });
  surface.path(
    polyline(f.couplings, (coupling, i) => [x(coupling), y(at(f.masses, i))]),
    { role: 'margin', width: 2.5, of: 'a' },
  );
  surface.line(x(a), y(f.mass), x(a), area.bottom, { role: 'ink-3', dash: [2, 4], of: 'a' });
  surface.mark('margin', x(a), y(f.mass), { size: 6, of: 'a' });
  grip(surface, area, 'a', a);
}
