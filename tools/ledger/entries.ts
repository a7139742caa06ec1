/**
 * The ledger with values: recomputed by the core that is being built in, or, where that takes too long, kept by `attn claims --full`
 * and still current. Loaded by the plugin when a page needs it, as the posters are.
 */
import { heldInWords } from '../../web/src/article/held';
import { number } from '../../web/src/draw/format';
import type { Claim, Engine, Verdict } from '../../web/src/engine/api';
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
  /** Our value in words and digits; empty where there is none. */
  readonly ours: string;
  /** Of kept values. */
  readonly commit?: string;
}

/** Throws where kept values are missing or out of date, and where something differs that nobody has explained. */
export async function entries(wasm: string, kept: Kept): Promise<Entry[]> {
  const { ledger } = nodeEngine(wasm);
  const list = await ledger.claims({});
  const { claims } = await list.seek(0);
  list.dispose();
  const all: Entry[] = [];
  for (const claim of claims) {
    all.push(await entryOf(ledger, claim, claim.slow ? current(claim, kept) : undefined));
  }
  const wrong = all.filter(({ verdict }) => verdict === 'differs');
  if (wrong.length > 0)
    throw new Error(
      `ledger: not as published, and nobody has explained why: ${wrong.map(({ id, ours, published }) => `${id} is ${ours}, published ${published}`).join('; ')}`,
    );
  return all;
}

function current(claim: Claim, kept: Kept): Kept[string] {
  const { id, stamp, probe, seeds } = claim;
  const old = kept[id];
  const good =
    old?.recipe === stamp &&
    Math.abs(old.probe - probe) <= 1e-3 * Math.abs(probe) &&
    old.values.length === seeds;
  if (!good)
    throw new Error(
      `ledger: the kept values of ${id} are ${old ? 'out of date' : 'missing'}; CONTRIBUTING.md says how to compute them`,
    );
  return old;
}

async function entryOf(
  ledger: Engine['ledger'],
  claim: Claim,
  kept: Kept[string] | undefined,
): Promise<Entry> {
  if (claim.agreement === 'not tried')
    return { ...claim, verdict: 'not recomputed', values: [], mean: 0, sd: 0, ours: '' };
  const run = await ledger.claim({ id: claim.id, values: kept?.values ?? [] });
  let frame = await run.seek(0);
  for (let next = await run.refine?.(); next; next = await run.refine?.()) frame = next;
  run.dispose();
  const { verdict, mean, sd } = frame;
  const values = [...frame.values];
  const ours = oursInWords(claim, { values, mean, sd });
  return { ...claim, verdict, values, mean, sd, ours, ...(kept && { commit: kept.commit }) };
}

export function oursInWords(
  { agreement, seeds }: Pick<Claim, 'agreement' | 'seeds'>,
  { values, mean, sd }: { readonly values: readonly number[]; readonly mean: number; readonly sd: number },
): string {
  if (agreement === 'holds') return heldInWords(values);
  if (seeds === 1) return number(mean, 4);
  return `${number(mean, 4)} ± ${number(sd, 2)} over ${seeds} seeds`;
}
