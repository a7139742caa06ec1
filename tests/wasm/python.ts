/** Python with NumPy, and what a snippet of a figure has to come to. */
import { spawn, spawnSync } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Table } from '../../web/src/figures/declare';

export interface Outcome {
  /** Of the processor. */
  readonly seconds: number;
  /** What was printed, as CSV: the columns and the rows. */
  readonly records?: readonly (readonly string[])[];
  readonly error?: string;
}

/** Debian has NumPy for its own Python, which need not be the first on the path. */
function interpreter(): string {
  const known = process.env.PYTHON ? [process.env.PYTHON] : ['/usr/bin/python3', 'python3'];
  const found = known.find((name) => spawnSync(name, ['-c', 'import numpy']).status === 0);
  if (!found) throw new Error(`no NumPy in ${known.join(' or ')}: python3-numpy is not installed`);
  return found;
}

/** The threads of OpenBLAS wait for each other by asking again and again, and where others use the machine too they wait for ever. */
export const oneThread = { OPENBLAS_NUM_THREADS: '1' };

const script = fileURLToPath(new URL('run_snippets.py', import.meta.url));

/** Runs them in one process, one after the other; answers what came of each, as soon as it is there. */
export function runPython(code: Readonly<Record<string, string>>): (name: string) => Promise<Outcome> {
  const env = {
    ...process.env,
    // Memory that NumPy frees is kept: pages that are new to the process cost more than what is computed in them.
    MALLOC_MMAP_THRESHOLD_: `${2 ** 32}`,
    MALLOC_TRIM_THRESHOLD_: `${2 ** 34}`,
    ...oneThread,
  };
  const child = spawn(interpreter(), [script], { env, stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(JSON.stringify(code));
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const outcomes = new Map<string, Outcome>();
  return async (name) => {
    for (;;) {
      const known = outcomes.get(name);
      if (known) return known;
      const { value, done } = await lines.next();
      if (done) throw new Error(`Python ended before the snippet of ${name}`);
      const [which, outcome] = JSON.parse(value);
      outcomes.set(which, outcome);
    }
  };
}

export interface Comparison {
  /** What is not as it should be. */
  readonly faults: readonly string[];
  /** The largest relative error of a number. */
  readonly largest: number;
}

/**
 * Holds what a snippet printed against the figure's table: the same columns, the same rows, texts to the letter, numbers up to a
 * relative error. A cell that it leaves empty is a fault, unless it is known to be `left`.
 */
export function compare(
  table: Table,
  records: readonly (readonly string[])[],
  within: number,
  left: (row: Table['rows'][number], column: number) => boolean = () => false,
  size = 0,
): Comparison {
  const [columns = [], ...rows] = records;
  const faults: string[] = [];
  let largest = 0;
  if (JSON.stringify(columns) !== JSON.stringify(table.columns))
    faults.push(`columns ${columns.join(' | ')} for ${table.columns.join(' | ')}`);
  if (rows.length !== table.rows.length) faults.push(`${rows.length} rows for ${table.rows.length}`);
  for (const [i, row] of table.rows.entries()) {
    if (rows[i] && rows[i].length !== row.length)
      faults.push(`row ${i}: ${rows[i].length} cells for ${row.length}`);
    for (const [k, cell] of row.entries()) {
      const text = rows[i]?.[k];
      const expected = left(row, k) ? '' : cell;
      if (typeof expected === 'string') {
        if (text !== expected) faults.push(`row ${i}, ${table.columns[k]}: “${text}” for “${expected}”`);
        continue;
      }
      const value = text?.trim() ? Number(text) : Number.NaN;
      const error = value === expected ? 0 : Math.abs(value - expected) / Math.max(size, Math.abs(expected));
      if (!(error <= within))
        faults.push(`row ${i}, ${table.columns[k]}: ${text} for ${expected}, an error of ${error}`);
      if (!(error <= largest)) largest = error;
    }
  }
  return { faults, largest };
}
