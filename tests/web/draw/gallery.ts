/** Each piece of the vocabulary with data as a chapter has it, and at the edges: for tests of the layout, and to be looked at. */
import { arrow } from '../../../web/src/draw/arrow';
import { plot } from '../../../web/src/draw/axes';
import { categories } from '../../../web/src/draw/categories';
import { asGhost } from '../../../web/src/draw/ghost';
import { heatmap } from '../../../web/src/draw/heatmap';
import { inset } from '../../../web/src/draw/inset';
import { simplex } from '../../../web/src/draw/simplex';
import type { Surface, View } from '../../../web/src/draw/surface';
import { matrix } from './matrix';

export interface Piece {
  readonly height: (width: number) => number;
  readonly draw: (surface: Surface, view: View) => void;
}

const softmax = (scores: readonly number[]): number[] => {
  const weights = scores.map(Math.exp);
  const sum = weights.reduce((a, b) => a + b, 0);
  return weights.map((w) => w / sum);
};

/** Causal weights with their forbidden half, as in multi-head. */
const causal = (n: number) => {
  const rows = Array.from({ length: n }, (_, i) =>
    softmax(Array.from({ length: n }, (_, j) => (j > i ? -Infinity : 2.2 * Math.sin(1.7 * i + 2.9 * j)))),
  );
  return matrix(n, n, (i, j) => rows[i]?.[j] ?? 0);
};

/** Two panels, side by side where there is room. */
const pair = (left: Piece['draw'], right: Piece['draw']): Piece['draw'] => {
  return (surface, view) => {
    const beside = view.width >= 520;
    const width = beside ? view.width / 2 - 12 : view.width;
    const height = beside ? view.height : view.height / 2 - 8;
    left(surface, { width, height });
    right(inset(surface, beside ? width + 24 : 0, beside ? 0 : height + 16), { width, height });
  };
};

const bars =
  (weights: readonly number[]): Piece['draw'] =>
  (surface, view) => {
    const axes = {
      x: { domain: [0, 5], label: 'key', silent: true },
      y: { domain: [0, 0.6], label: 'weight' },
    } as const;
    const area = plot(surface, view, axes);
    weights.forEach((w, i) => {
      const [x, y] = [area.x(i + 0.2), area.y(w)];
      surface.rect(x, y, area.x(i + 0.8) - x, area.bottom - y, { role: 'weight', opacity: 0.8 });
      surface.text(x, y - 5, String(w), { role: 'weight' });
    });
    const path = weights.flatMap((w, i) => [area.x(i + 0.5), area.y(w * 0.7)]);
    surface.path(path, { role: 'key', width: 2 });
    for (let i = 0; i < path.length; i += 2) surface.mark('key', path[i] as number, path[i + 1] as number);
  };

export const gallery: Readonly<Record<string, Piece>> = {
  'heatmap-weights': {
    height: (width) => (width < 520 ? 340 : 400),
    draw: (surface, view) =>
      void heatmap(surface, view, {
        matrix: causal(8),
        domain: [0, 1],
        rowLabels: [...'abracada'],
        columnLabels: [...'abracada'],
        label: 'weight α',
        marked: { row: 5 },
      }),
  },
  'heatmap-signed': {
    height: (width) => (width < 520 ? 640 : 330),
    draw: pair(
      (surface, view) =>
        void heatmap(surface, view, {
          matrix: matrix(4, 4, (i, j) => (i === j ? 0.21 - 0.02 * i : -0.09 + 0.03 * ((i + j) % 3))),
          scale: 'diverging',
          rowLabels: ['p₁', 'p₂', 'p₃', 'p₄'],
          columnLabels: ['s₁', 's₂', 's₃', 's₄'],
          label: 'Jacobian',
          marked: { row: 1, column: 2 },
        }),
      (surface, view) =>
        void heatmap(surface, view, {
          matrix: matrix(24, 24, (i, j) =>
            Math.floor(j / 8) > Math.floor(i / 8)
              ? 0
              : Math.sin(i * 1.3 + j * j * 0.21) * Math.exp(-Math.abs(i - j) / 9),
          ),
          scale: 'diverging',
          label: '∂e/∂x',
        }),
    ),
  },
  'heatmap-edges': {
    height: (width) => (width < 520 ? 560 : 280),
    draw: pair(
      (surface, view) =>
        void heatmap(surface, view, {
          matrix: matrix(3, 12, (i, j) =>
            i === 1 ? Number.NaN : j > 8 ? -Infinity : 12 * Math.cos(i + j / 2),
          ),
          rowLabels: ['head 1', 'head 2', 'head 3'],
          columnLabels: Array.from({ length: 12 }, (_, i) => `−${i + 1}`),
          scale: 'diverging',
          label: 'score',
          marked: { column: 4 },
        }),
      (surface, view) =>
        void heatmap(surface, view, {
          matrix: matrix(
            90,
            90,
            (i, j) =>
              Math.exp(-((i - 50) ** 2 + (j - 30) ** 2) / 700) + 0.4 * Math.exp(-((j - 70) ** 2) / 60),
          ),
          label: 'density',
        }),
    ),
  },
  arrows: {
    height: () => 280,
    draw: (surface, view) => {
      const [x, y] = [30, 30];
      for (const [i, length] of [0, 3, 8, 14, 25, 60, 110].entries()) {
        const at = y + 36 * i;
        surface.mark('value', x, at, { size: 5 });
        surface.mark('particle', x + 20 + length, at, { size: 5 });
        arrow(surface, x, at, x + 20 + length, at, {
          role: 'error',
          start: 7,
          gap: 7,
          width: 1.5,
          open: i % 2 > 0,
        });
        arrow(surface, view.width - 110, at, view.width - 110 + length * 0.8, at - 6, {
          role: 'query',
          width: 2.5,
          dash: [5, 3],
        });
      }
    },
  },
  simplex: {
    height: (width) => (width < 520 ? 560 : 320),
    draw: pair(
      (surface, view) => {
        const place = simplex(surface, view, { corners: ['group 1', 'group 2', 'group 3'] });
        const trails = [0, 1, 2].map((k) =>
          Array.from({ length: 40 }, (_, t) =>
            softmax([2.4 - (k === 0 ? 0 : t / 14), k === 1 ? t / 9 : 0.2, k === 2 ? t / 11 : 0]),
          ),
        );
        trails.forEach((trail, k) => {
          const { role, dash } = categories[k] ?? { role: 'ink', dash: [] };
          surface.path(place.path(trail.flat()), { role, dash, width: 1.5 });
        });
        trails.forEach((trail, k) => {
          surface.mark(categories[k]?.role ?? 'ink', ...place.at(trail.at(-1) ?? []), { size: 5 });
        });
        surface.mark('query', ...place.at(place.invert(view.width, 0)), { size: 6 });
      },
      (surface, view) =>
        void simplex(surface, view, { corners: ['A', 'a rather long name', 'another long name'], parts: 1 }),
    ),
  },
  categories: {
    height: (width) => (width < 520 ? 300 : 260),
    draw: (surface, view) => {
      categories.forEach(({ role, dash }, k) => {
        const at = (i: number): [number, number] => [
          (i / 20) * view.width,
          view.height * (0.5 + (0.36 - k * 0.08) * Math.cos(i / 6) - 0.05 * Math.sin(i / 2 + k)),
        ];
        surface.path(Array.from({ length: 21 }, (_, i) => at(i)).flat(), { role, dash, width: 2 });
        for (let i = 2 + (k % 3); i < 20; i += 6) surface.mark(role, ...at(i), { size: 5 });
      });
    },
  },
  ghost: {
    height: () => 240,
    draw: (surface, view) => {
      bars([0.15, 0.48, 0.1, 0.22, 0.05])(asGhost(surface), view);
      bars([0.35, 0.2, 0.12, 0.08, 0.25])(surface, view);
    },
  },
};
