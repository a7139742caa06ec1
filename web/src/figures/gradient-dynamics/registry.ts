/** The figures of the chapter gradient-dynamics, by id. The file of a figure is fetched when one of its elements comes near the viewport. */
export const gradientDynamics = {
  'routing-law': () => import('./routing-law'),
  'value-pull': () => import('./value-pull'),
  feedback: () => import('./feedback'),
  'toy-training': () => import('./toy-training'),
  'first-order': () => import('./first-order'),
  'em-vs-sgd': () => import('./em-vs-sgd'),
  'value-manifold': () => import('./value-manifold'),
  'frame-precision': () => import('./frame-precision'),
  diagnostics: () => import('./diagnostics'),
};
