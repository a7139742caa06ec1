import type { Figure } from './declare';

/** Every figure by its id. The file of a figure is fetched when one of its elements comes near the viewport. */
export const figures = {
  particles: () => import('./particles'),
  'before-after': () => import('./before-after'),
  'two-stage': () => import('./two-stage'),
  'mse-depth': () => import('./mse-depth'),
  'energy-landscape': () => import('./energy-landscape'),
  'variance-decay': () => import('./variance-decay'),
  'gaussian-flow': () => import('./gaussian-flow'),
  'million-particles': () => import('./million-particles'),
} satisfies Record<string, () => Promise<{ readonly default: Figure }>>;

export type FigureId = keyof typeof figures;
