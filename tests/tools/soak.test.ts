/** What ./tools/soak keeps from run to run. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { findingOf, packed, targets, unitsOf, unpacked } from '../../tools/soaking/fuzz.mjs';
import { added, countsOf, readState, table, writeState } from '../../tools/soaking/state.mjs';

const folder = mkdtempSync(path.join(tmpdir(), 'soak-'));
afterAll(() => rmSync(folder, { recursive: true }));
const fileOf = (name: string) => path.join(folder, name, 'state.json');

describe('the sums of long runs', () => {
  it('begin at nothing, and are read as they were written', () => {
    const file = fileOf('new');
    const state = readState(file);
    expect(state).toEqual({ format: 1, runs: 0, parts: {} });
    state.runs = 2;
    state.parts.fuzz = { units: 7 };
    writeState(file, state);
    expect(readState(file)).toEqual(state);
    expect(readdirSync(path.dirname(file))).toEqual(['state.json']);
  });

  it.each([
    ['cut off', '{"format": 1, "ru'],
    ['of another form', '{"format": 2, "runs": 1, "parts": {}}'],
    ['with counts that are none', '{"format": 1, "runs": 1, "parts": {"fuzz": {"units": "many"}}}'],
    ['empty', ''],
  ])('are set aside where their file is %s, and that is said', (name, text) => {
    const file = fileOf(name);
    writeState(file, readState(file));
    writeFileSync(file, text);
    const said: string[] = [];
    expect(readState(file, (line) => said.push(line)).runs).toBe(0);
    expect(said.join()).toContain('cannot be read');
    const [aside] = readdirSync(path.dirname(file));
    expect(aside).toContain('broken');
    expect(readFileSync(path.join(path.dirname(file), aside as string), 'utf8')).toBe(text);
  });

  it('grow by what a part counts, lists by how many they have', () => {
    const counts = countsOf({ calls: 3, found: ['a', 'b'], note: 'no count' });
    expect(counts).toEqual({ calls: 3, found: 2 });
    expect(added({ calls: 4, units: 1 }, counts)).toEqual({ calls: 7, units: 1, found: 2 });
  });

  it('are shown beside those of this run', () => {
    expect(table({ parts: { calls: 5 } }, { parts: { calls: 1_000_005 }, fuzz: { units: 2 } })).toEqual([
      'part   counted  this run   all runs',
      'parts  calls           5  1,000,005',
      'fuzz   units                      2',
    ]);
  });
});

describe('a fuzz target', () => {
  it('is each that is listed, and its source is there', () => {
    expect(targets()).toContain('attention/softmax');
    for (const target of targets())
      expect(readFileSync(`tests/fuzz/${target}.cpp`, 'utf8')).toContain(
        `FUZZ_TARGET(${target.split('/')[1]})`,
      );
  });

  it('begins with what is committed of its corpus, byte for byte', () => {
    const inputs = [
      Uint8Array.of(),
      Uint8Array.of(0),
      Uint8Array.of(10, 13, 255),
      new Uint8Array(512).fill(200),
    ];
    expect(unpacked(packed(inputs))).toEqual(inputs);
    expect(unpacked('')).toEqual([]);
  });

  it('says how many inputs it has run, also where it did not come to its end', () => {
    expect(unitsOf('#2\tINITED cov: 3\n#4096\tpulse  cov: 9\nDone 5000 runs in 2 second(s)\n')).toBe(5000);
    expect(unitsOf('#2\tINITED cov: 3\n#4096\tpulse  cov: 9\n==7==ERROR: AddressSanitizer\n')).toBe(4096);
    expect(unitsOf('')).toBe(0);
  });

  it('that has found something names it and the file that shows it again', () => {
    const said =
      'SUMMARY: AddressSanitizer: heap-buffer-overflow a.cpp:3\nTest unit written to crashes/softmax-crash-1\n';
    expect(findingOf('attention/softmax', 77, said)).toBe(
      'attention/softmax: AddressSanitizer: heap-buffer-overflow a.cpp:3; again by fuzz_softmax with build/soak/crashes/softmax-crash-1',
    );
    expect(findingOf('attention/softmax', 1, '')).toContain('ended with 1');
    expect(findingOf('attention/softmax', 0, '')).toBeUndefined();
  });
});
