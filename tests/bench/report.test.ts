/** What a run concludes from its measurements, and that a wrong contestant is found out. */
// @vitest-environment node
import path from 'node:path';
import { describe, expect, it } from 'vitest';

type Params = Record<string, number>;
type Inputs = Record<string, Float32Array>;
interface Workload {
  name: string;
  tolerance: number;
  cases: { id: string; params: Params; short: Params; contestants: string[] }[];
  inputs(params: Params): Inputs;
  judge(params: Params, inputs: Inputs): (output: Float32Array) => number;
  bars(run: unknown): { text: string }[];
}
interface Result {
  place: string;
  contestant: string;
  samples: number[];
  error: number;
  agrees: boolean;
}
interface Row extends Result {
  min: number;
  median: number;
  timesOurs?: number;
  fasterThanPlain?: number;
  ofFloor?: number;
}
interface Bar {
  text: string;
  value: number;
  met?: boolean;
}
interface Reading {
  sound: boolean;
  rows(): Row[];
  bars(): Bar[];
  toJSON(): object;
}

const load = (file: string) => import(path.resolve('tests/bench', file));
const { workloads }: { workloads: Workload[] } = await load('workloads.mjs');
const report: { Reading: new (data: object) => Reading; asText(reading: Reading): string } =
  await load('harness/report.mjs');
const { asText } = report;

const result = (place: string, contestant: string, ...samples: number[]): Result => ({
  place,
  contestant,
  samples,
  error: 1e-7,
  agrees: true,
});

/** 8000 points in one dimension, 32 000 000 pairs: at 0.5 ns each the floor is 16 ms. */
function reading(results: Result[], more: object = {}): Reading {
  return new report.Reading({
    short: false,
    busy: { load: 0, cores: 4 },
    versions: { attn: '1.2.3', Node: { V8: '1' } },
    peaks: { Node: { exp: [2 ** 20 * 0.7e-6, 2 ** 20 * 0.5e-6], 'multiply-add': [2 ** 26 / 70e6] } },
    cases: [{ workload: 'denoiser', id: 'd1', title: 'W3 a title', results }],
    notRun: [],
    ...more,
  });
}

const bar = (of: Reading, text: string) => of.bars().find((one) => one.text === text);

describe('a reading', () => {
  const measured = reading([
    result('Node', 'attn pairs', 30, 20, 24),
    result('Node', 'plain JS', 120, 100),
    result('native', 'attn pairs', 5),
  ]);

  it('has least and median, ratios to ours and to plain JavaScript, and the floor from the peaks', () => {
    const [ours, plain, native] = measured.rows();
    expect(ours).toMatchObject({ min: 20, median: 24, timesOurs: 1, fasterThanPlain: 5 });
    expect(ours?.ofFloor).toBeCloseTo(20 / 16, 12);
    expect(plain).toMatchObject({ min: 100, median: 110, timesOurs: 5, fasterThanPlain: 1 });
    // Natively there is no JavaScript, and here no peak.
    expect(native).toMatchObject({ timesOurs: 1, fasterThanPlain: 20, ofFloor: undefined });
  });

  it('says which bars are met, which are not, and which it cannot tell', () => {
    expect(bar(measured, 'Node, d1: attn pairs, of the floor')).toMatchObject({ met: true });
    expect(bar(measured, 'Node, d1: attn pairs against plain JS')).toMatchObject({ met: true, value: 5 });
    expect(bar(measured, 'Node, d1: attn pairs against tfjs')?.met).toBeUndefined();
    const slow = reading([result('Node', 'attn pairs', 26), result('Node', 'plain JS', 100)]);
    expect(bar(slow, 'Node, d1: attn pairs, of the floor')).toMatchObject({ met: false });
    expect(bar(slow, 'Node, d1: attn pairs against plain JS')).toMatchObject({ met: false });
  });

  it('prints all that', () => {
    const text = asText(measured);
    expect(text).toMatch(/^Node +plain JS +100 +110 +5\.00 +1\.00 +6\.25 +1\.0e-7$/m);
    expect(text).toMatch(/^ {2}met +Node, d1: attn pairs against plain JS +5\.00 +at least 4$/m);
    expect(text).toMatch(/and \d+ that this run cannot tell of/);
    expect(text).not.toContain('busy');
    expect(asText(reading([], { busy: { load: 3, cores: 4 } }))).toContain('busy');
  });

  it('tells of memory where a contestant does', () => {
    const held = { ...result('Node', 'attn fast', 1), bytes: 3 * 2 ** 20 };
    const cases = [1024, 16384].map((n, i) => ({
      workload: 'attention',
      id: `full-${n}`,
      title: 'W1',
      results: [{ ...held, bytes: (i ? 17.6 : 1) * held.bytes }],
    }));
    const told = reading([], { cases });
    expect(asText(told)).toMatch(/^Node +attn fast .* 3\.00 +1\.0e-7$/m);
    expect(bar(told, 'Node, full-16384: memory, of 16 times that of full-1024')?.value).toBeCloseTo(1.1, 12);
    expect(asText(measured)).not.toMatch(/min ms.*MiB/);
  });

  it('is sound whatever the times, as long as all run and agree', () => {
    expect(reading([result('Node', 'attn pairs', 1e9)]).sound).toBe(true);
    const wrong = reading([{ ...result('Node', 'tfjs', 1), agrees: false }]);
    expect(wrong.sound).toBe(false);
    expect(asText(wrong)).toContain('DISAGREES');
    expect(reading([], { notRun: [{ place: 'native', contestant: 'NumPy', why: 'absent' }] }).sound).toBe(
      true,
    );
    const failed = { place: 'Node', contestant: 'tfjs', why: 'out of memory', failed: true };
    expect(reading([], { notRun: [failed] }).sound).toBe(false);
    expect(asText(reading([], { notRun: [failed] }))).toContain('Node, tfjs: out of memory');
  });

  it('can be read back from JSON with every sample', () => {
    const { results, peaks } = JSON.parse(JSON.stringify(measured));
    expect(results[0]).toMatchObject({
      place: 'Node',
      contestant: 'attn pairs',
      samples: [30, 20, 24],
      min: 20,
    });
    expect(peaks.Node.expNs).toBeCloseTo(0.5, 12);
  });
});

describe.each(workloads.flatMap((w) => w.cases.map((c) => [`${w.name}/${c.id}`, w, c] as const)))(
  '%s',
  (_, workload, one) => {
    const params = { ...one.params, ...one.short };
    const inputs = workload.inputs(params);
    const errorOf = workload.judge(params, inputs);

    it('has the same inputs each time', () => {
      expect(workload.inputs(params)).toEqual(inputs);
    });

    it('has a judge that lets no nonsense pass', () => {
      const size = Object.values(inputs)[0]?.length ?? 1;
      for (const nonsense of [
        new Float32Array(0),
        new Float32Array(size),
        new Float32Array(size).fill(Number.NaN),
        new Float32Array(size + 1),
      ]) {
        expect(errorOf(nonsense)).toBeGreaterThan(workload.tolerance);
      }
    });
  },
);
