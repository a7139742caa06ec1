import { defineAttnFigure, setAssets } from 'attention-explorables';

// Rollup leaves files alone that code names: these are copied, and here is where they lie.
setAssets(new URL('attention/', document.baseURI));
defineAttnFigure({
  figures: {
    particles: () => import('attention-explorables/figures/particles'),
    'two-stage': () => import('attention-explorables/figures/two-stage'),
    'em-vs-sgd': () => import('attention-explorables/figures/em-vs-sgd'),
  },
});
