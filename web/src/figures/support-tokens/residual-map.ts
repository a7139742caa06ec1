import { type Plot, plot } from '../../draw/axes';
import { fixed, number } from '../../draw/format';
import { inset } from '../../draw/inset';
import type { Surface } from '../../draw/surface';
import { type ResidualMapFrame, residualMap } from '../../engine/generated/support-tokens';
import { defineFigure, say, slider } from '../declare';
import { at } from '../shared/as-matrix';
import { check, level, listed, polyline } from '../shared/idioms';
import { joined } from '../shared/joined';
import { legend } from '../shared/legend';

const window = [-6, 6] as const;
const shown = [-4.5, 4.5] as const;
/** Where the axis of the density may end: in leaps, so that it stands still while something is dragged. */
const tops = [0.6, 1, 1.5, 2, 3, 5, 8, 12, 20, 40, 80];
const upper = 270;
const lower = 230;
/** Every fourth point of the curve: those of the table, a tenth from one to the next. */
const rows = Array.from({ length: 121 }, (_, i) => 4 * i);
const left = 46;

export default defineFigure({
  id: 'residual-map',
  title: 'One noise, three tokens',
  claim: 'At a strong coupling the curve turns back, and one value of the noise belongs to three tokens.',
  source: { seed: '002', place: 'section 3, equations 6 to 12, and figure 3.2' },
  params: {
    a: slider({
      symbol: 'a',
      label: 'coupling',
      step: 0.01,
      // Where the curve folds: the experiment’s own is that of figure 3.2, where it does not.
      value: 2,
      about: 'What the product of two tokens is multiplied by to give a score.',
    }),
    eps: slider({
      symbol: '\\varepsilon',
      label: 'noise',
      step: 0.05,
      about: 'One value of the noise; the dots are the tokens that have it as their residual e(x₃).',
    }),
    x1: slider({
      symbol: 'x_1',
      label: 'first token',
      step: 0.05,
      about: 'One of the two tokens that the third attends to. Their weighted mean is its answer μ₃.',
    }),
    x2: slider({
      symbol: 'x_2',
      label: 'second token',
      step: 0.05,
      about: 'The other token of the context.',
    }),
    sigma: slider({
      symbol: '\\sigma',
      label: 'spread of the noise',
      step: 0.05,
      about: 'Standard deviation of the noise. It scales the density, and moves no turning point.',
    }),
  },
  first: ['a', 'eps', 'x2'],
  presets: [
    {
      name: 'a weak coupling',
      params: { a: 0.25 },
      says: 'The curve rises, every noise has one token, and both densities are the same, of the mass 1.',
      holds: (f) => f.roots.length === 1 && f.massFolded < 1.001,
    },
    {
      name: 'negative coupling',
      params: { a: -0.25 },
      says: 'The slope is above 1 everywhere: the density is higher than the normal one, 0.495 at its peak.',
      holds: (f) => f.peak > 0.45,
    },
    {
      name: 'the lowest peak',
      params: { a: 0.37 },
      says: 'No coupling has a lower peak than 0.294, that of a = 0.37: past it the density rises again.',
      holds: (f) => f.peak < 0.297,
    },
    {
      name: 'just before the fold',
      params: { a: 1 },
      says: 'Where x₃ = 0 the slope is exactly 0: the answer moves as fast as the question.',
      holds: (f) => Math.abs(f.leastSlope) < 1e-6,
    },
  ],
  height: () => upper + lower,
  core: residualMap,
  draw(surface, f, { width }, p) {
    const below = inset(surface, 0, upper);
    const [top, bottom] = axes(surface, below, f, width);
    const roots = f.roots.filter((root) => Math.abs(root) <= window[1]).map(top.x);
    // Before all else, so that no line goes through a name.
    for (const x of roots)
      surface.line(x, top.y(p.eps), x, upper + bottom.bottom, { role: 'error', dash: [2, 4], of: 'eps' });
    drawCurve(surface, f, top, p);
    drawDensity(below, f, bottom, width < 520);
    for (const x of roots) {
      surface.mark('particle', x, top.y(p.eps), { size: 5, of: 'x' });
      surface.mark('particle', x, upper + bottom.bottom, { size: 4, hollow: true, of: 'x' });
    }
  },
  describe: (f, { eps }) => {
    const places = Array.from(f.roots, (x) => fixed(x, 2));
    const last = places.pop() ?? '';
    if (f.turns.length > 0)
      return say`The curve falls between x₃ = ${fixed(at(f.turns, 0), 2)} and ${fixed(at(f.turns, 1), 2)}; the noise ${fixed(eps, 2)} belongs to ${places.length ? `${places.join(', ')} and ${last}` : last}${places.length ? '' : ' alone'}, and the density counted with |m| has the mass ${fixed(f.massFolded, 3)}.`;
    return joined(
      f.leastSlope < 1e-9
        ? say`The slope touches 0 and the curve nowhere turns: `
        : say`The curve rises by at least ${fixed(f.leastSlope, 3)} per unit: `,
      say`the noise ${fixed(eps, 2)} belongs to the token ${last} alone, and the density peaks at ${fixed(f.peak, 4)}.`,
    );
  },
  table: (f) => ({
    columns: ['x₃', 'e', 'm', 'm₊ φ(e/σ)/σ', '|m| φ(e/σ)/σ', 'density of a = 0'],
    rows: rows.map((i) => [f.x, f.residual, f.slope, f.cut, f.folded, f.gaussian].map((list) => at(list, i))),
  }),
  quantities: (f) => ({
    m: `at least ${fixed(f.leastSlope, 3)}`,
    x: listed(f.roots, 2),
  }),
  python: { code: () => [import('./residual-map.py?raw')] },
  checks: (f) => [
    check('m is the slope of e, by central differences', f.slopeError, 1e-7),
    check('both masses are the integrals of the densities, by quadrature', f.massError, 1e-9),
    check('with its sign the density has the mass 1', Math.abs(f.massSigned - 1), 1e-9),
    check('the marked tokens have the residual ε', f.rootError, 1e-12),
  ],
});

type P = { readonly x1: number; readonly x2: number; readonly eps: number };

/** Those of the curve, and below them those of the densities. */
function axes(surface: Surface, below: Surface, f: ResidualMapFrame, width: number): [Plot, Plot] {
  const most = Math.max(...f.folded, ...f.gaussian);
  return [
    plot(
      surface,
      { width, height: upper },
      {
        x: { domain: window, label: '', silent: true },
        y: { domain: shown, label: 'residual e = x₃ − μ₃', ticks: 5 },
        left,
        right: 14,
        above: 4,
      },
    ),
    plot(
      below,
      { width, height: lower },
      {
        x: { domain: window, label: 'third token x₃' },
        y: { domain: [0, tops.find((top) => most <= top) ?? 80], label: 'density', ticks: 4 },
        left,
        right: 14,
        above: 22,
      },
    ),
  ];
}

/** The curve with its diagonal, the noise that is asked for, and the context. */
function drawCurve(surface: Surface, f: ResidualMapFrame, area: Plot, p: P): void {
  const { x, y, bottom } = area;
  drawFold(surface, area, f);
  surface.line(x(shown[0]), y(shown[0]), x(shown[1]), y(shown[1]), { role: 'ink-3', dash: [6, 4] });
  surface.text(x(3.2), y(3.2) - 8, 'e = x₃', { role: 'ink-3', anchor: 'end' });
  drawInside(surface, area, f.x, f.residual, { role: 'ink', width: 2.5, of: 'e' });
  level(surface, area, p.eps, { role: 'error', width: 1.5, of: 'eps' });
  surface.text(area.right, y(p.eps) - 7, `ε = ${fixed(p.eps, 2)}`, {
    role: 'error',
    anchor: 'end',
    of: 'eps',
  });
  surface.mark('error', area.left + 8, y(p.eps), { size: 6, of: 'eps' });
  surface.handle({ param: 'eps', x: area.left + 8, y: y(p.eps), along: 'y', at: y.invert });
  for (const turn of f.turns) {
    const e = at(f.turnResiduals, f.turns.indexOf(turn));
    if (Math.abs(turn) < window[1] && Math.abs(e) < shown[1])
      surface.mark('margin', x(turn), y(e), { size: 5, of: 'm' });
  }
  for (const [name, label] of [
    ['x1', 'x₁'],
    ['x2', 'x₂'],
  ] as const) {
    const px = x(p[name]);
    surface.mark('key', px, bottom, { size: 6, of: name });
    surface.text(px, bottom - 12, label, { role: 'key', anchor: 'middle', bold: true, of: name });
    surface.handle({ param: name, x: px, y: bottom, along: 'x', at: x.invert });
  }
}

/** Where the curve falls: hatched between the turning points. */
function drawFold(surface: Surface, { x, top, bottom }: Plot, f: ResidualMapFrame): void {
  const [from, to] = f.turns;
  if (from === undefined || to === undefined) return;
  const [low, high] = [x(Math.max(from, window[0])), x(Math.min(to, window[1]))];
  const fall = bottom - top;
  for (let start = low - fall; start < high; start += 9) {
    const [a, b] = [Math.max(start, low), Math.min(start + fall, high)];
    if (b > a)
      surface.line(a, bottom - (a - start), b, bottom - (b - start), {
        role: 'margin',
        opacity: 0.4,
        of: 'm',
      });
  }
  for (const edge of [low, high])
    surface.line(edge, top, edge, bottom, { role: 'margin', width: 1.5, of: 'm' });
  surface.text((low + high) / 2, top - 6, high - low > 70 ? 'here m < 0' : 'm < 0', {
    role: 'margin',
    anchor: 'middle',
    of: 'm',
  });
}

/** A curve as far as the axis goes. */
function drawInside(
  surface: Surface,
  { x, y }: Plot,
  xs: Float64Array,
  values: Float64Array,
  style: Parameters<Surface['path']>[1],
): void {
  const points: number[] = [];
  for (let i = 0; i < xs.length; i++) {
    const value = at(values, i);
    if (value >= shown[0] && value <= shown[1]) points.push(x(at(xs, i)), y(value));
  }
  if (points.length > 2) surface.path(points, style);
}

/** Both densities, over the normal one that a = 0 has. */
function drawDensity(surface: Surface, f: ResidualMapFrame, area: Plot, narrow: boolean): void {
  const curve = (values: Float64Array): number[] =>
    polyline(f.x, (x, i) => [area.x(x), area.y(at(values, i))]);
  legend(surface, area.right, 34, [
    { name: 'a = 0', style: { role: 'ink-3', dash: [2, 3], width: 1.5 } },
    { name: narrow ? '|m| φ' : 'folded, |m| φ', style: { role: 'margin', dash: [7, 4], width: 2, of: 'm' } },
    { name: narrow ? 'm₊ φ' : 'fold left out, m₊ φ', style: { role: 'particle', width: 2.5 } },
  ]);
  surface.path(curve(f.gaussian), { role: 'ink-3', dash: [2, 3], width: 1.5 });
  surface.area([area.x(window[0]), area.y(0), ...curve(f.cut), area.x(window[1]), area.y(0)], {
    role: 'particle',
    opacity: 0.12,
  });
  surface.path(curve(f.folded), { role: 'margin', dash: [7, 4], width: 2, of: 'm' });
  surface.path(curve(f.cut), { role: 'particle', width: 2.5, of: 'x' });
  const mass = `mass without the fold ${number(f.massCut, 4)}, with it ${number(f.massFolded, 4)}`;
  surface.text(area.left + 6, area.top + 14, mass, { role: 'ink-2' });
}
