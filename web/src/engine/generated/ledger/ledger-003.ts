// Written by tools/experiment-types.mjs from the descriptions in cpp/experiments and cpp/claims: change them there.
import scalar from '#wasm/ledger_003.scalar.wasm?url';
import simd from '#wasm/ledger_003.simd.wasm?url';
import type { Experiment } from '../../experiment';
import type { LedgerFrame, LedgerParams } from '../ledger';

export const ledger003: Experiment<LedgerParams, LedgerFrame> = {
  name: 'ledger_003',
  part: { name: 'ledger_003', simd, scalar },
};
