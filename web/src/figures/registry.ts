import type { Figure } from './declare';

/** Every figure by its id. The file of a figure is fetched when one of its elements comes near the viewport. */
export const figures = {
  particles: () => import('./particles'),
  'before-after': () => import('./before-after'),
} satisfies Record<string, () => Promise<{ readonly default: Figure }>>;

export type FigureId = keyof typeof figures;
