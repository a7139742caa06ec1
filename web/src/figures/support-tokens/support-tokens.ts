import { arrow } from '../../draw/arrow';
import { fixed, number, whole } from '../../draw/format';
import { inset } from '../../draw/inset';
import { linear, type Scale } from '../../draw/scale';
import { subscript } from '../../draw/subscript';
import type { Surface } from '../../draw/surface';
import { type SupportTokensFrame, supportTokens } from '../../engine/generated/support-tokens';
import { matrix } from '../../kinds/matrix';
import { choice, defineFigure, type Sentence, say, slider } from '../declare';
import { at, entry } from '../shared/as-matrix';
import { check, leftOf, listed } from '../shared/idioms';
import { joined } from '../shared/joined';
import { ring } from '../shared/ring';

const reach = 3;
/** Heights in px of the sequence and of its margins. */
const parts = [316, 168] as const;
const left = 34;
const right = 12;
/** The longest arrow, in px, and the pull that it has; near the wall there is no largest. */
const longest = 76;
const strongest = 50;
/** Close to proportional for small pulls, and logarithmic for large ones: 5 and 17 have to look different. */
const lengthOf = (force: number): number =>
  longest * Math.min(1, Math.asinh(2 * Math.abs(force)) / Math.asinh(2 * strongest));

const names = {
  support: 'support token',
  t3: 'token 3',
  t4: 'token 4',
  t5: 'token 5',
  t6: 'token 6',
} as const;
type Chosen = keyof typeof names;
/** Which token that is, from 0; -1 where there is no support token. The names count from 1. */
const chosenOf = (f: SupportTokensFrame, token: Chosen): number =>
  token === 'support' ? f.support : Number(token.slice(1)) - 1;
/** The forces that are drawn: of all margins, or of one. */
const forces = (f: SupportTokensFrame, of: string, token: Chosen): number[] => {
  if (of === 'all') return [...f.total];
  const chosen = chosenOf(f, token);
  return Array.from(f.x, (_, s) => (chosen >= 0 ? entry(f.force, chosen, s) : 0));
};
const lowest = (list: Float64Array): number => Math.min(...list);
const highest = (list: Float64Array): number => Math.max(...list);

/** Which token has the least margin, and where its pull goes. */
const leastOf = (f: SupportTokensFrame): Sentence => {
  if (f.support < 0) {
    const low = lowest(f.margin);
    const how = low === highest(f.margin) ? 'all are' : 'the least is';
    return say`No margin is below 1, ${how} ${number(low)}: there is no support token.`;
  }
  const others = say`${whole(100 * (1 - f.onItself))} % of the square of its pull acts on the tokens before it.`;
  const start = `Token ${whole(f.support + 1)}`;
  const text =
    f.minMargin > 0
      ? [' has the least margin, ', ', and ']
      : [' is past the wall, with a margin of ', ', and '];
  return {
    text: ['', text[0] as string, text[1] as string, ...others.text.slice(1)],
    numbers: [start, fixed(f.minMargin, 3), ...others.numbers],
  };
};

export default defineFigure({
  id: 'support-tokens',
  title: 'Which token holds the sequence back?',
  claim: 'One token has the least margin, but the barrier pulls on the tokens that it attends to.',
  source: { seed: '002', place: 'sections 3.2 and 3.3, equations 8 to 12, definition 3.1' },
  params: {
    x: matrix({
      label: 'tokens',
      range: [-reach, reach],
      step: 0.1,
      value: [
        [1.2, -0.8, 0.9],
        [-1.4, 0.2, 1.6],
      ],
      called: (row, column) => `token ${3 * (row - 1) + column}`,
      about: 'Six numbers, three in a row. Each attends to those before it; drag them up and down.',
    }),
    a: slider({
      symbol: 'a',
      label: 'coupling',
      range: [-2, 2],
      step: 0.05,
      about:
        'What the product of two tokens is multiplied by to give a score. Negative: a token attends to its opposites.',
    }),
    of: choice({
      label: 'pull',
      options: { all: 'of all margins', one: 'of the chosen one' },
      value: 'all',
      about:
        'Whether the arrows are the pull of the whole barrier, or of one of its terms. Lengths of large pulls are logarithmic.',
    }),
    token: choice({
      label: 'chosen',
      options: names,
      value: 'support',
      about: 'The token whose attention is drawn.',
    }),
  },
  presets: [
    {
      name: 'it decides',
      params: {
        x: [
          [1.2, -0.8, 0.9],
          [-1.4, 1.4, 1.6],
        ],
      },
      says: 'Token 5 now asks with 1.4, and attends to tokens like itself: its margin grows, and token 3 is the support token.',
      holds: (f) => f.support === 2,
    },
    {
      name: 'an outlier',
      params: {
        x: [
          [1.2, -2.2, 0.9],
          [-1.4, 0.2, 1.6],
        ],
      },
      says: 'Token 2 has gone far off, and token 5, which has not moved, is past the wall: its margin is −0.026.',
      holds: (f) => f.minMargin < 0,
    },
    {
      name: 'negative coupling',
      params: { a: -0.5 },
      says: 'All margins are 1 or more. There is no wall, and there is no support token.',
      holds: (f) => f.support < 0 && lowest(f.margin) >= 1,
    },
    {
      name: 'all alike',
      params: {
        x: [
          [0.8, 0.8, 0.8],
          [0.8, 0.8, 0.8],
        ],
      },
      says: 'There is nothing to choose from: the variance is 0, all margins are 1, and there is no force.',
      holds: (f) => highest(f.margin) - lowest(f.margin) < 1e-12,
    },
  ],
  height: () => parts[0] + parts[1],
  core: supportTokens,
  ask: ({ x, a }) => ({ x: x.flat(), a }),
  draw(surface, f, { width }, { of, token }) {
    const across = linear([0.5, f.x.length + 0.5], [left, width - right]);
    drawSequence(surface, f, across, width, of, token);
    drawMargins(inset(surface, 0, parts[0]), f, across, width);
  },
  describe(f, { of, token }) {
    if (token === 'support') return leastOf(f);
    const margin = number(at(f.margin, chosenOf(f, token)));
    const pull = of === 'one' ? ' and its pull' : '';
    return joined(
      say`The weights of ${names[token]}${pull} are shown; its margin is ${margin}. `,
      leastOf(f),
    );
  },
  table: (f) => ({
    columns: ['token', 'x', 'margin m', 'force of all', 'force of the support token', 'share of its margin'],
    rows: Array.from(f.x, (x, t) => [
      t + 1,
      x,
      at(f.margin, t),
      at(f.total, t),
      f.support >= 0 ? entry(f.force, f.support, t) : 0,
      at(f.share, t),
    ]),
  }),
  quantities: (f, { token }) => {
    const chosen = chosenOf(f, token);
    const weights =
      chosen > 0 ? Array.from({ length: chosen }, (_, s) => fixed(entry(f.alpha, chosen, s), 2)) : [];
    return {
      x: listed(f.x, 1),
      alpha: weights.length ? `${weights.join(', ')} of token ${chosen + 1}` : 'none shown',
      m: listed(f.margin, 3),
      tstar: f.support >= 0 ? whole(f.support + 1) : 'none',
      B: number(f.barrier),
    };
  },
  python: { code: () => [import('./support-tokens.py?raw')] },
  checks: (f) => [
    check('gradients of the margins are those of differences', f.gradientError, 1e-6),
    check('inside the wall the force is that of the barrier', f.barrierError, 1e-12),
  ],
});

/** Where a token is in the drawing. */
interface Places {
  readonly x: Scale;
  readonly y: Scale;
}

function drawSequence(
  surface: Surface,
  f: SupportTokensFrame,
  x: Scale,
  width: number,
  of: string,
  token: Chosen,
): void {
  const y = linear([-reach - 0.45, reach + 0.45], [parts[0] - 18, 26]);
  surface.text(0, 11, '↑ token x, with its position to the right', { role: 'ink-3', of: 'x' });
  for (const value of [-3, -2, -1, 0, 1, 2, 3]) {
    surface.line(left, y(value), width - right, y(value), { role: value ? 'grid' : 'rule' });
    surface.text(left - 10, y(value), whole(value), { role: 'ink-3', ...leftOf });
  }
  const chosen = chosenOf(f, token);
  if (chosen >= 0) arcs(surface, f, { x, y }, chosen);
  const whose =
    token === 'support' ? (chosen >= 0 ? `the support token, ${chosen + 1}` : 'no token') : names[token];
  surface.text(width - right, parts[0] - 4, `weights of ${whose}`, {
    role: 'weight',
    anchor: 'end',
    of: 'alpha',
  });
  const past = f.minMargin < 0;
  forces(f, of, token).forEach((force, s) => {
    const length = Math.sign(force) * lengthOf(force);
    if (Math.abs(length) < 2) return;
    const [px, py] = [x(s + 1), y(at(f.x, s))];
    const tip = py - length - 9 * Math.sign(length);
    arrow(surface, px, py, px, tip, {
      role: 'loss',
      width: 2.2,
      start: 9,
      of: 'B',
      ...(past && { dash: [4, 3] }),
    });
  });
  f.x.forEach((value, t) => {
    const [px, py] = [x(t + 1), y(value)];
    const supports = t === f.support;
    if (supports) ring(surface, px, py, 12, { role: 'margin', width: 2.5, of: 'tstar' });
    surface.mark('value', px, py, { size: 6.5, of: supports ? 'x tstar' : 'x' });
    const last = px > width - 34;
    surface.text(px + (last ? -15 : 15), py + 4, `x${subscript(t)}`, {
      role: 'value',
      bold: supports,
      anchor: last ? 'end' : 'start',
      of: 'x',
    });
    surface.handle({ param: 'x', piece: t, x: px, y: py, to: (_, at) => [y.invert(at)] });
  });
}

/** The curve of each weight of a token, from what it attends to, bowed upwards; as wide as the weight. */
function arcs(surface: Surface, f: SupportTokensFrame, { x, y }: Places, t: number): void {
  for (let s = 0; s < t; s++) {
    const weight = entry(f.alpha, t, s);
    if (weight < 0.005) continue;
    const [fromX, fromY, toX, toY] = [x(s + 1), y(at(f.x, s)), x(t + 1), y(at(f.x, t))];
    const bow = Math.min(48, 14 + 0.12 * (toX - fromX));
    const points = Array.from({ length: 21 }, (_, k) => {
      const share = k / 20;
      const line = [fromX + share * (toX - fromX), fromY + share * (toY - fromY)] as const;
      return [line[0], line[1] - 4 * bow * share * (1 - share)];
    }).flat();
    surface.path(points, { role: 'weight', width: Math.max(0.75, 9 * weight), opacity: 0.5, of: 'alpha' });
  }
}

/** A bar for each margin from the wall, which is 0. */
function drawMargins(surface: Surface, f: SupportTokensFrame, x: Scale, width: number): void {
  const low = Math.min(0, lowest(f.margin));
  const high = Math.max(1, highest(f.margin));
  const room = 0.14 * (high - low);
  const y = linear([low < 0 ? low - room : low, high + room], [parts[1] - 30, 22]);
  surface.text(0, 11, '↑ margin m', { role: 'ink-3', of: 'm' });
  surface.line(left, y(1), width - right, y(1), { role: 'rule', dash: [2, 3] });
  // Far past the wall it would lie on the 0.
  if (y(0) - y(1) > 14) surface.text(left - 10, y(1), '1', { role: 'ink-3', ...leftOf });
  const wide = Math.min(46, 0.5 * (x(2) - x(1)));
  f.margin.forEach((m, t) => {
    const supports = t === f.support;
    const [px, top, bottom] = [x(t + 1), Math.min(y(m), y(0)), Math.max(y(m), y(0))];
    surface.rect(px - wide / 2, top, wide, bottom - top, {
      role: 'margin',
      opacity: supports ? 1 : 0.4,
      of: supports ? 'm tstar' : 'm',
    });
    surface.text(px, m < 0 ? bottom + 14 : top - 5, number(m, 2), {
      role: 'ink',
      bold: supports,
      anchor: 'middle',
      of: 'm',
    });
  });
  surface.line(left, y(0), width - right, y(0), { role: 'margin', width: 3, of: 'm' });
  surface.text(left - 10, y(0), '0', { role: 'margin', bold: true, ...leftOf });
  const wall =
    f.minMargin < 0 ? 'dashed: past the wall' : f.support >= 0 ? 'thick line: the wall' : 'thick line: 0';
  surface.text(width - right, parts[1] - 4, wall, { role: 'ink-3', anchor: 'end' });
  if (f.support >= 0)
    surface.text(left, parts[1] - 4, `support token: ${f.support + 1}`, {
      role: 'margin',
      bold: true,
      of: 'tstar',
    });
  else surface.text(left, parts[1] - 4, 'support token: none', { role: 'margin', of: 'tstar' });
}
