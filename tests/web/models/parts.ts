/** What the model figures compute with: the part of the wasm that is for tests, and nothing. */
import scalar from '#wasm/models.wasm?url';
import type { Experiment } from '../../../web/src/engine/api';

export const leastSquares: Experiment = { name: 'least_squares', part: { name: 'models', scalar } };

/** Of figures whose frames are all precomputed. */
export const nothing: Experiment<object, never> = { name: 'nothing', part: { name: 'none', scalar: '' } };
