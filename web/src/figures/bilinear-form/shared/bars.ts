import { category } from '../../../draw/categories';
import { fixed } from '../../../draw/format';
import { textWidth } from '../../../draw/labels';
import { linear } from '../../../draw/scale';
import type { Surface, View } from '../../../draw/surface';

const bounds = [3, 6, 12, 20] as const;

/**
 * What the axis of scores holds. It changes in leaps, and a tip cannot be dragged out of it, so that the axis does not run away from
 * under the pointer.
 */
function domainOf(scores: Float64Array): readonly [number, number] {
  const largest = Math.max(...Array.from(scores, Math.abs));
  const high = bounds.find((bound) => largest <= bound) ?? 20;
  return [Math.min(...scores) < -high / 3 ? -high : -high / 3, high];
}

/** Scores with tips to drag, and below them the weights that they lead to; a column for each key. */
export function scoreBars(
  surface: Surface,
  { width, height }: View,
  scores: Float64Array,
  weights: Float64Array,
): void {
  const tall = Math.round(0.53 * height);
  const score = linear(domainOf(scores), [tall - 12, 38]);
  const weight = linear([0, 1], [height - 22, tall + 40]);
  const column = Math.min(108, (width - 4) / scores.length);
  const bar = Math.min(30, 0.6 * column);
  const [low, high] = score.domain;
  surface.text(0, 11, '↑ score S', { role: 'ink-3', of: 'scores' });
  surface.text(0, tall + 14, '↑ weight a', { role: 'ink-3', of: 'a' });
  surface.line(0, score(0), width - 4, score(0), { role: 'rule' });
  surface.line(0, weight(0), width - 4, weight(0), { role: 'rule' });
  const digits = textWidth('−18.8') < column ? 1 : 0;
  scores.forEach((s, j) => {
    const x = (j + 0.5) * column;
    const inside = Math.max(low, Math.min(high, s));
    const { role } = category(j);
    const [top, bottom] = [Math.min(score(0), score(inside)), Math.max(score(0), score(inside))];
    surface.rect(x - bar / 2, top, bar, bottom - top, { role, opacity: 0.35, of: 'scores' });
    surface.line(x - bar / 2, score(inside), x + bar / 2, score(inside), { role, width: 4, of: 'scores' });
    surface.text(x, score(inside) + (s < 0 ? 18 : -9), fixed(s, digits), {
      role: 'ink',
      anchor: 'middle',
      of: 'scores',
    });
    const to = (_: number, y: number): number[] => [Math.max(low, Math.min(high, score.invert(y)))];
    surface.handle({ param: 'scores', piece: j, x, y: score(inside), size: [Math.max(24, bar), 32], to });

    const a = weights[j] as number;
    surface.rect(x - bar / 2, weight(a), bar, weight(0) - weight(a), { role, opacity: 0.9, of: 'a' });
    const text = column < 42 ? fixed(a, 2) : fixed(a, 3);
    surface.text(x, weight(a) - 6, text, { role: 'ink', anchor: 'middle', of: 'a' });
    const name = column < 42 ? String(j + 1) : `key ${j + 1}`;
    surface.mark(role, x - textWidth(name) / 2 - 8, height - 8, { size: 4 });
    surface.text(x - textWidth(name) / 2, height - 8, name, { role: 'ink-2', baseline: 'middle' });
  });
}
