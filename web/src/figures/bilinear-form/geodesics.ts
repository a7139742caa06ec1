import { xAxis } from '../../draw/axes';
import { fixed, number, whole } from '../../draw/format';
import { heatmap } from '../../draw/heatmap';
import { inset } from '../../draw/inset';
import { linear, type Scale } from '../../draw/scale';
import type { Surface } from '../../draw/surface';
import { type GeodesicsFrame, geodesics } from '../../engine/generated/bilinear-form';
import { points } from '../../kinds/points';
import { choice, defineFigure, say, slider } from '../declare';
import { asMatrix } from '../shared/as-matrix';
import { around, check, leftOf } from '../shared/idioms';

const spaces = {
  constant: 'constant WᵀW',
  polar: 'polar',
  lens: 'a lens',
  softmax: 'softmax',
};
type Space = keyof typeof spaces;

/** Steps of a path. */
const last = 200;

const names: Readonly<Record<Space, readonly [string, string]>> = {
  constant: ['x¹', 'x²'],
  polar: ['r', 'φ'],
  lens: ['x¹', 'x²'],
  softmax: ['score 1', 'score 2'],
};

/** A radius is positive: the start is kept away from the point where polar coordinates end. */
const begins = (space: Space, [x, y]: readonly [number, number]): [number, number] =>
  space === 'polar' ? [Math.max(0.25, Math.abs(x)), y] : [x, y];

const place = (f: GeodesicsFrame, ray: number, step: number): [number, number] => {
  const at = 2 * (ray * (last + 1) + Math.min(step, last));
  return [f.paths.data[at] as number, f.paths.data[at + 1] as number];
};
const middle = (f: GeodesicsFrame): number => Math.floor(f.ends.length / 2);

export default defineFigure({
  id: 'geodesics',
  title: 'Which rulers bend a path?',
  claim:
    'A straight path looks bent only where the ruler varies from place to place; a learned WᵀW is the same everywhere.',
  source: { seed: '001', place: 'section 5.2, equations 31 to 33' },
  params: {
    space: choice({
      label: 'ruler',
      options: spaces,
      about:
        'How lengths are measured in the plane: by the ruler, all points of all ellipses are equally far from the centre of their own.',
    }),
    start: points({
      label: 'start',
      name: 'start',
      x: [-2.4, 2.4],
      y: [-1.6, 1.6],
      step: 0.05,
      value: [[-1.6, 0.25]],
      about: 'Where the path begins. In polar coordinates the first number is a radius.',
    }),
    angle: slider({
      symbol: '\\alpha',
      label: 'direction',
      range: [-180, 180],
      step: 1,
      unit: '°',
      about:
        'Of the arrow, in the coordinates of the drawing. The speed is 1 by the ruler, whatever the direction.',
    }),
    length: slider({
      symbol: 'L',
      label: 'length',
      range: [1, 6],
      step: 0.1,
      about: 'How long the path is, by the ruler.',
    }),
    amplitude: slider({
      symbol: 'u',
      label: 'strength of the lens',
      range: [0, 4],
      step: 0.1,
      when: (p) => p.space === 'lens',
      about: 'In the middle of the lens all squared lengths are 1 + u times as large.',
    }),
    rays: choice({
      label: 'paths',
      options: { one: 'one', fan: 'a fan of eleven' },
      value: 'one',
      about: 'A fan spreads over 25 degrees to both sides.',
    }),
  },
  first: ['space', 'angle', 'length'],
  presets: [
    {
      name: 'a learned ruler',
      params: { space: 'constant', start: [[-1.2, -0.6]], angle: 30, length: 3 },
      says: 'Every Christoffel symbol is 0 and the path is its own chord: WᵀW needs no differential geometry.',
      holds: (f) => f.largestSymbol < 1e-12 && f.off < 1e-12,
    },
    {
      name: 'polar coordinates',
      params: { space: 'polar', start: [[1.2, -0.9]], angle: 122, length: 2.2 },
      says: 'The path bends in r and φ, and there are Christoffel symbols, but the curvature is 0: on paper it is straight.',
      holds: (f) => f.off > 0.3 && Math.abs(f.curvature) < 1e-8 && f.straightError < 1e-9,
    },
    {
      name: 'softmax is a sphere',
      params: { space: 'softmax', start: [[2, -1]], angle: 143, length: 1.8 },
      says: 'Measured by its Fisher matrix, softmax of three scores is a piece of a sphere of radius 2: the curvature is ¼ everywhere, the path a great circle.',
      holds: (f) => Math.abs(f.curvature - 0.25) < 1e-6 && f.straightError < 1e-8,
    },
    {
      name: 'a fan meets again',
      params: { start: [[-1.6, 0]], rays: 'fan', length: 5 },
      says: 'Ten of eleven paths, spread over 50 degrees, cross the middle one behind the lens, all within a fiftieth of one place.',
      holds: (f) => f.crossings.length === 10 && f.spread < 0.02,
    },
  ],
  height: (width) => (width < 620 ? 500 : 420),
  timeline: () => ({ steps: last, unit: 'step', stride: 4 }),
  core: geodesics,
  ask: ({ space, start, angle, length, amplitude, rays }) => ({
    space,
    start: asMatrix([begins(space, start[0] as readonly [number, number])]),
    angle,
    length,
    amplitude,
    fan: rays === 'fan',
  }),
  draw(surface, f, view, p) {
    const narrow = view.width < 620;
    const width = narrow ? view.width : view.width - 240;
    const right = drawPlane(surface, f, p.space, { width, height: narrow ? 300 : view.height });
    if (narrow) drawSymbols(inset(surface, 0, 320), f, p.space, true);
    else drawSymbols(inset(surface, right + 56, 32), f, p.space, false);
  },
  describe: (f, p) =>
    p.rays === 'fan' && f.crossings.length > 1
      ? say`Of ten paths beside the one in the middle ${whole(f.crossings.length)} come back to its line, between ${fixed(Math.min(...f.crossings), 2)} and ${fixed(Math.max(...f.crossings), 2)} from the start.`
      : say`The path leaves its chord by up to ${number(Math.abs(f.off) < 1e-9 ? 0 : f.off, 2)}; at the start the largest Christoffel symbol is ${number(f.largestSymbol, 2)} and the curvature ${fixed(Math.abs(f.curvature) < 5e-7 ? 0 : f.curvature, 2)}.`,
  table: (f, p) => ({
    columns: ['step', names[p.space][0], names[p.space][1]],
    rows: Array.from({ length: last + 1 }, (_, step) => [step, ...place(f, middle(f), step)]),
  }),
  quantities: (f) => ({
    Gamma: `up to ${number(f.largestSymbol, 2)} at the start`,
    kappa: `${fixed(Math.abs(f.curvature) < 5e-7 ? 0 : f.curvature, 2)} at the start`,
  }),
  python: { code: () => [import('./geodesics.py?raw')] },
  checks: (f) => [
    check('the speed by the ruler stays 1', f.speedError, 1e-7),
    check('the symbols are those of differences of the ruler', f.symbolError, 1e-6),
    check('where it is known what is straight, the path is', f.straightError, 1e-8),
  ],
});

type Box = { readonly width: number; readonly height: number };

/** The same scale along both axes, as large as there is room: gives where it ends. Ellipses of the ruler, paths up to the step, the chord. */
function drawPlane(surface: Surface, f: GeodesicsFrame, space: Space, box: Box): number {
  const [x0, x1, y0, y1] = f.region.data as unknown as [number, number, number, number];
  const scale = Math.min((box.width - 44) / (x1 - x0), (box.height - 66) / (y1 - y0));
  const left = (box.width + 24 - scale * (x1 - x0)) / 2;
  const [right, bottom] = [left + scale * (x1 - x0), 22 + scale * (y1 - y0)];
  const x = linear([x0, x1], [left, right]);
  const y = linear([y0, y1], [bottom, 22]);
  const area = { x, left, right, top: 22, bottom };
  xAxis(
    surface,
    area,
    { domain: [x0, x1], label: names[space][0] },
    { width: box.width, height: bottom + 44 },
  );
  for (const tick of y.ticks(4))
    surface.text(left - 8, y(tick), fixed(tick, Number.isInteger(tick) ? 0 : 1), {
      role: 'ink-3',
      ...leftOf,
    });
  surface.text(Math.max(0, left - 24), 11, `↑ ${names[space][1]}`, { role: 'ink-3' });
  surface.path(around(left, 22, right - left, bottom - 22), { role: 'grid' });
  drawEllipses(surface, f, x, y);
  const inside = (px: number, py: number): boolean =>
    px >= left - 1 && px <= right + 1 && py >= 21 && py <= bottom + 1;
  const fan = middle(f);
  const [sx, sy] = place(f, fan, 0);
  for (let ray = 0; ray < f.ends.length; ray++) {
    const line: number[] = [];
    for (let step = 0; step <= Math.min(f.step, f.ends[ray] as number); step++) {
      const [a, b] = place(f, ray, step);
      if (!inside(x(a), y(b))) break;
      line.push(x(a), y(b));
    }
    if (line.length > 2)
      surface.path(line, ray === fan ? { role: 'particle', width: 2.5 } : { role: 'particle', width: 1.2 });
    if (ray !== fan) continue;
    const [ex, ey] = line.slice(-2) as [number, number];
    if (line.length > 2) {
      surface.line(x(sx), y(sy), ex, ey, { role: 'ink-2', dash: [5, 4] });
      surface.mark('particle', ex, ey, { size: 4.5 });
    }
  }
  drawStart(surface, f, space, x, y);
  return right;
}

function drawEllipses(surface: Surface, f: GeodesicsFrame, x: Scale, y: Scale): void {
  const [rows] = f.ellipses.shape;
  const at = (i: number, k: number): number => f.ellipses.data[6 * i + k] as number;
  const [x0, x1, y0, y1] = f.region.data as unknown as [number, number, number, number];
  // All by the same factor, so that they can be compared and none covers its neighbours: seven stand in a row, five in a column.
  let unit = Number.POSITIVE_INFINITY;
  for (let i = 0; i < rows; i++)
    unit = Math.min(
      unit,
      (0.46 * (x1 - x0)) / 7 / Math.hypot(at(i, 2), at(i, 4)),
      (0.46 * (y1 - y0)) / 5 / Math.hypot(at(i, 3), at(i, 5)),
    );
  for (let i = 0; i < rows; i++) {
    const outline: number[] = [];
    for (let k = 0; k <= 24; k++) {
      const [c, s] = [Math.cos((Math.PI * k) / 12), Math.sin((Math.PI * k) / 12)];
      outline.push(
        x(at(i, 0) + unit * (c * at(i, 2) + s * at(i, 4))),
        y(at(i, 1) + unit * (c * at(i, 3) + s * at(i, 5))),
      );
    }
    surface.path(outline, { role: 'ink-3', width: 1, opacity: 0.6, of: 'g' });
  }
}

/** The start, and an arrow whose tip turns it. */
function drawStart(surface: Surface, f: GeodesicsFrame, space: Space, x: Scale, y: Scale): void {
  const fan = middle(f);
  const [sx, sy] = place(f, fan, 0);
  const [nx, ny] = place(f, fan, 1);
  const length = Math.hypot(x(nx) - x(sx), y(ny) - y(sy)) || 1;
  const [tx, ty] = [x(sx) + (34 * (x(nx) - x(sx))) / length, y(sy) + (34 * (y(ny) - y(sy))) / length];
  surface.line(x(sx), y(sy), tx, ty, { role: 'query', width: 2, of: 'angle' });
  surface.mark('ink', tx, ty, { size: 3.5, of: 'angle' });
  surface.mark('query', x(sx), y(sy), { size: 7 });
  surface.handle({
    param: 'angle',
    x: tx,
    y: ty,
    along: 'x',
    aslant: true,
    at: (px, py) => (Math.atan2(-(py - y(sy)), px - x(sx)) * 180) / Math.PI,
  });
  surface.handle({
    param: 'start',
    piece: 0,
    x: x(sx),
    y: y(sy),
    to: (px, py) => begins(space, [x.invert(px), y.invert(py)]),
  });
}

/** The symbols at the start as two tiles, and the curvature at both ends of the path. */
function drawSymbols(surface: Surface, f: GeodesicsFrame, space: Space, narrow: boolean): void {
  const domain = [-Math.max(1, f.largestSymbol), Math.max(1, f.largestSymbol)] as const;
  surface.text(0, 0, 'Γ at the start', { role: 'ink-2', of: 'Gamma' });
  for (const c of [0, 1] as const) {
    const [left, top] = narrow ? [16 + 150 * c, 8] : [20, 14 + 122 * c];
    surface.text(left - 2, top + 62, `Γ${c ? '²' : '¹'}`, { role: 'ink-2', ...leftOf, of: 'Gamma' });
    heatmap(
      inset(surface, left + 4, top),
      { width: 124, height: 118 },
      {
        matrix: { shape: [2, 2], data: f.symbols.slice(4 * c, 4 * c + 4) },
        scale: 'diverging',
        domain,
        silent: true,
        columnLabels: names[space].map((name) => name.replace('score ', 's')),
        of: 'Gamma',
      },
    );
  }
  const round = (v: number): string => fixed(Math.abs(v) < 5e-7 ? 0 : v, 2);
  const [left, top] = narrow ? [0, 146] : [0, 290];
  surface.text(left, top, `curvature κ ${round(f.curvature)} at the start,`, { role: 'ink-2', of: 'kappa' });
  surface.text(left, top + 20, `${round(f.curvatureAhead)} where the path is`, {
    role: 'ink-2',
    of: 'kappa',
  });
}
