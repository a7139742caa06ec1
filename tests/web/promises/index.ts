import { bilinearForm } from './bilinear-form';
import { denoising } from './denoising';
import { gradientDynamics } from './gradient-dynamics';
import { incrementalPatterns } from './incremental-patterns';
import { oneHead } from './one-head';
import type { Promises } from './promise';
import { supportTokens } from './support-tokens';

/** By figure. */
export const promises: Readonly<Record<string, Promises>> = {
  ...bilinearForm,
  ...gradientDynamics,
  ...incrementalPatterns,
  ...supportTokens,
  ...denoising,
  ...oneHead,
};
