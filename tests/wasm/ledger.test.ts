/** The ledger through both wasm builds, against the native command's kept values. */
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Claim, ClaimFrame, Engine } from '../../web/src/engine/api';
import type { LedgerModule } from '../../web/src/engine/parts/ledger';
import { engineOf, expectExports, loadBuild, membersOf, messageOf, refined } from './builds';

const declared: Record<keyof Omit<LedgerModule, 'HEAPU8'>, 'function'> & { HEAPU8: 'object' } = {
  HEAPU8: 'object',
  version: 'function',
  selfTest: 'function',
  openClaims: 'function',
  openClaim: 'function',
};

const kept: Record<string, { recipe: string; probe: number; values: number[] }> = JSON.parse(
  readFileSync(new URL('../../cpp/claims/kept.json', import.meta.url), 'utf8'),
);

describe.each([
  ['SIMD', true],
  ['scalar', false],
])('the %s build', (_, simd) => {
  let engine: Engine;
  let claims: readonly Claim[];
  beforeAll(async () => {
    engine = engineOf(simd);
    claims = (await (await engine.ledger.claims({})).seek(0)).claims;
  });

  it('passes its self-test and exports what TypeScript is told, no less and no more', async () => {
    const module = (await loadBuild('ledger', simd)).module as LedgerModule;
    expect(module.selfTest()).toBeLessThanOrEqual(1e-5);
    expectExports(module, declared, ['LedgerRun', 'ClaimRun']);
    expect(membersOf(module.openClaims({}))).toEqual(['delete', 'frame', 'seek']);
    const claim = module.openClaim({ id: '004.section-5.time', values: [] });
    expect(membersOf(claim)).toEqual(['delete', 'frame', 'refine', 'seek']);
  });

  it('lists every claim with what a page shows of it', () => {
    expect(new Set(claims.map(({ id }) => id)).size).toBe(claims.length);
    expect(claims.find(({ id }) => id === '004.section-5.beta-5')).toEqual({
      id: '004.section-5.beta-5',
      place: 'section 5, the figure',
      statement: 'With β = 5 the variance is about 0 at T*.',
      published: 'v about 0 at T* = 0.125',
      value: 0,
      agreement: 'within',
      tolerance: 0.0125,
      quantity: 'v(T*), of 0.25',
      recipe: 'variance_flow, σ² 0.25, β 5',
      proof: 'v + ln(v) / β = v₀ + ln(v₀) / β − 2 t, chapter 5, (4)',
      corrected: 0.1303,
      correctedTolerance: 5e-5,
      seeds: 1,
      slow: false,
      stamp: expect.stringMatching(/^[0-9a-f]{16}$/),
      probe: 0,
    });
  });

  it('recomputes a claim seed by seed', async () => {
    const frames = await refined(await engine.ledger.claim({ id: '004.section-1.before', values: [] }));
    expect(frames[0]).toMatchObject({ done: 0, seeds: 40, verdict: 'not recomputed' });
    expect(frames.map(({ done }) => done)).toEqual(frames.map(({ done }) => done).sort((a, b) => a - b));
    expect(frames.at(-1)).toMatchObject({ done: 40, verdict: 'paper in error' });
    const { corrected, correctedTolerance } = claims.find(({ id }) => id === '004.section-1.before') as Claim;
    expect(Math.abs((frames.at(-1) as ClaimFrame).mean - corrected)).toBeLessThanOrEqual(correctedTolerance);
  });

  it('judges the values that the native command has kept, and knows that they are current', async () => {
    const slow = claims.filter((claim) => claim.slow);
    expect(Object.keys(kept).sort()).toEqual(slow.map(({ id }) => id).sort());
    for (const { id, stamp, probe, seeds } of slow) {
      const old = kept[id] as (typeof kept)[string];
      expect(old.recipe).toBe(stamp);
      expect(Math.abs(probe / old.probe - 1)).toBeLessThan(1e-3);
      const frame: ClaimFrame = await (await engine.ledger.claim({ id, values: old.values })).seek(0);
      expect(frame).toMatchObject({ done: seeds, seeds });
      expect(frame.verdict).not.toBe('not recomputed');
    }
  });

  it('refuses what is no claim, and values that are none', async () => {
    const { ledger } = engine;
    expect(await messageOf(ledger.claim({ id: 'nonsense', values: [] }))).toBe(
      "claims: there is no claim 'nonsense'",
    );
    expect(await messageOf(ledger.claim({ id: 7 as never, values: [] }))).toMatch(
      /^claim: id is number, expected a text/,
    );
    expect(await messageOf(ledger.claim({ id: '004.section-5.time', values: 1 as never }))).toMatch(
      /^claim: values is number, expected an array/,
    );
    expect(await messageOf(ledger.claim({ id: '004.section-5.time', values: ['1' as never] }))).toMatch(
      /^claim: an entry of values is string, expected a number/,
    );
  });
});
