/** The wasm part `flows`: theory, and experiments on thousands to a million tokens with the float kernels. */
import type { CloudFrame, GaussianFlowFrame, MseFrame, VarianceFrame } from '../api';
import type { CoreRun, PartModule, Refusal } from './core';

export interface FlowsModule extends PartModule {
  openVariance(params: object): CoreRun<VarianceFrame> | Refusal;
  openGaussianFlow(params: object): CoreRun<GaussianFlowFrame> | Refusal;
  openCloud(params: object): CoreRun<CloudFrame> | Refusal;
  openMse(params: object): CoreRun<MseFrame> | Refusal;
}
