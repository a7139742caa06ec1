import { plot } from '../../draw/axes';
import { fixed } from '../../draw/format';
import { inset } from '../../draw/inset';
import { linear } from '../../draw/scale';
import type { Surface, View } from '../../draw/surface';
import { type HeadStepFrame, headStep } from '../../engine/generated/one-head';
import { choice, defineFigure, say, slider, type Values } from '../declare';
import { at } from '../shared/as-matrix';
import { type End, endLabels } from '../shared/ends';
import { check, grip, level, polyline } from '../shared/idioms';
import { heading, largestOf } from './shared/dials';
import { besides, heads, noPython, ofKept } from './shared/kept';
import { asksOf, ownModel, saidOf } from './shared/own-model';
import { named } from './shared/papers';

const noises = { quarter: 0.25, half: 0.5, whole: 1 } as const;
const params = {
  head: choice({
    label: 'head',
    options: heads,
    value: '1.1',
    about: 'Which of the eight heads is read: first the layer, then the head of that layer.',
  }),
  noise: choice({
    label: 'noise',
    options: { quarter: '0.25', half: '0.5', whole: '1' },
    value: 'quarter',
    about:
      'How much noise is put on the embeddings, before the first layer: its standard deviation, where 1 is the root mean square of the embeddings.',
  }),
  weights: choice({
    label: 'weights',
    options: { own: 'own', uniform: 'uniform', kernel: 'kernel' },
    value: 'own',
    about:
      'By which weights tokens are averaged: those that the model has learned; the same for all tokens so far; or those of the denoiser, which fall with the squared distance of two tokens.',
  }),
  beta: slider({
    symbol: '\\beta',
    label: 'bandwidth',
    scale: 'log',
    when: (p) => p.weights === 'kernel',
    about:
      'How narrow the kernel is, in units of the mean square of the numbers that the layer reads. Larger: each token keeps to itself.',
  }),
  text: ownModel,
};
type P = Values<typeof params>;

/** What is read under the weights that were chosen. */
interface Frame extends HeadStepFrame {
  readonly snrChosen: number;
  readonly leftChosen: number;
}

const kinds = ['own', 'uniform', 'kernel'] as const;
const kindOf = (p: P): number => kinds.indexOf(p.weights as (typeof kinds)[number]);
/** Where in `left` each stands: the third there is the mean of the window. */
const places = [0, 1, 3] as const;
const leftOf = (f: HeadStepFrame, p: P): number => at(f.left, places[kindOf(p)] ?? 0);
const saysOf = { own: 'its own weights', uniform: 'uniform weights', kernel: 'the kernel' } as const;
/** With its sign where it has one. */
const cosine = (value: number): string => fixed(value, 2).replace(/^[-−](0\.00)$/, '$1');

/** Heights in px of a panel, and of the gap below it. */
const wide = (width: number): boolean => width >= 700;
const panelHeight = (width: number): readonly [number, number, number] =>
  wide(width) ? [270, 270, 270] : [122, 132, 184];
const gap = (width: number): number => (wide(width) ? 34 : 18);

export default defineFigure({
  id: 'where-to',
  title: 'Where a head moves its tokens',
  claim: 'This head neither climbs down its energy nor cleans its tokens: noise is copied like all else.',
  source: { seed: '001', place: 'section 9.2; and seed 004, equations 1 and 2' },
  params,
  presets: [
    {
      name: 'uniform weights',
      params: { weights: 'uniform' },
      says: 'Averaging all tokens alike keeps most of the ratio of signal to noise that the learned weights lose.',
      holds: (f: Frame) => f.snrChosen > 0.8 * f.snrBefore,
    },
    {
      name: 'the denoiser’s kernel',
      params: { weights: 'kernel' },
      says: 'Near its best width the kernel of the denoiser averages what is alike, and takes more of the error away than anything else here.',
      holds: (f: Frame) => f.leftChosen < 0.9,
    },
    {
      name: 'last layer',
      params: { head: '2.1' },
      says: 'In the last layer attention leaves the ratio of signal to noise nearly as it was, and heads add a little uphill.',
      holds: (f: Frame) => f.snrChosen > 0.9 * f.snrBefore,
    },
    {
      name: 'loud noise',
      params: { noise: 'whole' },
      says: 'With noise as large as the embeddings any averaging helps, and the mean of the window more than the learned weights.',
      holds: (f: Frame) => f.leftChosen < 0.8,
    },
  ],
  height: (width) => {
    const [a, b, c] = panelHeight(width);
    return wide(width) ? a : a + b + c + 2 * gap(width);
  },
  core: ofKept(headStep),
  ask: ({ head, noise, beta, text }) => ({
    layer: Number(head[0]),
    head: Number(head[2]),
    noise: noises[noise as keyof typeof noises],
    beta,
    ...asksOf(text),
  }),
  besides,
  frame: (f: HeadStepFrame, p): Frame => ({
    ...f,
    snrChosen: at(f.snrAfter, kindOf(p)),
    leftChosen: leftOf(f, p),
  }),
  complete: ({ windows }) => windows >= 1,
  draw(surface, f: Frame, { width }, p) {
    const side = wide(width);
    const [first, second, third] = panelHeight(width);
    const column = side ? (width - 2 * gap(width)) / 3.1 : width;
    const next = side ? column + gap(width) : 0;
    const down = (above: number): number => (side ? 0 : above + gap(width));
    drawCosines(surface, f, { width: column, height: first });
    drawNoise(inset(surface, next, down(first)), f, { width: column, height: second }, p);
    drawLeft(
      inset(surface, 2 * next, down(first) + down(second)),
      f,
      { width: side ? width - 2 * next : width, height: third },
      p,
    );
  },
  describe: (f, p) =>
    saidOf(
      p.text,
      say`What head ${p.head} adds has a mean cosine of ${cosine(f.cosine)} with the descent of its energy; with ${saysOf[p.weights as (typeof kinds)[number]]} the layer takes the ratio of signal to noise from ${fixed(f.snrBefore, 1)} to ${fixed(f.snrChosen, 1)}, and the best step towards the tokens so averaged leaves ${fixed(100 * f.leftChosen, 0)} % of the error.`,
    ),
  table: (f, p) => ({
    columns: ['reading', 'paper', 'value'],
    rows: named([
      ['windows read', '', f.windows],
      ['cosine with the descent of its own energy, mean', '001', f.cosine],
      ['cosine with those of the other heads, mean', '001', f.otherCosine],
      ['signal to noise before', '004', f.snrBefore],
      ['after, own weights', '004', at(f.snrAfter, 0)],
      ['after, uniform weights', '004', at(f.snrAfter, 1)],
      [`after, kernel at β = ${fixed(p.beta, 3)}`, '004', at(f.snrAfter, 2)],
      ['error left along what the head adds', '004', f.leftAdded],
      ['error left towards the mean by its own weights', '004', at(f.left, 0)],
      ['error left towards the running mean', '004', at(f.left, 1)],
      ['error left towards the mean of the window', '004', at(f.left, 2)],
      [`error left towards the kernel’s mean at β = ${fixed(p.beta, 3)}`, '004', at(f.left, 3)],
      ['best β of 23', '004', f.bestBeta],
      ['error left at the best β', '004', f.bestLeft],
    ]),
  }),
  quantities: (f, p) => ({ c: cosine(f.cosine), R: fixed(leftOf(f, p), 3) }),
  python: noPython,
  checks: (f) => [
    check('descent of the energy, and its differences', f.gradientError, 1e-8),
    check('uniform weights give the running mean', f.meanError, 1e-13),
    check('its heads make the stream of the model', f.streamError, 1e-12),
    check('updates by keys that raise the energy', f.rises, 0),
  ],
});

/** How tokens lie by the cosine: this head's energy as bars, the other heads' as a dashed line. */
function drawCosines(surface: Surface, f: Frame, { width, height }: View): void {
  heading(surface, 'where it points', 'c');
  const bins = f.own.length;
  const [top, base] = [24, height - 22];
  const x = linear([-1, 1], [2, width - 2]);
  const y = linear([0, 1.08 * Math.max(largestOf(f.own), largestOf(f.others), 0.01)], [base, top]);
  const edge = (i: number): number => x((2 * i) / bins - 1);
  surface.cells(
    Array.from(f.own, (share, i) => [edge(i) + 0.5, y(share), edge(1) - edge(0) - 1, base - y(share)]).flat(),
    { role: 'particle', opacity: 0.55, of: 'c' },
  );
  surface.path(
    polyline(f.others, (share, i) => [edge(i), y(share)]).flatMap((value, k, all) =>
      k % 2 === 0 ? [value, all[k + 1] as number, value + edge(1) - edge(0), all[k + 1] as number] : [],
    ),
    { role: 'ink-2', dash: [3, 3] },
  );
  surface.line(x(0), top, x(0), base, { role: 'rule' });
  surface.line(0, base, width, base, { role: 'rule' });
  surface.line(x(f.cosine), base - 9, x(f.cosine), base + 5, { role: 'particle', width: 3, of: 'c' });
  surface.text(0, base + 16, '−1: uphill', { role: 'ink-3' });
  surface.text(x(0), base + 16, '0', { role: 'ink-3', anchor: 'middle' });
  surface.text(width, base + 16, '1: downhill', { role: 'ink-3', anchor: 'end' });
  surface.text(0, 32, 'bars: its own energy', { role: 'particle', of: 'c' });
  surface.text(width, 32, 'dashed: other heads’', { role: 'ink-2', anchor: 'end' });
}

const styles = [
  { name: 'own', role: 'weight' },
  { name: 'uniform', role: 'ink-2' },
  { name: 'kernel', role: 'key' },
] as const;

/** Signal to noise before the attention and after it, a line for each kind of weights. */
function drawNoise(surface: Surface, f: Frame, { width, height }: View, p: P): void {
  heading(surface, 'signal to noise of the layer’s tokens');
  const [top, base] = [34, height - 22];
  const most = 1.05 * Math.max(f.snrBefore, largestOf(f.snrAfter));
  const y = linear([0, most], [base, top]);
  const [before, after] = [44, width - 104];
  surface.line(0, base, width, base, { role: 'rule' });
  surface.text(before, base + 16, 'before', { role: 'ink-3', anchor: 'middle' });
  surface.text(after, base + 16, 'after attention', { role: 'ink-3', anchor: 'middle' });
  const chosen = kindOf(p);
  const ends = styles.map(({ name, role }, i): End => {
    const value = at(f.snrAfter, i);
    const strong = i === chosen;
    surface.line(before, y(f.snrBefore), after, y(value), {
      role,
      width: strong ? 3 : 1.5,
      opacity: strong ? 1 : 0.6,
    });
    surface.mark(role, after, y(value), { size: strong ? 5.5 : 4, hollow: !strong });
    return { name: `${name} ${fixed(value, 1)}`, role, y: y(value), bold: strong };
  });
  surface.mark('ink', before, y(f.snrBefore), { size: 5 });
  surface.text(before - 10, y(f.snrBefore), fixed(f.snrBefore, 1), {
    role: 'ink',
    anchor: 'end',
    baseline: 'middle',
  });
  endLabels(surface, after + 12, ends, { top, bottom: base - 6 });
}

/** What is left of the error after the best step: the kernel over its width, all else as levels. */
function drawLeft(surface: Surface, f: Frame, view: View, p: P): void {
  heading(surface, 'error left after the best step', 'R');
  const s = inset(surface, 0, 16);
  const low = Math.min(f.bestLeft, ...f.left);
  const area = plot(
    s,
    { width: view.width, height: view.height - 16 },
    {
      x: { domain: [1 / 64, 32], scale: 'log', label: 'kernel narrower, β' },
      y: { domain: [Math.max(0, 1 - 1.15 * (1 - low)), 1], label: 'share of its square', ticks: 3 },
      right: 116,
      left: 40,
    },
  );
  const chosen = kindOf(p);
  const levels = [
    { name: 'what it adds', role: 'particle', value: f.leftAdded, strong: false },
    { name: 'own weights', role: 'weight', value: at(f.left, 0), strong: chosen === 0 },
    { name: 'running mean', role: 'ink-2', value: at(f.left, 1), strong: chosen === 1 },
    { name: 'mean of window', role: 'ink-3', value: at(f.left, 2), strong: false },
  ] as const;
  for (const { role, value, strong } of levels) {
    level(s, area, value, { role, width: strong ? 3 : 1.5, ...(!strong && { dash: [4, 3] }), of: 'R' });
  }
  s.path(
    polyline(f.leftKernel, (left, i) => [area.x(at(f.betas, i)), area.y(left)]),
    { role: 'key', width: chosen === 2 ? 3 : 1.5, of: 'R' },
  );
  s.mark('key', area.x(f.bestBeta), area.y(f.bestLeft), { size: 5, of: 'R' });
  s.text(area.x(f.bestBeta) + 9, area.y(f.bestLeft) + 4, `best ${fixed(f.bestLeft, 2)}`, {
    role: 'key',
    bold: chosen === 2,
  });
  endLabels(
    s,
    area.right + 6,
    levels.map(({ name, role, value, strong }) => ({ name, role, y: area.y(value), bold: strong })),
    area,
  );
  if (chosen !== 2) return;
  s.mark('key', area.x(p.beta), area.y(at(f.left, 3)), { size: 7, hollow: true, of: 'beta R' });
  grip(s, area, 'beta', p.beta);
}
