/** The products of the backward pass, and how a matrix of theirs is drawn. */
import { fixed, power } from '../../../draw/format';
import { heatmap } from '../../../draw/heatmap';
import { inset } from '../../../draw/inset';
import type { Surface } from '../../../draw/surface';
import type { BackwardPassFrame } from '../../../engine/generated/bilinear-form';
import type { Matrix } from '../../../engine/values';
import type { MatrixValue } from '../../../kinds/matrix';
import { entry } from '../../shared/as-matrix';
import { pairs } from '../../shared/pairs';

/** What of the parameters is multiplied. */
interface Given {
  readonly q: MatrixValue;
  readonly k: MatrixValue;
  readonly v: MatrixValue;
  readonly dO: MatrixValue;
}

/** Worked example 1, and a loss that is the sum of the diagonal of its output. */
export const example: Given = {
  q: pairs(1, 0, 0, 1),
  k: pairs(1, 0, 0, 1, 1, 1),
  v: pairs(2, 0, 0, 2, 1, 1),
  dO: pairs(1, 0, 0, 1),
};

/** The largest entry, in size. */
export const largest = ({ data }: Matrix): number => data.reduce((a, b) => Math.max(a, Math.abs(b)), 0);

interface Tile {
  readonly name: string;
  readonly of: (f: BackwardPassFrame, given: Given) => Matrix;
}
export interface Step extends Omit<Tile, 'name'> {
  readonly result: string;
  /** The symbol of the result in equations. */
  readonly symbol: string;
  readonly formula: string;
  readonly between: string;
  readonly operands: readonly [Tile, Tile];
  readonly of: (f: BackwardPassFrame) => Matrix;
}

const given = (rows: MatrixValue): Matrix => ({
  shape: [rows.length, rows[0]?.length ?? 0],
  data: Float64Array.from(rows.flat()),
});
const turned = (m: Matrix): Matrix => {
  const [rows, columns] = m.shape;
  const data = Float64Array.from({ length: rows * columns }, (_, i) =>
    entry(m, i % rows, Math.floor(i / rows)),
  );
  return { shape: [columns, rows], data };
};

/** The last product forwards and the five backwards, in order: what is multiplied, and where the result is. */
export const steps: readonly Step[] = [
  {
    result: 'O',
    symbol: 'a',
    formula: 'forwards: O = A V',
    between: '·',
    operands: [
      { name: 'A', of: (f) => f.weights },
      { name: 'V', of: (_, p) => given(p.v) },
    ],
    of: (f) => f.output,
  },
  {
    result: '∂V',
    symbol: 'v',
    formula: '∂V = Aᵀ ∂O',
    between: '·',
    operands: [
      { name: 'Aᵀ', of: (f) => turned(f.weights) },
      { name: '∂O', of: (_, p) => given(p.dO) },
    ],
    of: (f) => f.dV,
  },
  {
    result: '∂A',
    symbol: 'a',
    formula: '∂A = ∂O Vᵀ',
    between: '·',
    operands: [
      { name: '∂O', of: (_, p) => given(p.dO) },
      { name: 'Vᵀ', of: (_, p) => turned(given(p.v)) },
    ],
    of: (f) => f.dWeights,
  },
  {
    result: '∂S',
    symbol: 'dS',
    formula: '∂S = A ∘ (∂A − rowsum(A ∘ ∂A))',
    between: '∘',
    operands: [
      { name: 'A', of: (f) => f.weights },
      { name: '∂A − rowsum', of: (f) => f.centred },
    ],
    of: (f) => f.dScores,
  },
  {
    result: '∂Q',
    symbol: 'q',
    formula: '∂Q = ∂S K / √d',
    between: '·',
    operands: [
      { name: '∂S', of: (f) => f.dScores },
      { name: 'K', of: (_, p) => given(p.k) },
    ],
    of: (f) => f.dQ,
  },
  {
    result: '∂K',
    symbol: 'k',
    formula: '∂K = ∂Sᵀ Q / √d',
    between: '·',
    operands: [
      { name: '∂Sᵀ', of: (f) => turned(f.dScores) },
      { name: 'Q', of: (_, p) => given(p.q) },
    ],
    of: (f) => f.dK,
  },
];

/** A matrix with its name above it, in square cells; gives its width. */
export function tile(
  surface: Surface,
  name: string,
  m: Matrix,
  size: number,
  of: string,
  strong = false,
): number {
  const width = m.shape[1] * size + 2;
  surface.text(width / 2, 12, name, { role: strong ? 'error' : 'ink-2', bold: strong, anchor: 'middle', of });
  const limit = Math.max(largest(m), 1e-300);
  heatmap(
    inset(surface, 0, 18),
    { width, height: m.shape[0] * size + 2 },
    {
      matrix: m,
      scale: 'diverging',
      domain: [-limit, limit],
      format: (v) =>
        Math.abs(v) > 0 && Math.abs(v) < 0.005 ? power(v, 0) : fixed(v, Math.abs(v) < 9.995 ? 2 : 0),
      silent: true,
      of,
    },
  );
  return width;
}
