// Written by tools/experiment-types.mjs from the descriptions in cpp/experiments and cpp/claims: change them there.
import scalar from '#wasm/ledger_004.scalar.wasm?url';
import simd from '#wasm/ledger_004.simd.wasm?url';
import type { Experiment } from '../../experiment';
import type { ClaimFrame, ClaimParams } from '../ledger';

export const claim004: Experiment<ClaimParams, ClaimFrame> = {
  name: 'claim_004',
  part: { name: 'ledger_004', simd, scalar },
};
