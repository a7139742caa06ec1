/** The ledger, which is a part of the wasm for each paper. */
import {
  claim000,
  claim001,
  claim002,
  claim003,
  claim004,
  ledger000,
  ledger001,
  ledger002,
  ledger003,
  ledger004,
} from './generated/ledger';

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

/** The list of every paper's claims, and what recomputes one of them. */
const all = {
  '000': { list: ledger000, claim: claim000 },
  '001': { list: ledger001, claim: claim001 },
  '002': { list: ledger002, claim: claim002 },
  '003': { list: ledger003, claim: claim003 },
  '004': { list: ledger004, claim: claim004 },
} as const;
export const ledgers = Object.values(all).map(({ list }) => list);

/** What recomputes the claim of that id, which begins with its paper. */
export const claimOf = (id: string): typeof claim000 => all[id.slice(0, 3) as keyof typeof all].claim;
