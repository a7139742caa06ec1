/** The figures of the chapter incremental-patterns, by id. The file of a figure is fetched when one of its elements comes near the viewport. */
export const incrementalPatterns = {
  'chain-explorer': () => import('./chain-explorer'),
  stages: () => import('./stages'),
  'kl-stages': () => import('./kl-stages'),
  construction: () => import('./construction'),
  mixing: () => import('./mixing'),
  'gradient-flow': () => import('./gradient-flow'),
  'waiting-time': () => import('./waiting-time'),
  'dataset-size': () => import('./dataset-size'),
};
