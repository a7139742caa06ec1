import type { Figure } from '../../figures/declare';
import { wishes as en } from '../../words/en/wishes';
import { type Authored, foldedOf, type Wishes } from './controls';
import { fixedControl } from './fixed';

export { askFirst } from './ask';

const wordsIn = (figure: Figure): typeof en => figure.words?.wishes ?? en;

const motions = ['auto', 'full', 'reduced'];

/**
 * Reads the attributes `controls` (`beta,play`), `lock` (`count,seed`) and `step-range` (`10-30`), and says of `motion` what is none;
 * `null` where one is absent.
 */
export function readWishes(
  figure: Figure,
  { controls, lock, stepRange, motion }: Omit<Authored, 'ask'>,
): Wishes {
  const notes: string[] = [];
  const words = wordsIn(figure);
  const names = (attribute: string, text: string | null, also: readonly string[] = []): Set<string> => {
    const found = (text ?? '').split(/[\s,]+/).filter(Boolean);
    const known = [...Object.keys(figure.params), ...also];
    const unknown = found.filter((name) => !known.includes(name));
    if (unknown.length)
      notes.push(words.unknown(attribute, unknown.join(', ').slice(0, 40), known.join(', ')));
    return new Set(found);
  };
  if (motion !== null && !motions.includes(motion))
    notes.push(words.motion(motion.slice(0, 20), motions.join(', ')));
  const shown = names('controls', controls, ['play']);
  const locked = names('lock', lock);
  return {
    ...(controls === null
      ? foldedOf(figure)
      : { first: Object.keys(figure.params).filter((name) => shown.has(name)), more: [] }),
    play: controls === null || shown.has('play'),
    locked,
    fixed: fixedControl,
    figure: overSteps(figure, stepRange, notes),
    notes,
  };
}

/** The figure over a part of its timeline. Both ends are kept inside, so that no choice of parameters leaves it without a step. */
function overSteps(figure: Figure, range: string | null, notes: string[]): Figure {
  const { timeline } = figure;
  if (range === null || !timeline) return figure;
  const [, from, to] = /^\s*(\d{1,9})\s*-\s*(\d{1,9})\s*$/.exec(range) ?? [];
  if (from === undefined || to === undefined || Number(from) > Number(to)) {
    notes.push(wordsIn(figure).steps(range.slice(0, 20)));
    return figure;
  }
  return {
    ...figure,
    timeline: (values) => {
      const all = timeline(values);
      const { first = 0, steps } = all;
      const inside = (step: number): number => Math.max(first, Math.min(steps, step));
      return { ...all, first: inside(Number(from)), steps: inside(Number(to)) };
    },
  };
}
