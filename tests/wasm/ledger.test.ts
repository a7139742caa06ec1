/** The ledger through both wasm builds, against the native command's kept values. */
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { faults } from '../../tools/ledger/quotation.ts';
import { known, missing } from '../../tools/ledger/quotations.mjs';
import type { Engine } from '../../web/src/engine/api';
import { experiments } from '../../web/src/engine/generated/experiments';
import { type Claim, type ClaimFrame, claimOf, ledgers } from '../../web/src/engine/ledger';
import { engineOf, messageOf, only, refined } from './builds';

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
    claims = (await Promise.all(ledgers.map((list) => only(engine.open(list, {}))))).flatMap((l) => l.claims);
  });

  it('has the claims of each paper in a part of its own', async () => {
    expect(ledgers.map(({ name }) => name).join()).toBe(
      'ledger_000,ledger_001,ledger_002,ledger_003,ledger_004',
    );
    for (const list of ledgers) {
      const paper = list.name.slice(-3);
      const own = (await only(engine.open(list, {}))).claims.map(({ id }) => id);
      expect(own.length).toBeGreaterThan(10);
      expect(own.filter((id) => !id.startsWith(`${paper}.`))).toEqual([]);
      expect(own).toEqual(claims.map(({ id }) => id).filter((id) => id.startsWith(paper)));
    }
    expect(await messageOf(engine.open(experiments.claim_001, { id: '004.section-5.time' }))).toBe(
      "claims: there is no claim '004.section-5.time'",
    );
  });

  it('lists every claim with what a page shows of it', () => {
    expect(new Set(claims.map(({ id }) => id)).size).toBe(claims.length);
    expect(claims.find(({ id }) => id === '004.section-5.beta-5')).toEqual({
      id: '004.section-5.beta-5',
      source: 'summary',
      place: expect.stringContaining('section 5'),
      statement: expect.any(String),
      published: expect.any(String),
      value: 0,
      agreement: 'within',
      tolerance: 0.0125,
      quantity: 'v(T*), of 0.25',
      recipe: expect.stringContaining('variance_flow, σ² 0.25, β 5'),
      proof: 'v + ln(v) / β = v₀ + ln(v₀) / β − 2 t, chapter denoising, (4)',
      corrected: 0.1303,
      correctedTolerance: 5e-5,
      otherReadings: expect.any(String),
      readings: expect.any(Array),
      baseline: expect.any(Number),
      baselineOf: expect.any(String),
      seeds: 1,
      slow: false,
      command: '',
      stamp: expect.stringMatching(/^[0-9a-f]{16}$/),
      probe: 0,
      probeTolerance: 1e-3,
    });
  });

  it('recomputes a claim seed by seed', async () => {
    const frames = await refined(await engine.open(experiments.claim_004, { id: '004.section-1.before' }));
    expect(frames[0]).toMatchObject({ done: 0, seeds: 40, verdict: 'not recomputed' });
    expect(frames.map(({ done }) => done)).toEqual(frames.map(({ done }) => done).sort((a, b) => a - b));
    expect(frames.at(-1)).toMatchObject({ done: 40, verdict: 'in error' });
    const { corrected, correctedTolerance } = claims.find(({ id }) => id === '004.section-1.before') as Claim;
    expect(Math.abs((frames.at(-1) as ClaimFrame).mean - corrected)).toBeLessThanOrEqual(correctedTolerance);
  });

  it('judges the values that the native command has kept, and knows that they are current', async () => {
    const slow = claims.filter((claim) => claim.slow && (!claim.command || kept[claim.id]));
    expect(Object.keys(kept).sort()).toEqual(slow.map(({ id }) => id).sort());
    for (const { id, stamp, probe, probeTolerance, seeds } of slow) {
      const old = kept[id] as (typeof kept)[string];
      expect(old.recipe).toBe(stamp);
      expect(Math.abs(probe / old.probe - 1)).toBeLessThanOrEqual(probeTolerance);
      const frame: ClaimFrame = await only(engine.open(claimOf(id), { id, values: old.values }));
      expect(frame).toMatchObject({ done: seeds, seeds });
      expect(frame.verdict).not.toBe('not recomputed');
    }
  });

  it('refuses what is no claim, and values that are none', async () => {
    const claim = (params: object) => messageOf(engine.open(experiments.claim_004, params as { id: string }));
    expect(await claim({ id: 'nonsense', values: [] })).toBe("claims: there is no claim 'nonsense'");
    expect(await claim({ id: 7, values: [] })).toMatch(/^claim_004: id is number, expected a name/);
    expect(await claim({ id: '004.section-5.time', values: 1 })).toMatch(
      /^claim_004: values is number, expected an array/,
    );
    expect(await claim({ id: '004.section-5.time', values: ['1'] })).toMatch(
      /^claim_004: values is string, expected an array of numbers/,
    );
    expect(await claim({})).toBe('claim_004: id is missing');
  });
});

describe('what the ledger quotes', () => {
  it('stands in the paper, word for word, and is short', async () => {
    const engine = engineOf(true);
    const wrong: string[] = [];
    for (const list of ledgers) {
      const there = known(list.name.slice(-3));
      for (const { id, source, published } of (await only(engine.open(list, {}))).claims) {
        if (source === 'ours') {
          if (published) wrong.push(`${id} is ours and quotes something`);
          continue;
        }
        const lacks = missing(published, there);
        if (lacks !== undefined) wrong.push(`${id}: “${published}” does not stand there: ${lacks}`);
        for (const fault of faults(published)) wrong.push(`${id}: “${published}”: ${fault}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});
