// Written by tools/experiment-types.mjs from the descriptions in cpp/experiments and cpp/claims: change them there.
import scalar from '#wasm/support.wasm?url';
import type { Experiment } from '../../experiment';
import type { SupportTokensFrame, SupportTokensParams } from '../support-tokens';

export const supportTokensDefaults = {
  a: 0.5,
} as const;

const limits = {
  a: [-10, 10],
} as const;

export const supportTokens: Experiment<SupportTokensParams, SupportTokensFrame> = {
  name: 'support_tokens',
  part: { name: 'support', scalar },
  defaults: supportTokensDefaults,
  limits,
};
