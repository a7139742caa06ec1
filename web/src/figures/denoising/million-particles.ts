import { plot } from '../../draw/axes';
import { fixed, number, whole } from '../../draw/format';
import { asGhost } from '../../draw/ghost';
import { inset } from '../../draw/inset';
import type { Surface, View } from '../../draw/surface';
import {
  millionParticlesDefaults as core,
  type MillionParticlesFrame,
  millionParticles,
} from '../../engine/generated/denoising';
import { choice, defineFigure, say, seed, slider } from '../declare';
import { bands } from '../shared/bands';
import { around, check, polyline } from '../shared/idioms';

/** Steps of opacity in which a density is drawn: more would not be told apart. */
const levels = 16;

const last = (values: Float64Array): number => values[values.length - 1] as number;

export default defineFigure({
  id: 'million-particles',
  title: 'A cloud of dots finds its shape',
  claim: 'Out of a cloud of noisy dots, layers of attention draw the shape they came from.',
  source: { seed: '004', place: 'sections 2 and 6, the limit of many particles' },
  params: {
    shape: choice({
      label: 'clean tokens',
      options: { ring: 'ring', spiral: 'spiral', lattice: 'lattice' },
      numbered: true,
      about: 'Where the clean tokens lie: eight points on a circle, 400 on a spiral, or 25 on a lattice.',
    }),
    count: slider({
      symbol: 'N',
      label: 'tokens',
      range: [1000, 1000000],
      scale: 'log',
      step: 1,
      about: 'How many dots there are. Few fall apart into clumps, many behave like a fluid.',
    }),
    beta: slider({
      symbol: '\\beta',
      label: 'bandwidth',
      range: [5, 300],
      scale: 'log',
      about:
        'Inverse squared width of the attention kernel. The finest detail that Stage 1 can see is about 1/√β.',
    }),
    sigma2: slider({
      symbol: '\\sigma^2',
      label: 'noise',
      range: [0.005, 0.1],
      step: 0.005,
      about: 'Variance of the noise in each of the two coordinates.',
    }),
    seed: seed(),
  },
  first: ['shape', 'count', 'beta'],
  presets: [
    {
      name: 'a thousand tokens',
      params: { count: 1000 },
      says: 'The same noise with 1000 tokens: they gather into clumps of their own, and four fifths of the distance is left.',
      holds: (f) => last(f.distance) > 0.75 * (f.distance[0] as number),
    },
    {
      name: 'blunt kernel',
      params: { beta: 8, shape: 'ring' },
      says: 'With β = 8 the kernel is twice as wide as a blot. The same diffusion time takes less than a tenth off the distance.',
      holds: (f) => {
        const left = last(f.distance) / (f.distance[0] as number);
        return left > 0.9 && left < 0.97;
      },
    },
    {
      name: 'lattice',
      params: { shape: 'lattice' },
      says: 'Twenty-five blots, each on its way back into one point: about half of the distance is gone.',
      holds: (f) => (f.distance[0] as number) > 0.2 && last(f.distance) < 0.6 * (f.distance[0] as number),
    },
  ],
  compares: true,
  height: (width) => (width < 620 ? square(width) + 220 : square(width) + 30),
  timeline: () => ({ steps: core.layers, unit: 'layer' }),
  core: millionParticles,
  draw(surface, f, view, _, ghost) {
    const size = square(view.width);
    if (view.width < 620) {
      drawDensity(inset(surface, Math.floor((view.width - size) / 2), 20), f, size);
      drawDistance(inset(surface, 0, size + 30), f, { width: view.width, height: 190 }, ghost?.frame);
    } else {
      drawDensity(inset(surface, 0, 20), f, size);
      drawDistance(
        inset(surface, size + 36, 0),
        f,
        { width: view.width - size - 36, height: size + 30 },
        ghost?.frame,
      );
    }
  },
  describe: (f) =>
    say`At layer ${whole(f.layer)} of ${whole(f.layers)} the root mean square distance of ${whole(f.count)} tokens to the nearest clean point is ${fixed(last(f.distance), 3)}, from ${fixed(f.distance[0] as number, 3)} at the start.`,
  table: (f) => ({
    columns: ['layer', 'distance to the nearest clean point (root mean square)'],
    rows: Array.from(f.distance, (d, l) => [l, d]),
  }),
  quantities: (f) => ({ z: `${whole(f.count)} points`, ell: whole(f.layer) }),
  // All pairs of a million tokens would take hours: the snippet has a grid and FFTs where the figure has a fast Gauss transform.
  python: {
    code: () => [
      import('../shared/random.py?raw'),
      import('./shared/density.py?raw'),
      import('./million-particles.py?raw'),
    ],
    within: 3e-4,
  },
  checks: (f) => [
    check(
      'the fast step moves a token as the sum over all tokens does, relative to the width of the picture',
      f.stepError,
      1e-6,
    ),
    check('share of tokens outside of the picture', 1 - f.inside, 0.02),
  ],
});

/** The side of the picture in whole px per cell, so that cells meet without seams. */
function square(width: number): number {
  const room = width < 620 ? width : Math.min(480, width * 0.56);
  return 160 * Math.max(1, Math.floor(room / 160));
}

/**
 * The mean with the neighbours, weighted 1, 2, 1 in both directions, the more often the fewer tokens there are: chance alone makes
 * neighbours differ. The width falls with the sixth root of the count, as that of a kernel density estimate in two dimensions does
 * (Silverman 1986): two rounds for a million tokens. Seven at most, so that a thousand are seen one by one.
 */
function softened(counts: ArrayLike<number>, bins: number, tokens: number): Float64Array {
  const values = Float64Array.from(counts);
  const along = (step: number): void => {
    for (let line = 0; line < bins; line++) {
      let before = 0;
      for (let k = 0, i = line * (step === 1 ? bins : 1); k < bins; k++, i += step) {
        const held = values[i] as number;
        values[i] = (before + 2 * held + (k < bins - 1 ? (values[i + step] as number) : 0)) / 4;
        before = held;
      }
    }
  };
  const rounds = Math.min(7, Math.round(2 * Math.cbrt(1e6 / tokens)));
  for (let round = 0; round < rounds; round++) {
    along(1);
    along(bins);
  }
  return values;
}

function drawDensity(surface: Surface, f: MillionParticlesFrame, size: number): void {
  const bins = f.density.shape[0];
  const cell = size / bins;
  // The root tells the halo from nothing where the peaks are a thousand times as dense. The scale stays from frame to frame.
  const full = (12 * f.count) / (bins * bins);
  const data = softened(f.density.data, bins, f.count).map((held) => Math.sqrt(held / full));
  surface.path(around(0, 0, size, size), { role: 'rule', of: 'z' });
  const style = { domain: [0, 1], count: levels, role: 'particle', of: 'z' } as const;
  bands(surface, { shape: f.density.shape, data }, style, (column, row) => [
    (column + 0.5) * cell,
    (bins - row - 0.5) * cell,
  ]);
  surface.text(0, -8, `density of ${number(f.count, 2)} tokens`, { role: 'ink-3', of: 'z count' });
}

/** `ghost` lies behind it, on a scale that holds both. */
function drawDistance(
  surface: Surface,
  f: MillionParticlesFrame,
  view: View,
  ghost?: MillionParticlesFrame,
): void {
  const start = Math.max(f.distance[0] as number, ghost?.distance[0] ?? 0);
  const area = plot(surface, view, {
    x: { domain: [0, f.layers], label: 'layer ℓ' },
    y: { domain: [0, 1.15 * start], label: 'distance to the nearest clean point', ticks: 4 },
    right: 58,
  });
  const curve = (on: Surface, { layer, distance }: MillionParticlesFrame): void => {
    const points = polyline(distance, (d, l) => [area.x(l), area.y(d)]);
    if (layer > 0) on.path(points, { role: 'particle', width: 2 });
  };
  if (ghost) curve(asGhost(surface), ghost);
  curve(surface, f);
  surface.mark('particle', area.x(f.layer), area.y(last(f.distance)), { size: 4.5 });
  surface.text(area.x(f.layer) + 9, area.y(last(f.distance)), fixed(last(f.distance), 3), {
    role: 'particle',
    baseline: 'middle',
    bold: true,
  });
}
