/** The wasm part `denoising`: experiments on some hundred tokens on a line, in double precision. */
import type { BeforeAfterFrame, LandscapeFrame, ParticlesFrame, TwoStageFrame } from '../api';
import type { CoreRun, PartModule, Refusal } from './core';

export interface DenoisingModule extends PartModule {
  openParticles(params: object): CoreRun<ParticlesFrame> | Refusal;
  openBeforeAfter(params: object): CoreRun<BeforeAfterFrame> | Refusal;
  openLandscape(params: object): CoreRun<LandscapeFrame> | Refusal;
  openTwoStage(params: object): CoreRun<TwoStageFrame> | Refusal;
}
