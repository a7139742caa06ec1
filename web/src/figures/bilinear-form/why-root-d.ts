import { plot } from '../../draw/axes';
import { fixed, number, whole } from '../../draw/format';
import type { Surface, View } from '../../draw/surface';
import { whyRootDDefaults as core, type WhyRootDFrame, whyRootD } from '../../engine/generated/bilinear-form';
import { choice, defineFigure, say, seed, slider } from '../declare';
import { at } from '../shared/as-matrix';
import { check, grip, panels, polyline, upright } from '../shared/idioms';

/** What the figure says; `why-root-d.de.ts` says the same in German. */
const english = {
  title: 'What dividing by √d keeps alive',
  claim:
    'Without √d, one of 16 keys takes nearly all the weight as d grows, and the weights hardly answer to a push any more.',
  components: 'components',
  componentsAbout:
    'How many numbers a query and a key have, each drawn from a normal distribution of variance 1.',
  scores: 'scores',
  scoresAbout: 'Whether the scores are divided by √d, the temperature that their spread asks for.',
  divided: 'divided by √d',
  dividedSays:
    'The largest of 16 weights has about a quarter of the whole, and the trace of the Jacobian stays near 0.87, whatever d is.',
  plain: 'd = 512, plain',
  plainSays:
    'One key has nearly all the weight, and the weights answer to a push of the scores about a tenth as much as with √d.',
  one: 'd = 1',
  oneSays: 'With one component there is nothing to divide by: both curves begin at the same point.',
  describe: (d: string, scaled: boolean, largest: string, draws: string, trace: string) =>
    say`With ${d} ${d === '1' ? 'component' : 'components'} and ${scaled ? 'scores over √d' : 'plain scores'} the largest of 16 weights is ${largest} on average over ${draws} draws, and the trace of the Jacobian ${trace}.`,
  columns: [
    'components d',
    'trace, plain scores',
    'trace, scores over sqrt(d)',
    'variance of q k / d',
  ] as readonly string[],
  a: (largest: string) => `${largest} for the largest of 16`,
  J: (trace: string) => `trace ${trace}`,
  check: 'the variance of q·k is d to within a fifth, from d = 16 on, for 200 draws',
  keysAxis: '16 keys, from the largest weight down',
  weightAxis: 'weight, mean over draws',
  keys: '16 keys, largest first',
  componentsAxis: 'components d',
  traceAxis: 'trace of the Jacobian of softmax',
};
export type Words = typeof english;

export const inWords = (words: Words) =>
  defineFigure({
    id: 'why-root-d',
    title: words.title,
    claim: words.claim,
    source: { seed: '001', place: 'section 2.3, its remark, and section 4.2' },
    params: {
      d: slider({
        symbol: 'd',
        label: words.components,
        scale: 'log',
        step: 1,
        about: words.componentsAbout,
      }),
      scaled: choice({
        label: words.scores,
        options: { plain: 'q·k', scaled: 'q·k / √d' },
        value: core.scaled ? 'scaled' : 'plain',
        about: words.scoresAbout,
      }),
      seed: seed(),
    },
    presets: [
      {
        name: words.divided,
        params: { scaled: 'scaled' },
        says: words.dividedSays,
        holds: (f) => f.trace > 0.8 && at(f.weights, 0) < 0.4,
      },
      {
        name: words.plain,
        params: { d: 512 },
        says: words.plainSays,
        holds: (f) => f.trace < 0.11,
      },
      {
        name: words.one,
        params: { d: 1 },
        says: words.oneSays,
        holds: (f) => f.trace > 0.8 && f.tracePlain === f.traceScaled,
      },
    ],
    height: (width) => (width < 600 ? 500 : 340),
    core: whyRootD,
    ask: (p) => ({ d: p.d, scaled: p.scaled === 'scaled', seed: p.seed }),
    draw(surface, f, view, p) {
      const [weights, traces] =
        view.width < 600
          ? panels(surface, view, { height: 210 }, 20)
          : panels(surface, view, { width: Math.round(0.44 * view.width) }, 24);
      drawWeights(weights.surface, f, weights.view, words);
      drawTraces(traces.surface, f, traces.view, p.d, words);
    },
    describe: (f, p) =>
      words.describe(
        whole(f.d),
        p.scaled === 'scaled',
        fixed(at(f.weights, 0), 2),
        whole(f.draws),
        fixed(f.trace, 2),
      ),
    table: (f) => ({
      columns: words.columns,
      rows: [
        [f.d, f.tracePlain, f.traceScaled, f.variance],
        ...Array.from(f.dimensions, (d, i) => [
          d,
          at(f.tracesPlain, i),
          at(f.tracesScaled, i),
          at(f.variances, i),
        ]),
      ],
    }),
    quantities: (f) => ({
      a: words.a(fixed(at(f.weights, 0), 2)),
      J: words.J(number(f.trace)),
    }),
    python: { code: () => [import('../shared/random.py?raw'), import('./why-root-d.py?raw')] },
    checks: (f) => [check(words.check, f.varianceError, 0.25)],
  });

export default { ...inWords(english), translations: { de: () => import('./why-root-d.de') } };

/** The weights of 16 keys from the largest down, each averaged over the draws. */
function drawWeights(surface: Surface, f: WhyRootDFrame, view: View, words: Words): void {
  // As far down as the plot beside it, whose axis has numbers.
  const box = { width: view.width, height: view.height - 32 };
  const area = plot(surface, box, {
    x: { domain: [0.4, 16.6], label: words.keysAxis, silent: true },
    y: { domain: [0, 1], label: words.weightAxis, ticks: 5 },
  });
  const wide = 0.7 * (area.x(2) - area.x(1));
  f.weights.forEach((a, j) => {
    const x = area.x(j + 1) - wide / 2;
    surface.rect(x, area.y(a), wide, area.bottom - area.y(a), { role: 'weight', of: 'a' });
  });
  surface.line(area.left, area.bottom, area.right, area.bottom, { role: 'ink-3' });
  const text = fixed(at(f.weights, 0), 2);
  // Beside the first bar, and above the second.
  const y = Math.min(area.y(at(f.weights, 0)) + 12, area.y(at(f.weights, 1)) - 6);
  surface.text(area.x(1) + wide / 2 + 6, y, text, { role: 'ink', bold: true, of: 'a' });
  surface.text(area.right, view.height - 4, words.keys, { role: 'ink-3', anchor: 'end' });
}

/** The trace of the Jacobian over d, for both. */
function drawTraces(surface: Surface, f: WhyRootDFrame, view: View, d: number, words: Words): void {
  const area = plot(surface, view, {
    x: { domain: [1, 512], scale: 'log', label: words.componentsAxis },
    y: { domain: [0, 1], label: words.traceAxis, ticks: 5 },
    right: 16,
  });
  const here = upright(surface, area, d, { role: 'ink-3', of: 'd' });
  const curves = [
    { values: f.tracesScaled, now: f.traceScaled, name: 'q·k / √d', on: f.scaled, dash: [6, 4] },
    { values: f.tracesPlain, now: f.tracePlain, name: 'q·k', on: !f.scaled, dash: [] },
  ];
  for (const { values, now, name, on, dash } of curves) {
    const points = polyline(f.dimensions, (n, i) => [area.x(n), area.y(at(values, i))]);
    surface.path(points, { role: 'error', width: on ? 2.5 : 1.5, dash, opacity: on ? 1 : 0.7, of: 'J' });
    surface.mark('error', here, area.y(now), { size: on ? 5.5 : 4.5, hollow: !on, of: 'J' });
    const low = name === 'q·k';
    const end = at(values, low ? 13 : 16);
    const x = area.x(low ? 128 : 384);
    surface.text(x, area.y(end) + (low ? -14 : -10), name, {
      role: 'error',
      bold: on,
      anchor: low ? 'start' : 'end',
      of: 'J',
    });
  }
  grip(surface, area, 'd', d);
}
