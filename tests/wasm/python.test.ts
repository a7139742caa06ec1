/** Every figure's Python snippet, run, against the table of the figure in the same state; and the random numbers of the snippets. */
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stepAt } from '../../web/src/element/address/state';
import { exportFigure } from '../../web/src/element/panels/export';
import { defaults, type Figure, type Snippet, type Table } from '../../web/src/figures/declare';
import { figures } from '../../web/src/figures/registry';
import random from '../../web/src/figures/shared/random.py?raw';
import type { Value } from '../../web/src/kinds/kind';
import { best, opened } from './frames';
import { compare, type Outcome, runPython } from './python';

type Values = Readonly<Record<string, Value>>;

/** Presets whose snippet or figure would take too long here, and what is changed so that they take seconds. */
const lighter: Readonly<Record<string, Values>> = {
  // A million tokens once, at the defaults: more of them would show the grid nothing new.
  'million-particles, blunt kernel': { count: 20_000 },
  'million-particles, lattice': { count: 20_000 },
  // 8000 tokens take the figure itself half a minute, and the 200 layers of 1000 take the snippet three seconds a repeat.
  'mse-depth, all published bars': { tokens: '3000' },
  'mse-depth, a quarter of the step': { tokens: '1000', repeats: 1 },
  'mse-depth, one dimension, at once': { repeats: 3 },
};

/** What a snippet leaves empty, as its figure's file says. */
const left: Readonly<
  Record<string, (row: Table['rows'][number], column: number, values: Values) => boolean>
> = {
  // Quartiles of draws, some of which multiply what rounding leaves.
  'frame-precision': (_, column) => column >= 7,
  // In four dimensions: mean and standard deviation of what needs the layers, where that would take minutes.
  'mse-depth': ([tokens, estimate, repeats], column, { setting }) =>
    setting !== 'one-dimension' &&
    (estimate === 'both stages' || estimate === 'Stage 1 only') &&
    (column === 3 || column === 4) &&
    Number(tokens) ** 2 * Number(repeats) > 2e6,
};

interface Case {
  readonly name: string;
  readonly figure: Figure;
  readonly values: Values;
  readonly t: number | undefined;
}

const declared = await Promise.all(
  Object.entries(figures).map(async ([id, load]) => [id, (await load()).default as Figure] as const),
);
const cases: readonly Case[] = declared.flatMap(([id, figure]) => {
  if (typeof figure.python !== 'object') return [];
  const states = [{ name: 'the defaults', params: {}, t: undefined }, ...figure.presets];
  return states.map(({ name, params, t }) => {
    const values = { ...defaults(figure.params), ...(params as Values), ...lighter[`${id}, ${name}`] };
    const step = stepAt(figure, values, t ?? Number.POSITIVE_INFINITY);
    return { name: `${id}, ${name}`, figure, values, t: step };
  });
});

/** The figure's own table, refined to its end. */
async function tableOf({ figure, values, t }: Case): Promise<Table> {
  const run = await opened(figure, values, t);
  const frame = await best(run);
  run.dispose();
  return figure.table(frame, values);
}

async function codeOf({ figure, values, t }: Case): Promise<string> {
  const shown = { values, t: t ?? 0, frame: undefined };
  const what = { figure, shown, view: { width: 640, height: 400 }, version: '1.2.3' };
  return (await exportFigure('python', what, undefined as never)).text();
}

const excused = declared.filter(([, { python }]) => typeof python === 'string');
it.each(excused)('%s says in a sentence why it has no Python snippet', (_, { python }) => {
  expect(python).toMatch(/^[A-Z].*\.$/);
});

it('what is said of presets is said of presets that are there', () => {
  const names = cases.map(({ name }) => name);
  expect(Object.keys(lighter).filter((name) => !names.includes(name))).toEqual([]);
  expect(Object.keys(left).filter((id) => !(id in figures))).toEqual([]);
});

describe('the Python snippet recomputes the table of the figure', () => {
  let outcomeOf: (name: string) => Promise<Outcome>;
  // Those that were asked for with -t, or all: one process computes ahead, and each test waits for its own.
  // biome-ignore lint/correctness/noEmptyPattern: vitest wants a pattern where its fixtures come.
  beforeAll(async ({}, suite) => {
    const asked = new Set(suite.tasks.filter(({ mode }) => mode === 'run').map(({ name }) => name));
    const mine = cases.filter(({ name }) => asked.has(name));
    const code = await Promise.all(mine.map(async (one) => [one.name, await codeOf(one)] as const));
    outcomeOf = runPython(Object.fromEntries(code));
  });

  const measured: string[] = [];
  afterAll(() => console.log(measured.join('\n')));

  it.each(cases.map((one) => [one.name, one] as const))(
    '%s',
    async (name, one) => {
      const {
        figure: { id, python },
        values,
      } = one;
      const table = await tableOf(one);
      const { records, error, seconds } = await outcomeOf(name);
      expect(error).toBeUndefined();
      const { within = 1e-9, size } = python as Snippet;
      const known = (row: Table['rows'][number], column: number) => Boolean(left[id]?.(row, column, values));
      const { faults, largest } = compare(table, records ?? [], within, known, size);
      expect(faults).toEqual([]);
      expect(table.rows.length).toBeGreaterThan(0);
      // Of the processor: one who is shown it in class does not want to wait.
      expect(seconds).toBeLessThan(30);
      measured.push(`${name}: ${seconds.toFixed(2)} s, largest relative error ${largest.toExponential(1)}`);
    },
    // It may wait for all others.
    3_600_000,
  );
});

describe('a comparison with a table', () => {
  const table: Table = {
    columns: ['n', 'x'],
    rows: [
      ['one', 0.5],
      ['two', 0],
    ],
  };
  const records = [
    ['n', 'x'],
    ['one', '0.5'],
    ['two', '0.0'],
  ];
  const faults = (...changed: string[][]) => compare(table, changed, 1e-9).faults;

  it('passes what is the same', () => {
    expect(compare(table, records, 0)).toEqual({ faults: [], largest: 0 });
  });

  it.each([
    [
      'another number',
      [
        ['n', 'x'],
        ['one', '0.500001'],
        ['two', '0'],
      ],
    ],
    [
      'another zero',
      [
        ['n', 'x'],
        ['one', '0.5'],
        ['two', '1e-300'],
      ],
    ],
    [
      'NaN',
      [
        ['n', 'x'],
        ['one', 'nan'],
        ['two', '0'],
      ],
    ],
    [
      'infinity',
      [
        ['n', 'x'],
        ['one', 'inf'],
        ['two', '0'],
      ],
    ],
    [
      'nothing where a number is',
      [
        ['n', 'x'],
        ['one', ''],
        ['two', '0'],
      ],
    ],
    [
      'another text',
      [
        ['n', 'x'],
        ['One', '0.5'],
        ['two', '0'],
      ],
    ],
    [
      'a missing row',
      [
        ['n', 'x'],
        ['one', '0.5'],
      ],
    ],
    [
      'a row too many',
      [
        ['n', 'x'],
        ['one', '0.5'],
        ['two', '0'],
        ['three', '0'],
      ],
    ],
    ['a missing cell', [['n', 'x'], ['one'], ['two', '0']]],
    [
      'a cell too many',
      [
        ['n', 'x'],
        ['one', '0.5', '1'],
        ['two', '0'],
      ],
    ],
    [
      'another column',
      [
        ['n', 'y'],
        ['one', '0.5'],
        ['two', '0'],
      ],
    ],
    ['nothing at all', []],
  ])('refuses %s', (_, changed) => {
    expect(faults(...changed)).not.toEqual([]);
  });

  it('refuses NaN in the table itself', () => {
    const broken = { columns: ['x'], rows: [[Number.NaN]] };
    for (const text of ['nan', 'NaN', '0', ''])
      expect(compare(broken, [['x'], [text]], 1).faults).toHaveLength(1);
  });

  it('wants a cell empty that is known to be left out', () => {
    const second = (row: Table['rows'][number], column: number) => row[0] === 'two' && column === 1;
    expect(compare(table, records, 0, second).faults).toHaveLength(1);
    expect(compare(table, [...records.slice(0, 2), ['two', '']], 0, second).faults).toEqual([]);
  });
});

describe('the random numbers of the snippets are those of attn::Rng', () => {
  const print = `
def show(name, numbers):
    print(name, *np.asarray(numbers).tolist(), sep=",")


def before(bits):
    """The counter from which next() makes these bits, as in tests/cpp/numerics/test_rng.cpp."""
    bits ^= (bits >> 31) ^ (bits >> 62)
    bits = bits * 0x319642B2D24D8EC3 % 2**64
    bits ^= (bits >> 27) ^ (bits >> 54)
    bits = bits * 0x96DE1B173F119089 % 2**64
    bits ^= (bits >> 30) ^ (bits >> 60)
    return (bits - 0x9E3779B97F4A7C15) % 2**64


def after(bits):
    rng = Rng(0)
    rng.counter = before(bits)
    return rng


show("next", [hex(x) for x in Rng(1).next(8)])
show("uniform", Rng(1).uniform(8))
show("normal", Rng(1).normal(8))
show("ends", [*after(0x7FF).uniform(1), *after(2**64 - 1).uniform(1)])
for parts in ([1] * 8, [3, 5], [0, 2, 1, 0, 4, 1]):
    rng = Rng(1)
    show(f"normal in {parts}".replace(",", ""), np.concatenate([rng.normal(n) for n in parts]))
rng = Rng(6)
first = rng.normal(1)
rng.uniform(1)
rng.permutation(3)
show("kept", [*first, *rng.normal(1)])
show("kept expected", Rng(6).normal(2))
rng = Rng(7)
show("u", Rng(7).uniform(3000))
show("categorical", [rng.categorical([0.5, 0.0, 2.0, 1.25, 0.25, 0.0]) for _ in range(3000)])
show("half", [after(2**63).categorical([1.0, 1.0])])
for weights in ([0.0, 0.25, 0.75, 0.0], [0.0, 0.1, 0.2, 0.0], [0.0, 5e-324, 5e-324, 0.0]):
    show(f"ends of {weights}".replace(",", ""), [after(0).categorical(weights), after(2**64 - 1).categorical(weights)])
show("u of 13", Rng(13).uniform(6))
rng = Rng(13)
show("permutation", rng.permutation(7))
show("next after it", [rng.counter == Rng(13).counter + 6 * 0x9E3779B97F4A7C15 % 2**64])
show("short ones", [*Rng(1).permutation(0), *Rng(1).permutation(1)])
`;
  let seen: Record<string, readonly string[]>;
  const numbers = (name: string): number[] => (seen[name] ?? []).map(Number);
  beforeAll(async () => {
    const code = `import numpy as np\n${random}\n${print}`;
    const { records, error } = await runPython({ random: code })('random');
    expect(error).toBeUndefined();
    seen = Object.fromEntries((records ?? []).map(([name = '', ...rest]) => [name, rest]));
  }, 60_000);

  it('the first ones of seed 1 are those of the reference file', async () => {
    const file = new URL('../reference/rng_splitmix64_seed1.json', import.meta.url);
    const { params, expected } = JSON.parse(await readFile(file, 'utf8'));
    expect(seen.next).toEqual(params.raw_hex);
    expect(numbers('uniform')).toEqual(expected.uniform.data);
    const normal = numbers('normal');
    expect(normal).toHaveLength(8);
    for (const [i, x] of normal.entries())
      expect(Math.abs(x - expected.normal.data[i])).toBeLessThanOrEqual(1e-15 * (1 + Math.abs(x)));
  });

  it('uniform ones stay inside of the open interval, at its two ends too', () => {
    expect(numbers('ends')).toEqual([2 ** -54, 1 - 2 ** -53]);
  });

  it('normal ones do not depend on how many are asked for at once, nor on other draws between the two of a pair', () => {
    const split = Object.keys(seen).filter((name) => name.startsWith('normal in'));
    expect(split).toHaveLength(3);
    for (const name of split) expect(seen[name]).toEqual(seen.normal);
    expect(seen.kept).toEqual(seen['kept expected']);
  });

  it('categorical is the first index whose cumulative sum exceeds u times the sum', () => {
    const expected = numbers('u').map((u) => [0.5, 0.5, 2.5, 3.75, 4, 4].findIndex((sum) => sum > 4 * u));
    expect(expected).toHaveLength(3000);
    expect(numbers('categorical')).toEqual(expected);
    expect(numbers('half')).toEqual([1]);
    for (const weights of ['0.0 0.25 0.75 0.0', '0.0 0.1 0.2 0.0', '0.0 5e-324 5e-324 0.0'])
      expect(numbers(`ends of [${weights}]`)).toEqual([1, 2]);
  });

  it('permutation exchanges from the end with floor(u (i + 1)), and takes one number less than it has places', () => {
    const order = [0, 1, 2, 3, 4, 5, 6];
    for (const [k, u] of numbers('u of 13').entries()) {
      const [i, j] = [6 - k, Math.floor(u * (7 - k))];
      [order[i], order[j]] = [order[j] as number, order[i] as number];
    }
    expect(numbers('permutation')).toEqual(order);
    expect(seen['next after it']).toEqual(['True']);
    expect(numbers('short ones')).toEqual([0]);
  });
});
