/** The figures of the chapter denoising, by id. The file of a figure is fetched when one of its elements comes near the viewport. */
export const denoising = {
  particles: () => import('./particles'),
  'before-after': () => import('./before-after'),
  'two-stage': () => import('./two-stage'),
  'mse-depth': () => import('./mse-depth'),
  'energy-landscape': () => import('./energy-landscape'),
  'variance-decay': () => import('./variance-decay'),
  'gaussian-flow': () => import('./gaussian-flow'),
  'million-particles': () => import('./million-particles'),
};
