// Written by tools/experiment-types.mjs from the descriptions in cpp/experiments and cpp/claims: change them there.
import scalar from '#wasm/ledger_002.scalar.wasm?url';
import simd from '#wasm/ledger_002.simd.wasm?url';
import type { Experiment } from '../../experiment';
import type { LedgerFrame, LedgerParams } from '../ledger';

export const ledger002: Experiment<LedgerParams, LedgerFrame> = {
  name: 'ledger_002',
  part: { name: 'ledger_002', simd, scalar },
};
