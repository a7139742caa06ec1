import { type Plot, plot } from '../../draw/axes';
import { fixed, number } from '../../draw/format';
import { textWidth } from '../../draw/labels';
import type { StrokeStyle, Surface, View } from '../../draw/surface';
import { type FirstOrderFrame, firstOrder } from '../../engine/generated/gradient-dynamics';
import { defineFigure, say, seed, slider } from '../declare';
import { at, entry } from '../shared/as-matrix';
import { endLabels } from '../shared/ends';
import { check, grip, upright } from '../shared/idioms';
import { onToy } from './shared/toy';

const curves = [
  { name: 'all', column: 'all weights', style: { role: 'loss', width: 3 } },
  { name: 'values', column: 'W_V', style: { role: 'value', width: 2, dash: [7, 3] } },
  { name: 'routing', column: 'W_Q and W_K', style: { role: 'query', width: 2, dash: [2, 3] } },
] as const satisfies readonly { name: string; column: string; style: StrokeStyle }[];

/** What the axis holds; curves leave it downwards where a step does harm. */
const shown = [-1, 1.6] as const;
/** The size on the curves that is nearest to 0.2. */
const fifth = (f: FirstOrderFrame): number =>
  entry(
    f.curves,
    0,
    f.steps.findIndex((step) => step > 0.2),
  );

export default defineFigure({
  id: 'first-order',
  title: 'How small is a small step?',
  claim: 'The gradient promises a gain: at a step of 0.05 you get 92 % of it, at 5 you pay.',
  source: { seed: '000', place: 'section 3.7, and equation 40' },
  params: {
    eta: slider({
      symbol: '\\eta',
      label: 'step size',
      scale: 'log',
      about: 'How far the step goes against the gradient.',
    }),
    age: slider({
      symbol: 't',
      label: 'steps before',
      step: 10,
      about: 'How long the head has trained, in steps of 0.05, before the step that is looked at.',
    }),
    seed: seed(),
  },
  presets: [
    {
      name: 'a tiny step',
      params: { eta: 0.002 },
      says: 'The loss falls by what is predicted, to within a hundredth.',
      holds: (f) => Math.abs(at(f.ratio, 0) - 1) < 0.01,
    },
    {
      name: 'too large a step',
      params: { eta: 5 },
      says: 'Below the bold line the loss has risen: the direction was right, but the step was too long.',
      holds: (f) => at(f.ratio, 0) < 0,
    },
    {
      name: 'after 100 steps',
      params: { age: 100, eta: 0.2 },
      says: 'A trained head takes larger steps well: at 0.2 more than nine tenths of the promise is kept.',
      holds: (f) => fifth(f) > 0.9,
    },
  ],
  height: () => 350,
  core: firstOrder,
  draw(surface, f, view, { eta }) {
    const area = plot(surface, view, {
      x: { domain: [1e-4, 10], scale: 'log', label: 'step η', ticks: 6, format: (v) => number(v, 1) },
      y: { domain: shown, label: 'gain, over what is predicted', ticks: 5 },
      right: 62,
      left: 46,
    });
    drawMeaning(surface, area, view);
    const px = upright(surface, area, eta, { role: 'ink-3', dash: [2, 4], of: 'eta' });
    curves.forEach(({ style }, g) => {
      drawCurve(surface, area, f, g, { ...style, of: 'loss' });
    });
    const ends = curves.map((curve, g) => ({ ...curve, at: endOf(f, g) }));
    endLabels(
      surface,
      area.right + 8,
      ends.map(({ name, style, at: [step, value] }) => ({
        name,
        role: style.role,
        x: area.x(step) + 8,
        y: area.y(value),
      })),
      { top: area.top, bottom: area.bottom - 10 },
    );
    curves.forEach(({ style: { role } }, g) => {
      const value = at(f.ratio, g);
      if (value >= shown[0] && value <= shown[1])
        surface.mark(role === 'loss' ? 'ink' : role, px, area.y(value), { size: 5, of: 'loss' });
    });
    grip(surface, area, 'eta', eta);
  },
  describe: (f, { eta }) =>
    say`A step of ${number(eta, 2)} in all weights changes the loss from ${fixed(f.loss, 3)} to ${number(f.after, 4)}, ${fixed(at(f.ratio, 0), 3)} times what is predicted; the factor is ${fixed(at(f.ratio, 1), 3)} for a step in the values’ weights alone, and ${fixed(at(f.ratio, 2), 3)} for one in those of queries and keys.`,
  table: (f, { eta }) => ({
    columns: ['step η', ...curves.map(({ column }) => column)],
    rows: [
      [eta, ...f.ratio],
      ...Array.from(f.steps, (step, i) => [step, ...curves.map((_, g) => entry(f.curves, g, i))]),
    ],
  }),
  quantities: (f) => ({ loss: `${fixed(f.loss, 3)}, then ${number(f.after, 4)}` }),
  python: {
    ...onToy(() => import('./first-order.py?raw')),
    // Of tiny steps, where two losses that agree in most digits are subtracted.
    within: 1e-8,
  },
  checks: (f) => [
    check(
      'what the prediction misses grows like the square of the step',
      Math.abs(f.remainderSlope - 2),
      0.1,
    ),
    check('|∇L|² is the fall along the gradient, by central differences', f.gradientError, 1e-7),
  ],
});

/** The prediction, and where nothing is gained. */
function drawMeaning(surface: Surface, { y, left, right }: Plot, view: View): void {
  surface.line(left, y(1), right, y(1), { role: 'ink-2', width: 1.5, dash: [6, 4], of: 'loss' });
  surface.line(left, y(0), right, y(0), { role: 'ink', width: 2.5 });
  surface.text(left + 6, y(1) - 8, view.width < 500 ? 'as predicted' : 'the loss falls as predicted');
  surface.text(left + 6, y(0) - 8, 'nothing gained');
  const worse = 'below: the loss rises';
  if (textWidth(worse) < right - left) surface.text(left + 6, y(0) + 20, worse);
}

/** The last place of a curve that the axis shows. */
function endOf(f: FirstOrderFrame, g: number): readonly [step: number, value: number] {
  for (let i = f.steps.length - 1; i > 0; i--) {
    const value = entry(f.curves, g, i);
    if (value >= shown[0] && value <= shown[1]) return [at(f.steps, i), value];
  }
  return [at(f.steps, 0), 1];
}

/** A curve as far as the axis goes; it ends on its edge. */
function drawCurve(
  surface: Surface,
  { x, y }: Plot,
  f: FirstOrderFrame,
  g: number,
  style: StrokeStyle,
): void {
  let piece: number[] = [];
  const end = (): void => {
    if (piece.length > 2) surface.path(piece, style);
    piece = [];
  };
  const inside = (value: number): boolean => value >= shown[0] && value <= shown[1];
  for (let i = 0; i < f.steps.length; i++) {
    const [step, value] = [at(f.steps, i), entry(f.curves, g, i)];
    if (i > 0) {
      const before = entry(f.curves, g, i - 1);
      if (inside(before) !== inside(value)) {
        const edge = Math.min(before, value) < shown[0] ? shown[0] : shown[1];
        const share = (edge - before) / (value - before);
        const [from, to] = [x(at(f.steps, i - 1)), x(step)];
        piece.push(from + share * (to - from), y(edge));
        if (!inside(value)) end();
      }
    }
    if (inside(value)) piece.push(x(step), y(value));
  }
  end();
}
