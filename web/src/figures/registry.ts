import { bilinearForm } from './bilinear-form/registry';
import type { Figure } from './declare';
import { denoising } from './denoising/registry';
import { gradientDynamics } from './gradient-dynamics/registry';
import { incrementalPatterns } from './incremental-patterns/registry';
import { oneHead } from './one-head/registry';
import { supportTokens } from './support-tokens/registry';

/** Every figure by its id; each chapter lists its own. */
export const figures = {
  ...denoising,
  ...bilinearForm,
  ...gradientDynamics,
  ...supportTokens,
  ...incrementalPatterns,
  ...oneHead,
} satisfies Record<string, () => Promise<{ readonly default: Figure }>>;

export type FigureId = keyof typeof figures;
