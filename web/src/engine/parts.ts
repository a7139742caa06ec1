/** The wasm parts and where their files are. A chapter adds its part here. */
import scalar from '#wasm/denoising.scalar.wasm?url';
import simd from '#wasm/denoising.simd.wasm?url';
import { type LoadedPart, loadPart } from './load';
import type { DenoisingModule } from './parts/denoising';

export interface Parts {
  readonly denoising: DenoisingModule;
}

export type PartName = keyof Parts;

const files = {
  denoising: { glue: () => import('#wasm/denoising.js'), simd, scalar },
};

/** Fetches a part for this browser. See `loadPart` for the errors. */
export const load = (part: PartName): Promise<LoadedPart> => loadPart(part, files[part]);
