import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';

interface Chunk {
  good: number;
  bad: number;
  assertions: number;
  seconds: Map<string, number>;
}

const { judged, read, shuffled, sum } = (await import(path.resolve('tools/cases.mjs'))) as {
  judged: (code: number, found: Pick<Chunk, 'good' | 'bad'> | undefined, count: number) => boolean;
  read: (text: string) => Chunk | undefined;
  sum: (total: Omit<Chunk, 'seconds'>) => string;
  shuffled: <T>(list: readonly T[], seed: number) => T[];
};

it('runs all C++ test cases, in an order that the seed gives', () => {
  const cases = Array.from({ length: 100 }, (_, i) => i);
  expect(shuffled(cases, 1).sort((a, b) => a - b)).toEqual(cases);
  expect(shuffled(cases, 1)).toEqual(shuffled(cases, 1));
  expect(shuffled(cases, 1)).not.toEqual(cases);
  expect(shuffled(cases, 1)).not.toEqual(shuffled(cases, 2));
});

it('reads how many passed and failed of what Catch2 prints, and how long each took', () => {
  const passed = read(
    '0.125 s: a part\n0.250 s: a case, with a comma\nAll tests passed (3 assertions in 2 test cases)\n',
  );
  expect(passed).toEqual({
    good: 2,
    bad: 0,
    assertions: 3,
    seconds: new Map([
      ['a part', 0.125],
      ['a case, with a comma', 0.25],
    ]),
  });
  const failed = read('test cases: 5 | 3 passed | 2 failed\nassertions: 9 | 7 passed | 2 failed\n');
  expect([failed?.good, failed?.bad]).toEqual([3, 2]);
  const all = read('test cases: 1 | 1 failed\nassertions: 1 | 1 failed\n');
  expect([all?.good, all?.bad]).toEqual([0, 1]);
});

it('takes a chunk that was ended, or ran nothing, for no chunk', () => {
  expect(read('0.125 s: a part\n')).toBeUndefined();
  expect(read('No tests ran\n')).toBeUndefined();
});

it.each([
  [true, 0, { good: 40, bad: 0 }],
  [true, 3, { good: 38, bad: 2 }],
  // All have passed, and then the sanitizer found what none of them gave back.
  [false, 1, { good: 40, bad: 0 }],
  [false, 134, { good: 39, bad: 1 }],
  [false, 0, { good: 39, bad: 0 }],
  [false, 0, undefined],
])('whether a chunk of 40 cases was judged: %s for exit status %s', (expected, code, found) => {
  expect(judged(code, found, 40)).toBe(expected);
});

it.each([
  [{ good: 1164, bad: 0, assertions: 70_000 }, '1164 0 0'],
  [{ good: 1, bad: 0, assertions: 1 }, '1 0 0'],
  [{ good: 5, bad: 2, assertions: 9 }, '5 2 0'],
  [{ good: 0, bad: 3, assertions: 0 }, '0 3 0'],
])('the sum of all is counted as it is: %o', (total, counted) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'cases-'));
  try {
    const log = path.join(folder, 'log');
    writeFileSync(log, `${sum(total)}\n`);
    const out = execFileSync('node', ['tools/count-tests.mjs', 'catch', log], { encoding: 'utf8' });
    expect(out.trim()).toBe(counted);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
