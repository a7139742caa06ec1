/** The wasm part `bilinear`: softmax, attention and its gradients, heads, blocks, normalisation. */
import type {
  AttentionFrame,
  FastAttentionFrame,
  FlashFrame,
  HeadsFrame,
  NormFrame,
  SoftmaxFrame,
} from '../bilinear';
import type { CoreRun, PartModule, Refusal } from './core';

export interface BilinearModule extends PartModule {
  openSoftmax(params: object): CoreRun<SoftmaxFrame> | Refusal;
  openAttention(params: object): CoreRun<AttentionFrame> | Refusal;
  openHeads(params: object): CoreRun<HeadsFrame> | Refusal;
  openFlash(params: object): CoreRun<FlashFrame> | Refusal;
  openFastAttention(params: object): CoreRun<FastAttentionFrame> | Refusal;
  openNorm(params: object): CoreRun<NormFrame> | Refusal;
}
