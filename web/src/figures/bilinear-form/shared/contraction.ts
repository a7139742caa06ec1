import { arrow } from '../../../draw/arrow';
import { fixed } from '../../../draw/format';
import type { Surface } from '../../../draw/surface';
import type { AttentionStepsFrame } from '../../../engine/generated/bilinear-form';
import { centred } from '../../shared/idioms';
import { inCell, type Tile, tile } from './tiles';

/** Which cell is looked at, counted from 0. */
export interface Cell {
  readonly query: number;
  readonly key: number;
  readonly column: number;
}

export const at = (
  m: { readonly shape: readonly [number, number]; readonly data: ArrayLike<number> },
  i: number,
  j = 0,
) => m.data[i * m.shape[1] + j] as number;
export const rowOf = (m: AttentionStepsFrame['weights'], i: number): number[] =>
  Array.from({ length: m.shape[1] }, (_, j) => at(m, i, j));
const [scores, exponentials, sums, weights, output] = [1, 2, 3, 4, 5] as const;

/** Each step in three ways of writing. */
export const written = {
  matrix: [
    'Q, K and V are given',
    'S = Q K^T / √d',
    'exp(S), cell by cell',
    'Z = exp(S) 1',
    'A = diag(1 / Z) exp(S)',
    'O = A V',
  ],
  index: [
    'Q, K and V are given',
    'S[i,j] = Σa Q[i,a] K[j,a] / √d',
    'exp(S[i,j])',
    'Z[i] = Σj exp(S[i,j])',
    'A[i,j] = exp(S[i,j]) / Z[i]',
    'O[i,b] = Σj A[i,j] V[j,b]',
  ],
  einsum: [
    'Q, K, V = …',
    "S = einsum('ia,ja->ij', Q, K) / sqrt(d)",
    'E = exp(S)',
    "Z = einsum('ij->i', E)",
    "A = einsum('ij,i->ij', E, 1 / Z)",
    "O = einsum('ij,jb->ib', A, V)",
  ],
} as const;

/** All matrices, with what the present step takes and gives outlined; what comes later is empty. */
export function tilesOf(
  f: AttentionStepsFrame,
  { query, key, column }: Cell,
): Readonly<Record<string, Tile>> {
  const one = { row: query, column: key };
  const marks: Readonly<Record<number, Readonly<Record<string, Tile['marked']>>>> = {
    [scores]: { Q: { row: query }, K: { row: key }, S: one },
    [exponentials]: { S: one, 'exp S': one },
    [sums]: { 'exp S': { row: query }, Z: { row: query } },
    [weights]: { 'exp S': one, Z: { row: query }, A: one },
    [output]: { A: { row: query }, V: { column }, O: { row: query, column } },
  };
  const all: readonly (readonly [string, string, Tile['matrix'], number])[] = [
    ['Q', 'query', f.query, 0],
    ['K', 'key', f.key, 0],
    ['V', 'value', f.value, 0],
    ['S', 'scores', f.scores, scores],
    ['exp S', 'scores', f.exponentials, exponentials],
    ['Z', 'Z', f.normaliser, sums],
    ['A', 'a', f.weights, weights],
    ['O', 'O', f.output, output],
  ];
  return Object.fromEntries(
    all.map(([name, of, matrix, from]) => {
      const marked = marks[f.step]?.[name];
      return [name, { name, of, matrix, empty: f.step < from, ...(marked && { marked }) }];
    }),
  );
}

/** Tiles side by side, spread over the width, with what leads from each to the next between them. Gives where they end. */
export function lay(
  surface: Surface,
  tiles: readonly Tile[],
  y: number,
  width: number,
  size: number,
  links: readonly string[],
): number {
  const cells = tiles.reduce((sum, { matrix }) => sum + matrix.shape[1], 0) * size;
  const gap = Math.min(92, (width - cells - 4) / Math.max(1, tiles.length - 1));
  let x = 1;
  tiles.forEach((spec, i) => {
    tile(surface, x, y, size, spec);
    x += spec.matrix.shape[1] * size + gap;
    const [link = '', middle] = [links[i], y + 20 + size];
    const word = link[1];
    if (word) arrow(surface, x - gap + 10, middle, x - 10, middle, { role: 'ink-3' });
    if (!word || gap > 74)
      surface.text(x - gap / 2, middle - (word ? 12 : 0), link, { role: 'ink-3', ...centred });
  });
  return x - gap;
}

/** What the cell of the present step sums, in words that stay together. */
export function sumOf(f: AttentionStepsFrame, { query, key, column }: Cell): string[] {
  const [i, j, b] = [query + 1, key + 1, column + 1];
  const plus = (terms: readonly string[]): string[] => terms.map((t, k) => (k ? `+ ${t}` : t));
  const [s, e] = [at(f.scores, query, key), at(f.exponentials, query, key)];
  const z = at(f.normaliser, query);
  if (f.step === scores) {
    const terms = rowOf(f.query, query).map((q, a) => `${inCell(q)} × ${inCell(at(f.key, key, a))}`);
    return [
      `S[${i},${j}] =`,
      `(${terms.join(' + ')})`,
      `/ ${fixed(Math.sqrt(f.query.shape[1]), 3)}`,
      `= ${inCell(s)}`,
    ];
  }
  if (f.step === exponentials) return [`exp(${inCell(s)})`, `= ${inCell(e)}`];
  if (f.step === sums)
    return [`Z[${i}] =`, ...plus(rowOf(f.exponentials, query).map(inCell)), `= ${inCell(z)}`];
  if (f.step === weights)
    return [`A[${i},${j}] =`, `${inCell(e)} / ${inCell(z)}`, `= ${inCell(at(f.weights, query, key))}`];
  if (f.step !== output) return 'Go one step on: the first sum makes the scores.'.split(' ');
  const terms = rowOf(f.weights, query).map((a, k) => `${inCell(a)} × ${inCell(at(f.value, k, column))}`);
  const [a, v] = [at(f.weights, query, key), at(f.value, key, column)];
  return [
    `O[${i},${b}] =`,
    ...plus(terms),
    `= ${inCell(at(f.output, query, column))};`,
    `key ${j} gives ${inCell(a * v)}`,
  ];
}
