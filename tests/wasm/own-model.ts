/** A model of a text of the reader's own, as if it had been trained in the page: the weights of the kept one, beside a text that it has not seen so. */
import { readFileSync } from 'node:fs';
import { every } from '../../web/src/figures/one-head/shared/kept-ladder';
import { keepModel } from '../../web/src/figures/one-head/shared/own-model';
import { ownTextOrError } from '../../web/src/figures/one-head/shared/own-text';
import { hold } from '../../web/src/kinds/file';

/** The number that sixteen bits of half precision are; the kept weights have no others than these. */
function half(bits: number): number {
  const [exponent, fraction] = [(bits >> 10) & 31, bits & 1023];
  const size = exponent === 0 ? fraction * 2 ** -24 : (1024 + fraction) * 2 ** (exponent - 25);
  return bits & 0x8000 ? -size : size;
}

const bytes = Buffer.from(readFileSync('web/src/figures/one-head/kept/weights.txt', 'utf8').trim(), 'base64');
const weights = Float64Array.from({ length: bytes.length / 2 }, (_, i) => half(bytes.readUInt16LE(2 * i)));

/** What the kept model was trained on, with its beginning behind its end: the same characters. */
const kept = readFileSync('data/shakespeare.txt', 'utf8');
const text = kept.slice(60_000) + kept.slice(0, 60_000);

/** Keeps it, and gives the value that stands for it. */
export function ownModel(): string {
  const value = hold([{ name: 'turned.txt', bytes: new TextEncoder().encode(text) }]);
  const own = ownTextOrError(value, every);
  if (!own) throw new Error('there is no text');
  const rows = (columns: number) => ({ shape: [1, columns] as const, data: new Float64Array(columns) });
  const steps = own.updates / every;
  keepModel(value, own, {
    step: steps,
    steps,
    frontier: steps,
    every,
    bits: new Float64Array(steps + 1).fill(2.5),
    divergence: rows(5),
    divergenceBack: rows(5),
    lags: rows(64),
    alike: rows(2),
    lawBits: new Float64Array(5),
    removed: rows(5),
    removedBack: rows(5),
    characters: Float64Array.from(new Set(text), (c) => c.codePointAt(0) as number),
    weights,
    lawError: 0,
    least: 0,
  });
  return value;
}
