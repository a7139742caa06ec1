/**
 * The ledger with values: recomputed by the core that is being built in, or, where that takes too long, kept by `attn claims --full`
 * and still current. Loaded by the plugin when a page needs it, as the posters are.
 */
import { heldInWords } from '../../web/src/article/held';
import { number } from '../../web/src/draw/format';
import type { Engine } from '../../web/src/engine/api';
import { better } from '../../web/src/engine/better';
import { type Claim, claimOf, ledgers, type Verdict } from '../../web/src/engine/ledger';
import { nodeEngine } from '../posters/node-engine';

/** What `attn claims --full --keep` has written, by claim. */
export type Kept = Readonly<
  Record<
    string,
    {
      readonly commit: string;
      readonly recipe: string;
      readonly probe: number;
      readonly values: readonly number[];
    }
  >
>;

export interface Entry extends Claim {
  readonly verdict: Verdict;
  readonly values: readonly number[];
  readonly mean: number;
  readonly sd: number;
  /** Of the mean over seeds; 0 for one. */
  readonly standardError: number;
  /** Our value in words and digits; empty where there is none. */
  readonly ours: string;
  /** Of kept values. */
  readonly commit?: string;
}

/** Throws where kept values are missing, but for those of runs that take hours, or out of date, and where something differs that nobody has explained. */
export async function entries(wasm: string, kept: Kept): Promise<Entry[]> {
  const engine = nodeEngine(wasm);
  const all: Entry[] = [];
  for (const name of ledgers) {
    const list = await engine.open(name, {});
    for (const claim of list.first.claims) {
      const unmade = claim.command && !kept[claim.id];
      all.push(
        claim.agreement === 'not tried' || unmade
          ? { ...claim, verdict: 'not recomputed', values: [], mean: 0, sd: 0, standardError: 0, ours: '' }
          : await entryOf(engine, claim, claim.slow ? current(claim, kept) : undefined),
      );
    }
    list.dispose();
  }
  const wrong = all.filter(({ verdict }) => verdict === 'differs');
  if (wrong.length > 0)
    throw new Error(
      `ledger: not as published, and nobody has explained why: ${wrong.map(({ id, ours, published }) => `${id} is ${ours}, published ${published || 'nothing: it is ours'}`).join('; ')}`,
    );
  return all;
}

function current(claim: Claim, kept: Kept): Kept[string] {
  const { id, stamp, probe, probeTolerance, seeds } = claim;
  const old = kept[id];
  const good =
    old?.recipe === stamp &&
    Math.abs(old.probe - probe) <= probeTolerance * Math.abs(probe) &&
    old.values.length === seeds;
  if (!good)
    throw new Error(
      `ledger: the kept values of ${id} are ${old ? 'out of date' : 'missing'}; CONTRIBUTING.md says how to compute them`,
    );
  return old;
}

async function entryOf(engine: Engine, claim: Claim, kept: Kept[string] | undefined): Promise<Entry> {
  const run = await engine.open(claimOf(claim.id), { id: claim.id, values: kept?.values ?? [] });
  let frame = run.first;
  for await (const next of better(run)) frame = next;
  run.dispose();
  const { mean, sd } = frame;
  const verdict = frame.verdict as Verdict;
  const values = [...frame.values];
  const ours = oursInWords(claim, { values, mean, sd });
  const standardError = values.length > 1 ? sd / Math.sqrt(values.length) : 0;
  return { ...claim, verdict, values, mean, sd, standardError, ours, ...(kept && { commit: kept.commit }) };
}

export function oursInWords(
  { agreement, seeds }: Pick<Claim, 'agreement' | 'seeds'>,
  { values, mean, sd }: { readonly values: readonly number[]; readonly mean: number; readonly sd: number },
): string {
  if (agreement === 'holds') return heldInWords(values);
  if (seeds === 1) return number(mean, 4);
  return `${number(mean, 4)} ± ${number(sd, 2)} over ${seeds} seeds`;
}
