/** The wasm part `ledger`: what the papers state, and how it is recomputed. */
import type { ClaimFrame, LedgerFrame } from '../api';
import type { CoreRun, PartModule, Refusal } from './core';

export interface LedgerModule extends PartModule {
  openClaims(params: object): CoreRun<LedgerFrame> | Refusal;
  openClaim(params: object): CoreRun<ClaimFrame> | Refusal;
}
