/** `attention-explorables/engine`: the C++ core from code of one's own, in a worker. Experiments: `attention-explorables/experiments/<name>`. */
export type { At, Engine, EngineStats, Experiment, FrameOf, ParamsOf, Refined, Run } from '../engine/api';
export { setAssets } from '../engine/assets';
export { createEngine, type EngineOptions } from '../engine/client';
export type { FloatMatrix, Matrix, NumberArray, NumberList } from '../engine/values';
