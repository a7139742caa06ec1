/** Stands in the place of the engine's two tables of parts in the build of the models: the part of the tests alone. */
import scalar from '#wasm/models.wasm?url';
import type { PartFiles } from '../../../web/src/engine/load';

export const partOf: Readonly<Record<string, string>> = { least_squares: 'models' };

export const files: Readonly<Record<string, PartFiles>> = {
  models: { scalar },
};
