/** Every figure's Python snippet, run, against the table of the figure in the same state. */
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { nodeEngine } from '../../tools/posters/node-engine';
import { alias } from '../../tools/vite/paths.ts';
import { exportFigure } from '../../web/src/element/export';
import { stepAt } from '../../web/src/element/state';
import { defaults, type Figure, type Table } from '../../web/src/figures/declare';
import { figures } from '../../web/src/figures/registry';
import { compare, type Outcome, runPython } from './python';

const engine = nodeEngine(alias['#wasm']);
const { signal } = new AbortController();

/** Presets whose snippet or figure would take too long here, and what is changed so that they take a second. */
const lighter: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  // Three times a million tokens would show the grid nothing new.
  'million-particles, blunt kernel': { count: 20000 },
  'million-particles, lattice': { count: 20000 },
};

/** What a snippet leaves empty, and says so. */
const left: Readonly<Record<string, (row: Table['rows'][number], column: number) => boolean>> = {};

interface Case {
  readonly name: string;
  readonly figure: Figure;
  readonly values: Record<string, number>;
  readonly t: number | undefined;
}

const declared = await Promise.all(
  Object.entries(figures).map(async ([id, load]) => [id, (await load()).default as Figure] as const),
);
const cases: readonly Case[] = declared.flatMap(([id, figure]) => {
  if (typeof figure.python !== 'object') return [];
  const states = [{ name: 'defaults', params: {}, t: undefined }, ...figure.presets];
  return states.map(({ name, params, t }) => {
    const values = { ...defaults(figure.params), ...params, ...lighter[`${id}, ${name}`] };
    return { name: `${id}, ${name}`, figure, values, t: stepAt(figure, values, t ?? Number.POSITIVE_INFINITY) };
  });
});

/** The figure's own table, refined to its end. */
async function tableOf({ figure, values, t }: Case): Promise<Table> {
  if (!('open' in figure)) return figure.table(await figure.compute(engine, values, signal), values);
  const run = await figure.open(engine, values, { t, signal });
  let frame = run.first;
  for (let better = await run.refine(); better; better = await run.refine()) frame = better;
  run.dispose();
  return figure.table(frame, values);
}

async function codeOf({ figure, values, t }: Case): Promise<string> {
  const shown = { values, t: t ?? 0, frame: undefined };
  const what = { figure, shown, view: { width: 640, height: 400 }, version: '1.2.3' };
  return (await exportFigure('python', what, undefined as never)).text();
}

describe.each(declared)('%s', (_, { python }) => {
  it('has a Python snippet, or says why it has none', () => {
    if (typeof python === 'string') expect(python).toMatch(/^[A-Z].*\.$/);
    else expect(python).toBeDefined();
  });
});

describe('the Python snippet recomputes the table', () => {
  let outcomes: Record<string, Outcome>;
  const tables = new Map<string, Table>();
  beforeAll(async () => {
    const code = await Promise.all(cases.map(async (one) => [one.name, await codeOf(one)] as const));
    const running = runPython(Object.fromEntries(code));
    for (const one of cases) tables.set(one.name, await tableOf(one));
    outcomes = await running;
  }, 300_000);

  it.each(cases.map((one) => [one.name, one.figure] as const))('%s', (name, { id, python }) => {
    const { records, error, seconds } = outcomes[name] as Outcome;
    expect(error).toBeUndefined();
    const { within = 1e-9 } = python as { within?: number };
    const { faults, largest } = compare(tables.get(name) as Table, records ?? [], within, left[id]);
    console.log(`${name}: ${seconds.toFixed(2)} s, largest relative error ${largest.toExponential(1)}`);
    expect(faults).toEqual([]);
  });
});
void readFileSync;
