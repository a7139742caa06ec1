/** Numbers in rows, as links have them: `1_0~0_1`; from 64 on as base64url of little-endian float64, `b64:RxC:...`. */
import { decimals } from '../draw/format';
import { rows as en } from '../words/en/rows';
import type { Said } from '../words/words';
import type { Read } from './kind';

/** More numbers than this are written as bits: as text they would fill the address. */
const mostAsText = 64;

type Rows = readonly (readonly number[])[];

export function writeRows(rows: Rows): string {
  const [columns = 0] = rows.map((row) => row.length);
  if (rows.length * columns <= mostAsText) return rows.map((row) => row.map(String).join('_')).join('~');
  const bytes = new DataView(new ArrayBuffer(8 * rows.length * columns));
  for (const [i, value] of rows.flat().entries()) bytes.setFloat64(8 * i, value, true);
  return `b64:${rows.length}x${columns}:${toBase64(new Uint8Array(bytes.buffer))}`;
}

/** Rows of a link, as a kind checks them. */
export function readRows<V>(said: Said, text: string, check: (rows: Rows) => Read<V>): Read<V> {
  const rows = rowsOf(text, said.words?.rows ?? en);
  return 'problem' in rows ? rows : check(rows.value);
}

/** Rows that a script gives, as a kind checks them. A hole in a list is an entry too, which `every` alone would skip. */
export function takeRows<V>(value: unknown, expected: string, check: (rows: Rows) => Read<V>): Read<V> {
  const finite = (row: unknown): boolean => Array.isArray(row) && Array.from(row).every(Number.isFinite);
  return Array.isArray(value) && Array.from(value).every(finite) ? check(value) : { problem: expected };
}

/** Rows of equal length, every number finite. */
function rowsOf(text: string, words: typeof en): Read<Rows> {
  const [, r, c, packed] = /^b64:(\d{1,5})x(\d{1,5}):([\w-]*)$/.exec(text) ?? [];
  const rows =
    packed === undefined
      ? text
          .split('~')
          .map((row) => row.split('_').map((cell) => (/^[\d.eE+-]+$/.test(cell) ? Number(cell) : NaN)))
      : unpacked(Number(r), Number(c), fromBase64(packed));
  const columns = rows?.[0]?.length ?? 0;
  if (!rows || columns === 0 || rows.some((row) => row.length !== columns)) return { problem: words.unequal };
  if (!rows.flat().every(Number.isFinite)) return { problem: words.noNumber };
  return { value: rows };
}

function unpacked(rows: number, columns: number, bytes: Uint8Array | undefined): Rows | undefined {
  if (bytes?.length !== 8 * rows * columns) return undefined;
  const view = new DataView(bytes.buffer);
  const row = (i: number): number[] =>
    Array.from({ length: columns }, (_, j) => view.getFloat64(8 * (i * columns + j), true));
  return Array.from({ length: rows }, (_, i) => row(i));
}

/** Base64 that an address can hold as it is. */
export const toBase64 = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');

/** `undefined` for what is no base64url. */
export function fromBase64(text: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));
  } catch {
    return undefined;
  }
}

/** A number on a grid of steps within a range, in as few decimals as these have. */
export function onGrid(value: number, [low, high]: readonly [number, number], step: number): number {
  const digits = Math.max(decimals(step), decimals(low));
  const snapped = Number((low + Math.round((value - low) / step) * step).toFixed(digits));
  return Math.max(low, Math.min(high, snapped)) + 0;
}

/** A list with one item in place of another. */
export const replaced = <T>(list: readonly T[], at: number, item: T): readonly T[] =>
  list.map((old, i) => (i === at ? item : old));
