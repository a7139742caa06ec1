import { fixed, number, whole } from '../../draw/format';
import { inset } from '../../draw/inset';
import { linear, type Scale } from '../../draw/scale';
import type { Surface } from '../../draw/surface';
import { type MatrixMarginFrame, matrixMargin } from '../../engine/generated/support-tokens';
import { matrix } from '../../kinds/matrix';
import { points } from '../../kinds/points';
import { defineFigure, say, slider } from '../declare';
import { asMatrix, at, entry } from '../shared/as-matrix';
import { pairs } from '../shared/pairs';

const reach = 2;
/** From the first width on there is room for whole titles, from the second the bars stand beside the planes too. */
const [titlesAt, rowAt] = [520, 780] as const;
const gapAt = (width: number): number => (width < titlesAt ? 14 : 30);
const planeOf = (width: number): number => (width < rowAt ? Math.floor((width - gapAt(width)) / 2) : 300);
/** Height in px of the bars with their title. */
const barsHeight = 182;

const size = (m: MatrixMarginFrame['eig'], i: number): number => Math.hypot(entry(m, i, 0), entry(m, i, 1));
const turned = (f: MatrixMarginFrame): boolean => Math.abs(f.printed - f.det) > 1e-9;
const eigText = (f: MatrixMarginFrame): string => {
  const im = entry(f.eig, 0, 1);
  return im > 0
    ? `${fixed(entry(f.eig, 0, 0), 2)} ± ${fixed(im, 2)} i`
    : `${fixed(entry(f.eig, 0, 0), 2)}, ${fixed(entry(f.eig, 1, 0), 2)}`;
};

export default defineFigure({
  id: 'matrix-margin',
  title: 'Three margins that disagree',
  claim:
    'Three margins of the same matrix disagree: the determinant says safe, the spectral radius says broken, the least singular value says close.',
  source: { seed: '002', place: 'equations 14 and 25, lemma B.4' },
  params: {
    A: matrix({
      label: 'form A',
      range: [-6, 6],
      step: 0.1,
      value: pairs(-1, 3.5, 0.5, 0),
      about: 'Scores are x·A q: which way the query asks for each direction of a token.',
    }),
    phi: slider({
      symbol: '\\varphi',
      label: 'turn of the values',
      range: [0, 180],
      step: 5,
      unit: '°',
      about: 'What is read from a token is the token, turned by that: the matrix W_V.',
    }),
    q: points({
      label: 'query',
      name: 'query',
      x: [-reach, reach],
      y: [-reach, reach],
      step: 0.1,
      value: [[0, 0]],
      about: 'The token that asks, and whose block this is.',
    }),
    x: points({
      label: 'context',
      name: 'token',
      x: [-reach, reach],
      y: [-reach, reach],
      step: 0.1,
      value: pairs(1.5, 0.3, -1.2, 0.6, 0.4, -1.1, -0.7, -0.8, 0, 1),
      about: 'The tokens before it, which are attended to.',
    }),
  },
  presets: [
    {
      name: 'a turn',
      params: { A: pairs(0, -2, 2, 0) },
      says: 'The eigenvalues are imaginary. The spectral margin is −0.51, and the determinant, 3.29, is nowhere near 0.',
      holds: (f) => f.oneMinusRho < -0.4 && f.det > 3,
    },
    {
      name: 'past 1, twice',
      params: { A: pairs(2, 0, 0, 2) },
      says: 'Two eigenvalues have passed 1, and two signs cancel: the determinant, 0.23, looks fine.',
      holds: (f) => f.det > 0.2 && f.realAboveOne === 2,
    },
    {
      name: 'one way',
      params: { A: pairs(0, 6, 0, 0) },
      says: 'The eigenvalues say 0.82, the least singular value 0.22: a singular block is that near.',
      holds: (f) => f.oneMinusRho > 0.8 && f.sigmaMin < 0.25,
    },
    {
      name: 'values reversed',
      params: { A: pairs(1.3, 0, 0, 1.3), phi: 180 },
      says: 'The block as the paper prints it is at the boundary, with the determinant −0.02. The block itself has 3.95.',
      holds: (f) => Math.abs(f.det - f.printed) > 3,
    },
  ],
  height(width) {
    if (width >= rowAt) return 348;
    return 24 * Math.ceil((planeOf(width) + 60 + barsHeight) / 24);
  },
  core: matrixMargin,
  ask: (p) => ({ context: asMatrix(p.x), query: asMatrix(p.q), a: asMatrix(p.A), phi: p.phi }),
  draw(surface, f, { width }, p) {
    const [plane, next] = [planeOf(width), planeOf(width) + gapAt(width)];
    const [short, below] = [width < titlesAt, width < rowAt];
    drawContext(inset(surface, 0, 20), f, plane, p, short);
    drawEigenvalues(inset(surface, next, 20), f, plane, short);
    const [bx, by] = below ? [0, plane + 66] : [2 * next, 20];
    drawBars(inset(surface, bx, by), f, width - bx, below ? 40 : 78);
  },
  describe: (f) =>
    say`The eigenvalues of M are ${eigText(f)}: the determinant of I − M is ${fixed(f.det, 3)}, the spectral margin ${fixed(f.oneMinusRho, 3)} and the least singular value ${fixed(f.sigmaMin, 3)}.`,
  table: (f) => ({
    columns: ['margin', 'of I − M', 'as printed'],
    rows: [
      ['det', f.det, f.printed],
      ['1 − ρ', f.oneMinusRho, f.printedRho],
      ['σ min', f.sigmaMin, f.printedSigma],
      ['larger eigenvalue, real part', entry(f.eig, 0, 0), ''],
      ['larger eigenvalue, imaginary part', entry(f.eig, 0, 1), ''],
      ['smaller eigenvalue, real part', entry(f.eig, 1, 0), ''],
    ],
  }),
  quantities: (f) => ({
    alpha: Array.from(f.alpha, (w) => fixed(w, 2)).join(', '),
    Sigma: `${fixed(entry(f.cov, 0, 0), 2)}, ${fixed(entry(f.cov, 0, 1), 2)}; ${fixed(entry(f.cov, 1, 0), 2)}, ${fixed(entry(f.cov, 1, 1), 2)}`,
    m: `${fixed(f.det, 3)}, ${fixed(f.oneMinusRho, 3)}, ${fixed(f.sigmaMin, 3)}`,
  }),
  python: { code: () => [import('./matrix-margin.py?raw')], within: 1e-7 },
  checks: (f) => [
    { name: 'the block is that of differences of the residual', value: f.blockError, atMost: 1e-7 },
    { name: 'det is the product of 1 − eigenvalue', value: f.productError, atMost: 1e-12 },
  ],
});

interface Square {
  readonly x: Scale;
  readonly y: Scale;
}

function square(surface: Surface, side: number, far: number): Square {
  const [x, y] = [linear([-far, far], [0, side]), linear([-far, far], [side, 0])];
  surface.line(x(0), 0, x(0), side, { role: 'grid' });
  surface.line(0, y(0), side, y(0), { role: 'grid' });
  surface.path([0, 0, side, 0, side, side, 0, side, 0, 0], { role: 'rule' });
  return { x, y };
}

/** A polyline in pixels, in pieces that lie inside of the square. */
function clipped(
  surface: Surface,
  { x, y }: Square,
  list: readonly (readonly [number, number])[],
  far: number,
  style: Parameters<Surface['path']>[1],
): void {
  let piece: number[] = [];
  const done = (): void => {
    if (piece.length > 2) surface.path(piece, style);
    piece = [];
  };
  for (const [px, py] of list) {
    if (Math.abs(px) <= far && Math.abs(py) <= far) piece.push(x(px), y(py));
    else done();
  }
  done();
}

const rowsOf = (data: Float64Array, columns: number, first: number): (readonly [number, number])[] =>
  Array.from(
    { length: data.length / columns },
    (_, k) => [at(data, columns * k + first), at(data, columns * k + first + 1)] as const,
  );

function drawContext(
  surface: Surface,
  f: MatrixMarginFrame,
  side: number,
  p: {
    readonly x: readonly (readonly [number, number])[];
    readonly q: readonly (readonly [number, number])[];
  },
  short: boolean,
): void {
  surface.text(0, -9, short ? 'context, covariance Σ' : 'context, and its covariance Σ', {
    role: 'ink-3',
    of: 'Sigma',
  });
  const area = square(surface, side, reach + 0.2);
  const { x, y } = area;
  const to = (px: number, py: number): number[] => [x.invert(px), y.invert(py)];
  clipped(surface, area, rowsOf(f.ellipse.data, 2, 0), reach + 0.2, {
    role: 'weight',
    width: 2,
    of: 'Sigma',
  });
  p.x.forEach(([tx, ty], s) => {
    const weight = at(f.alpha, s);
    surface.mark('value', x(tx), y(ty), { size: 3 + 8 * Math.sqrt(weight), of: 'x alpha' });
    surface.handle({ param: 'x', piece: s, x: x(tx), y: y(ty), to });
  });
  const [qx, qy] = p.q[0] ?? [0, 0];
  surface.mark('query', x(qx), y(qy), { size: 8, of: 'q' });
  surface.text(x(qx) + 12, y(qy) - 8, 'q', { role: 'query', bold: true, of: 'q' });
  surface.handle({ param: 'q', piece: 0, x: x(qx), y: y(qy), to });
}

/** The eigenvalues of M, where they come from as A grows from nothing, and 1, where the block is singular. */
function drawEigenvalues(surface: Surface, f: MatrixMarginFrame, side: number, short: boolean): void {
  surface.text(0, -9, short ? 'eigenvalues of M' : 'eigenvalues of M in the complex plane', {
    role: 'ink-3',
    of: 'A',
  });
  const most = Math.max(1, size(f.eig, 0), size(f.eig, 1));
  const far = [1.5, 2, 3, 4, 6, 9, 14, 20, 40].find((r) => r >= 1.12 * most) ?? 1.2 * most;
  const area = square(surface, side, far);
  const { x, y } = area;
  const circle = Array.from({ length: 73 }, (_, k) => {
    const angle = (k * Math.PI) / 36;
    return [x(Math.cos(angle)), y(Math.sin(angle))];
  }).flat();
  surface.path(circle, { role: 'ink-3', dash: [3, 3], of: 'm' });
  for (const first of [0, 2])
    clipped(surface, area, rowsOf(f.trail.data, 4, first), far, {
      role: 'particle',
      width: 1.5,
      opacity: 0.7,
      of: 'A',
    });
  surface.mark('margin', x(1), y(0), { size: 7, of: 'm' });
  surface.text(x(1), y(0) + 20, '1', { role: 'margin', bold: true, anchor: 'middle', of: 'm' });
  for (const i of [0, 1])
    surface.mark('particle', x(entry(f.eig, i, 0)), y(entry(f.eig, i, 1)), { size: 5.5, of: 'A' });
  surface.text(side, side + 15, `circle: |λ| = 1; square: ±${number(far)}`, { role: 'ink-3', anchor: 'end' });
}

/** A bar for each margin, `pitch` px from one to the next; dashed, what the printed block has. */
function drawBars(surface: Surface, f: MatrixMarginFrame, width: number, pitch: number): void {
  surface.text(0, -9, 'margins of I − M', { role: 'ink-3', of: 'm' });
  const printed = turned(f);
  const list = [
    { name: 'det', value: f.det, print: f.printed },
    { name: '1 − ρ', value: f.oneMinusRho, print: f.printedRho },
    { name: 'σ min', value: f.sigmaMin, print: f.printedSigma },
  ];
  const all = list.flatMap(({ value, print }) => (printed ? [value, print] : [value]));
  const [low, high] = [Math.min(0, ...all), Math.max(1, ...all)];
  const bars = linear([low, high], [48, width - 44]);
  const thick = 0.46 * pitch;
  list.forEach(({ name, value, print }, i) => {
    const y = pitch / 2 + pitch * i;
    surface.text(0, y, name, { role: 'margin', baseline: 'middle', of: 'm' });
    surface.rect(Math.min(bars(0), bars(value)), y - thick / 2, Math.abs(bars(value) - bars(0)), thick, {
      role: 'margin',
      // Past the boundary it is the one to look at.
      opacity: value < 0 ? 1 : 0.6,
      of: 'm',
    });
    // To the right, where no name stands.
    surface.text(Math.max(bars(0), bars(value)) + 6, y, fixed(value, 2), {
      role: 'ink',
      bold: true,
      baseline: 'middle',
      of: 'm',
    });
    if (printed)
      surface.line(bars(print), y - thick / 2 - 4, bars(print), y + thick / 2 + 4, {
        role: 'error',
        width: 2,
        dash: [3, 2],
      });
  });
  const below = 3 * pitch;
  surface.line(bars(0), 0, bars(0), below, { role: 'margin', width: 3, of: 'm' });
  if (printed) {
    surface.line(4, below + 14, 4, below + 34, { role: 'error', width: 2, dash: [3, 2] });
    surface.text(14, below + 24, `as printed; det ${fixed(f.printed, 2)}`, {
      role: 'error',
      baseline: 'middle',
    });
  } else surface.text(0, below + 24, 'the printed block is the same', { role: 'ink-3', baseline: 'middle' });
  const above = f.realAboveOne;
  surface.text(0, below + 48, `real eigenvalues above 1: ${whole(above)}`, {
    role: above ? 'ink' : 'ink-3',
    baseline: 'middle',
  });
}
