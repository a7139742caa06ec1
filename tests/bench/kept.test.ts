/** Runs that are kept: what they hold, and two of them beside each other. */
// @vitest-environment node
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';

interface Kept {
  date: string;
  machine: object;
  results: Record<string, unknown>[];
}
const load = (file: string) => import(path.resolve('tests/bench', file));
const { Reading }: { Reading: new (data: object) => object } = await load('harness/report.mjs');
const {
  keep,
  compare,
  readKept,
  textOf,
}: {
  keep(reading: object, date?: Date, machine?: object): Kept;
  compare(a: Kept, b: Kept): string;
  readKept(file: string): Kept;
  textOf(kept: Kept): string;
} = await load('kept.mjs');

const machine = { processor: 'one of two', cores: 2, memoryGiB: 8, system: 'Linux x64' };

/** A run in which the library took so many ms, and others what is told of them. */
const run = (ours: readonly number[], others: Readonly<Record<string, number>> = {}, version = '1'): object =>
  new Reading({
    short: false,
    busy: { load: 0.1, cores: 2 },
    versions: { attn: '1.2.3', Node: { V8: version } },
    peaks: { Node: { exp: [2 ** 20 * 0.5e-6], 'multiply-add': [2 ** 26 / 70e6] } },
    cases: [
      {
        workload: 'denoiser',
        id: 'd1',
        title: 'W3 8000 points, d = 1',
        results: Object.entries({ 'attn pairs': ours, ...others }).map(([contestant, samples]) => ({
          place: 'Node',
          contestant,
          samples: [samples].flat(),
          error: 1e-7,
          agrees: true,
        })),
      },
    ],
    notRun: [],
  });
const kept = (reading: object, where: object = machine) =>
  keep(reading, new Date('2026-11-27T23:00Z'), where);

it('holds the day, the machine, the versions, and least and median of each', () => {
  const one = kept(run([30, 20, 24], { 'plain JS': 100 }));
  expect(one).toMatchObject({ date: '2026-11-27', machine, versions: { attn: '1.2.3', Node: { V8: '1' } } });
  expect(one.results).toHaveLength(2);
  expect(one.results[0]).toMatchObject({
    about: expect.stringContaining('Stage 1'),
    title: '8000 points, d = 1',
    place: 'Node',
    contestant: 'attn pairs',
    min: 20,
    median: 24,
    ofFloor: 1.25,
    samples: 3,
  });
  // What there is where nobody says otherwise.
  const here = keep(run([1]));
  expect(here.machine).toMatchObject({ cores: expect.any(Number), memoryGiB: expect.any(Number) });
  expect(here.date).toMatch(/^\d{4}-\d\d-\d\d$/);
});

it('puts ratios of times and distances from the floor beside each other', () => {
  const text = compare(kept(run([20, 24], { Eigen: 50 })), kept(run([10, 18], { NumPy: 5 }, '2')));
  expect(text).toMatch(/^denoiser\/d1, Node, attn pairs +20\.0 +10\.0 +0\.500 +0\.636 +1\.25 +0\.625$/m);
  expect(text).toContain('denoiser/d1, Node, Eigen: in A alone');
  expect(text).toContain('denoiser/d1, Node, NumPy: in B alone');
  expect(text).toContain('Node: {"V8":"1"} in A, {"V8":"2"} in B');
  expect(text).not.toContain('Other machines');
  expect(compare(kept(run([1])), kept(run([1]), { ...machine, cores: 4 }))).toContain('Other machines');
});

it('refuses what is no kept run, and a short one', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'kept-'));
  const write = (name: string, value: object, text = JSON.stringify(value)): string => {
    const file = path.join(folder, name);
    writeFileSync(file, text);
    return file;
  };
  const one = kept(run([1], { Eigen: 2 }));
  expect(readKept(write('one.json', one, textOf(one)))).toEqual(one);
  expect(() => readKept(write('other.json', {}))).toThrow(/other\.json is no run that .* has written/);
  expect(() => readKept(write('short.json', { ...one, short: true }))).toThrow(/short version/);
});
