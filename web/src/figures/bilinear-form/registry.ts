/** The figures of the chapter bilinear-form, by id. The file of a figure is fetched when one of its elements comes near the viewport. */
export const bilinearForm = {
  'five-views': () => import('./five-views'),
  'metric-explorer': () => import('./metric-explorer'),
  'attention-steps': () => import('./attention-steps'),
  temperature: () => import('./temperature'),
  'free-energy-simplex': () => import('./free-energy-simplex'),
  'why-root-d': () => import('./why-root-d'),
  'softmax-jacobian': () => import('./softmax-jacobian'),
  'backward-pass': () => import('./backward-pass'),
  'multi-head': () => import('./multi-head'),
  'masks-and-positions': () => import('./masks-and-positions'),
  geodesics: () => import('./geodesics'),
  'natural-gradient': () => import('./natural-gradient'),
  'hopfield-memory': () => import('./hopfield-memory'),
  'hopfield-capacity': () => import('./hopfield-capacity'),
  'flash-blocks': () => import('./flash-blocks'),
  'linear-attention': () => import('./linear-attention'),
};
