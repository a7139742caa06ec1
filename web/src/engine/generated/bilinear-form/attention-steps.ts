// Written by tools/experiment-types.mjs from the descriptions in cpp/experiments and cpp/claims: change them there.
import scalar from '#wasm/ruler.wasm?url';
import type { Experiment } from '../../experiment';
import type { AttentionStepsFrame, AttentionStepsParams } from '../bilinear-form';

export const attentionSteps: Experiment<AttentionStepsParams, AttentionStepsFrame> = {
  name: 'attention_steps',
  part: { name: 'ruler', scalar },
};
