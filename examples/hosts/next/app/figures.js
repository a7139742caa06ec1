import { defineAttnFigure } from 'attention-explorables';

defineAttnFigure({
  figures: {
    particles: () => import('attention-explorables/figures/particles'),
    'two-stage': () => import('attention-explorables/figures/two-stage'),
    'em-vs-sgd': () => import('attention-explorables/figures/em-vs-sgd'),
  },
});
