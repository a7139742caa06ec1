import { fixed, whole } from '../../../draw/format';
import { linear } from '../../../draw/scale';
import type { Surface, View } from '../../../draw/surface';
import type { FlashBlocksFrame } from '../../../engine/generated/bilinear-form';
import { at } from '../../shared/as-matrix';
import { around } from '../../shared/idioms';
import { keyBar } from './key-bar';

/** It changes in leaps, so that the axis does not run away from under the pointer. */
const bounds = [3, 6, 12, 25, 50, 100, 250, 1000] as const;

/** The axis of the scores, with room above for their numbers. */
function scale(scores: Float64Array, [bottom, top]: readonly [number, number]) {
  const largest = Math.max(...Array.from(scores, Math.abs));
  const high = bounds.find((bound) => largest <= bound) ?? 1000;
  return linear([Math.min(...scores) < -high / 3 ? -high : -high / 3, high], [bottom, top]);
}

/** A bar for the score of each key, in its block; what lies ahead is pale, what is masked an outline. Below, its value and its mask. */
export function drawBlocks(surface: Surface, f: FlashBlocksFrame, { width, height }: View): void {
  const n = f.scores.length;
  const name = 52;
  const pitch = (width - name - 2) / n;
  const bar = Math.min(30, 0.62 * pitch);
  const [top, bottom] = [44, height - 74];
  const y = scale(f.scores, [bottom, top]);
  const [low, high] = y.domain;
  const centre = (j: number): number => name + (j + 0.5) * pitch;
  surface.text(0, 11, '↑ score s', { role: 'ink-3', of: 'scores' });
  drawLit(surface, f, name, pitch, [20, height - 2]);
  surface.line(name, y(0), width - 2, y(0), { role: 'rule' });
  drawMaximum(surface, f, { left: name, right: width - 2, y });
  surface.text(0, height - 36, 'value', { role: 'ink-2' });
  surface.text(0, height - 8, 'mask', { role: 'ink-2' });
  const digits = Math.max(...Array.from(f.scores, Math.abs)) < 100 ? 1 : 0;
  f.scores.forEach((score, j) => {
    const [x, counts] = [centre(j), at(f.mask, j) !== 0];
    const tip = y(score);
    const [from, to] = [Math.min(y(0), tip), Math.max(y(0), tip)];
    const ahead = j >= f.step * f.block;
    const present = !ahead && j >= (f.step - 1) * f.block;
    const left = x - bar / 2;
    if (counts) {
      const state = present ? 'lit' : ahead ? 'pale' : 'outline';
      keyBar(surface, [left, from, bar, Math.max(1, to - from)], state);
    } else surface.path(around(left, from, bar, to - from), { role: 'rule', dash: [3, 3] });
    surface.text(x, score < 0 ? to + 16 : from - 7, counts ? fixed(score, digits) : '−∞', {
      role: ahead ? 'ink-3' : 'ink',
      anchor: 'middle',
      of: 'scores',
    });
    const value = at(f.values, j);
    surface.text(x, height - 36, fixed(value, Number.isInteger(value) ? 0 : 1), {
      role: ahead ? 'ink-3' : 'value',
      anchor: 'middle',
    });
    const drag = (_: number, py: number): number[] => [Math.max(low, Math.min(high, y.invert(py)))];
    surface.handle({ param: 'scores', piece: j, x, y: tip, size: [Math.max(24, bar), 32], to: drag });
    drawCell(surface, x, height - 13, counts);
    const cell = (px: number): number[] => [Math.max(0, Math.min(n - 1, Math.floor((px - name) / pitch)))];
    surface.handle({ param: 'mask', piece: j, x, y: height - 13, size: [pitch, 26], to: cell });
  });
}

function drawCell(surface: Surface, x: number, y: number, on: boolean): void {
  const box = [x - 6, y - 6, 12, 12] as const;
  if (on) surface.rect(...box, { role: 'ink-3' });
  else surface.path(around(...box), { role: 'ink-3' });
}

/** The block of the step on a tint, and lines between blocks. */
function drawLit(
  surface: Surface,
  f: FlashBlocksFrame,
  left: number,
  pitch: number,
  [top, bottom]: readonly [number, number],
): void {
  const edge = (b: number): number => left + pitch * Math.min(b * f.block, f.scores.length);
  if (f.step)
    surface.rect(edge(f.step - 1), top, edge(f.step) - edge(f.step - 1), bottom - top, {
      role: 'grid',
      opacity: 0.6,
    });
  for (let b = 0; b <= f.blocks; b++) surface.line(edge(b), top, edge(b), bottom, { role: 'grid' });
  if (f.step)
    surface.text((edge(f.step - 1) + edge(f.step)) / 2, top - 8, `block ${whole(f.step)}`, {
      role: 'ink-2',
      anchor: 'middle',
    });
}

/** m now, and where it stood before it rose. */
function drawMaximum(
  surface: Surface,
  f: FlashBlocksFrame,
  { left, right, y }: { readonly left: number; readonly right: number; readonly y: (s: number) => number },
): void {
  const [now, before] = [at(f.max, f.step), f.step ? at(f.max, f.step - 1) : Number.NaN];
  if (Number.isFinite(before) && before < now)
    surface.line(left, y(before), right, y(before), { role: 'error', dash: [3, 3], of: 'm' });
  if (!Number.isFinite(now)) return;
  surface.line(left, y(now), right, y(now), { role: 'ink', width: 1.5, of: 'm' });
  surface.text(left - 8, y(now), 'm', {
    role: 'ink',
    bold: true,
    anchor: 'end',
    baseline: 'middle',
    of: 'm',
  });
}
