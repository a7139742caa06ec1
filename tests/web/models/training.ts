/** A figure that trains: least squares by gradient descent, 5000 steps in the part of the wasm that is for tests. */
import { plot } from '../../../web/src/draw/axes';
import { number, whole } from '../../../web/src/draw/format';
import { asGhost } from '../../../web/src/draw/ghost';
import type { Surface } from '../../../web/src/draw/surface';
import type { Experiment } from '../../../web/src/engine/api';
import { defineFigure, say, seed, slider } from '../../../web/src/figures/declare';
import { leastSquares } from './parts';

interface Frame {
  readonly step: number;
  readonly frontier: number;
  readonly loss: number;
  readonly weights: Float64Array;
  readonly truth: Float64Array;
  readonly batchLoss: Float64Array;
  readonly every: number;
}

export const modelTraining = defineFigure({
  id: 'model-training',
  title: 'Training',
  claim: 'It trains ahead of what is shown, and each step that has been computed can be shown again.',
  source: { seed: '004', place: 'none: a model for tests' },
  params: {
    learningRate: slider({
      symbol: '\\eta',
      label: 'learning rate',
      range: [0.01, 0.9],
      step: 0.01,
      value: 0.5,
      about: 'Of every step.',
    }),
    size: slider({ symbol: 'd', label: 'unknowns', range: [2, 64], step: 1, value: 8, about: 'How many.' }),
    seed: seed(7),
  },
  presets: [
    {
      name: 'slow',
      params: { learningRate: 0.02 },
      says: 'It comes down slowly.',
      holds: (frame: Frame) => frame.loss > 0,
    },
  ],
  compares: true,
  height: () => 260,
  timeline: () => ({ steps: 5000, unit: 'step', opens: 200, stride: 25 }),
  core: leastSquares as Experiment<object, Frame>,
  draw(surface, f: Frame, view, _, ghost) {
    const most = Math.max(...[f, ...(ghost ? [ghost.frame] : [])].flatMap((g) => [...g.batchLoss]), 1e-6);
    const area = plot(surface, view, {
      x: { domain: [0, 5000], label: 'step' },
      y: { domain: [0, 1.1 * most], label: 'loss of the batch', ticks: 4 },
    });
    const curve = (on: Surface, { batchLoss, every }: Frame): void => {
      const points = Array.from(batchLoss).flatMap((loss, i) => [area.x(i * every), area.y(loss)]);
      if (points.length > 2) on.path(points, { role: 'loss', width: 1.5 });
    };
    if (ghost) curve(asGhost(surface), ghost.frame);
    curve(surface, f);
    const now = area.x(f.step);
    surface.line(now, area.top, now, area.bottom, { role: 'ink-3' });
  },
  describe: (f) => say`Step ${whole(f.step)} of 5000: loss ${number(f.loss)}.`,
  table: (f) => ({
    columns: ['unknown', 'weight', 'truth'],
    rows: Array.from(f.weights, (weight, i) => [i, weight, f.truth[i] as number]),
  }),
  checks: (f) => [{ name: 'the loss is finite', value: f.loss, atMost: 1e6 }],
  python: 'It is there for the element alone.',
});
