// Written by tools/experiment-types.mjs from the descriptions in cpp/experiments and cpp/claims: change them there.
import scalar from '#wasm/ledger_001.scalar.wasm?url';
import simd from '#wasm/ledger_001.simd.wasm?url';
import type { Experiment } from '../../experiment';
import type { ClaimFrame, ClaimParams } from '../ledger';

export const claim001: Experiment<ClaimParams, ClaimFrame> = {
  name: 'claim_001',
  part: { name: 'ledger_001', simd, scalar },
};
