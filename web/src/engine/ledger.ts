/** The ledger, which is a part of the wasm for each paper. */
import type { ExperimentName } from './api';

export type { Claim, ClaimFrame } from './generated/ledger';

export type Verdict =
  | 'agrees'
  | 'close'
  | 'differs'
  | 'in error'
  | 'not found'
  | 'unclear'
  | 'ours'
  | 'not recomputed';

type LedgerName = Extract<ExperimentName, `ledger_${string}`>;
type ClaimName = Extract<ExperimentName, `claim_${string}`>;

/** The list of every paper's claims; the types see to it that none is forgotten. */
const all: Readonly<Record<LedgerName, true>> = {
  ledger_000: true,
  ledger_001: true,
  ledger_002: true,
  ledger_003: true,
  ledger_004: true,
};
export const ledgers = Object.keys(all) as LedgerName[];

/** What recomputes the claim of that id, which begins with its paper. */
export const claimOf = (id: string): ClaimName => `claim_${id.slice(0, 3)}` as ClaimName;
