// What all runs of ./tools/soak together have done: one small file, read at the start and written after each part.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const empty = () => ({ format: 1, runs: 0, parts: {} });

function parsed(text) {
  const state = JSON.parse(text);
  const counts = Object.values(state.parts).flatMap((part) => Object.values(part));
  if (state.format !== 1 || !Number.isSafeInteger(state.runs) || !counts.every(Number.isFinite))
    throw new Error('it is of another form');
  return state;
}

/** The sums so far. A file that cannot be read is moved aside and named, and the sums begin at nothing. */
export function readState(file, say = () => {}) {
  let text;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return empty();
    throw error;
  }
  try {
    return parsed(text);
  } catch (error) {
    const aside = `${file}.broken-${Date.now()}`;
    renameSync(file, aside);
    say(`The sums in ${file} cannot be read (${error.message}). They are in ${aside} now, and begin again.`);
    return empty();
  }
}

/** Whole or not at all, also when it is ended meanwhile. */
export function writeState(file, state) {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, `${JSON.stringify(state, null, 2)}\n`);
  renameSync(`${file}.new`, file);
}

/** What a part has counted, by name; lists are counted. */
export const countsOf = (done) =>
  Object.fromEntries(
    Object.entries(done).flatMap(([name, value]) => {
      const count = Array.isArray(value) ? value.length : value;
      return typeof count === 'number' ? [[name, count]] : [];
    }),
  );

export function added(before, counts) {
  const sums = { ...before };
  for (const [name, count] of Object.entries(counts)) sums[name] = (sums[name] ?? 0) + count;
  return sums;
}

/** Lines of a table: each count of each part, of this run and of all. */
export function table(now, all) {
  const shown = (count) => (count === undefined ? '' : Math.round(count).toLocaleString('en'));
  const rows = Object.entries(all).flatMap(([part, sums]) =>
    Object.entries(sums).map(([name, sum], i) => [
      i === 0 ? part : '',
      name,
      shown(now[part]?.[name]),
      shown(sum),
    ]),
  );
  const head = ['part', 'counted', 'this run', 'all runs'];
  const widths = head.map((title, i) => Math.max(title.length, ...rows.map((row) => row[i].length)));
  return [head, ...rows].map((row) =>
    row
      .map((cell, i) => (i < 2 ? cell.padEnd(widths[i]) : cell.padStart(widths[i])))
      .join('  ')
      .trimEnd(),
  );
}
