/** The wasm parts and where their files are. A part is added here. */
import bilinearScalar from '#wasm/bilinear.scalar.wasm?url';
import bilinearSimd from '#wasm/bilinear.simd.wasm?url';
import denoisingScalar from '#wasm/denoising.scalar.wasm?url';
import denoisingSimd from '#wasm/denoising.simd.wasm?url';
import flowsScalar from '#wasm/flows.scalar.wasm?url';
import flowsSimd from '#wasm/flows.simd.wasm?url';
import ledgerScalar from '#wasm/ledger.scalar.wasm?url';
import ledgerSimd from '#wasm/ledger.simd.wasm?url';
import { type LoadedPart, loadPart } from './load';
import type { BilinearModule } from './parts/bilinear';
import type { DenoisingModule } from './parts/denoising';
import type { FlowsModule } from './parts/flows';
import type { LedgerModule } from './parts/ledger';

export interface Parts {
  readonly bilinear: BilinearModule;
  readonly denoising: DenoisingModule;
  readonly flows: FlowsModule;
  readonly ledger: LedgerModule;
}

export type PartName = keyof Parts;

const files = {
  bilinear: { glue: () => import('#wasm/bilinear.js'), simd: bilinearSimd, scalar: bilinearScalar },
  denoising: { glue: () => import('#wasm/denoising.js'), simd: denoisingSimd, scalar: denoisingScalar },
  flows: { glue: () => import('#wasm/flows.js'), simd: flowsSimd, scalar: flowsScalar },
  ledger: { glue: () => import('#wasm/ledger.js'), simd: ledgerSimd, scalar: ledgerScalar },
};

/** Fetches a part for this browser. See `loadPart` for the errors. */
export const load = (part: PartName): Promise<LoadedPart> => loadPart(part, files[part]);
