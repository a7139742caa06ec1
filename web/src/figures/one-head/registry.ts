/** The figures of the chapter one-head, by id. The file of a figure is fetched when one of its elements comes near the viewport. */
export const oneHead = {
  'five-readings': () => import('./five-readings'),
  'cut-an-edge': () => import('./cut-an-edge'),
  'fragile-tokens': () => import('./fragile-tokens'),
  ladder: () => import('./ladder'),
  'what-predicts': () => import('./what-predicts'),
  'where-to': () => import('./where-to'),
  'own-head': () => import('./own-head'),
};
