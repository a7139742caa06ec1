/** The figures of the chapter support-tokens, by id. The file of a figure is fetched when one of its elements comes near the viewport. */
export const supportTokens = {
  'residual-map': () => import('./residual-map'),
  'coupling-regimes': () => import('./coupling-regimes'),
  'support-tokens': () => import('./support-tokens'),
  'boundary-map': () => import('./boundary-map'),
  'matrix-margin': () => import('./matrix-margin'),
  consistency: () => import('./consistency'),
  'depth-localisation': () => import('./depth-localisation'),
  'gpt-training': () => import('./gpt-training'),
  'noise-robustness': () => import('./noise-robustness'),
  'regularisation-path': () => import('./regularisation-path'),
};
