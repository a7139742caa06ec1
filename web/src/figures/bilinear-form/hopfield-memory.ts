import { plot } from '../../draw/axes';
import { fixed, number, whole } from '../../draw/format';
import { inset } from '../../draw/inset';
import type { Role, Surface, View } from '../../draw/surface';
import { type HopfieldMemoryFrame, hopfieldMemory } from '../../engine/generated/bilinear-form';
import { bits } from '../../kinds/bits';
import { choice, defineFigure, say, seed, slider } from '../declare';
import { asMatrix, at, rowOf } from '../shared/as-matrix';
import { around, check, polyline } from '../shared/idioms';
import { tableOf } from '../shared/table';
import { pixels } from './shared/pixels';

/** Too narrow for what came of every step: only what is there by now, and the energy below. */
const stacked = (width: number): boolean => width < 840;
const last = 5;
const names = ['A', 'C', 'E', 'H', 'K', 'L', 'T', 'X', 'Z', '?'] as const;
const blank = Array.from({ length: 8 }, () => Array.from({ length: 8 }, () => false));

interface Shown {
  readonly letter: number;
  readonly count: number;
  readonly store: string;
}

/** Of those that are stored: counted beyond them, the last. */
const chosen = (p: Shown): number => Math.min(p.letter, p.count);
const nameOf = (p: Shown): string =>
  p.store === 'letters' ? `the letter ${names[chosen(p) - 1]}` : `pattern ${chosen(p)}`;
const verdict = (wrong: number): string => (wrong === 0 ? 'right' : `${whole(wrong)} wrong`);

export default defineFigure({
  id: 'hopfield-memory',
  title: 'Two memories and a damaged letter',
  claim:
    'Ten pixels of a letter are flipped; one of two memories (the classical Hopfield network and its softmax successor) brings it back, and the other loses it: guess which, then press play.',
  source: { seed: '001', place: 'sections 9.1 and 9.2, equations 64 to 69' },
  params: {
    letter: slider({
      symbol: '\\mu',
      label: 'picture',
      step: 1,
      upTo: (p) => p.count as number,
      about: 'Which of the stored pictures is damaged, counted from the left.',
    }),
    damage: choice({
      label: 'damage',
      options: { flips: 'pixels flipped', half: 'lower half grey', negative: 'negative' },
      about: 'What is done to the picture before the memory is asked. Grey is 0, neither ink nor paper.',
    }),
    flips: slider({
      symbol: 'n',
      label: 'flipped pixels',
      range: [0, 28],
      step: 1,
      when: (p) => p.damage === 'flips',
      about: 'How many pixels are flipped, drawn at random.',
    }),
    painted: bits({
      label: 'painted',
      names: ['flipped by hand', 'left alone'],
      value: blank,
      about: 'Pixels that you flip on top of the damage: press one, or choose “paint” and draw.',
    }),
    count: slider({
      symbol: 'M',
      label: 'stored',
      range: [2, 10],
      step: 1,
      about: 'How many pictures the memory holds.',
    }),
    beta: slider({
      symbol: '\\beta',
      label: 'inverse temperature',
      range: [0.02, 1],
      scale: 'log',
      about: 'Of the softmax. If it is small, the answer is a blend of all that is stored.',
    }),
    store: choice({
      label: 'pictures',
      options: { letters: 'letters', dots: 'random dots' },
      about: 'Letters resemble each other; random dots do not.',
    }),
    seed: seed(),
    shown: choice({
      label: 'energy',
      options: { corrected: 'with 1/β', printed: 'as printed, without' },
      value: 'corrected',
      about:
        'The energy of the states of the upper strip, with the factor that equation (66) of the paper leaves out, or without.',
    }),
  },
  first: ['letter', 'flips', 'beta'],
  presets: [
    {
      name: 'two letters',
      params: { count: 2 },
      says: 'With only two letters stored, both rules bring the right one back.',
      holds: (f) => f.modernWrong[last] === 0 && f.classicalWrong[last] === 0,
    },
    {
      name: 'random dots',
      params: { store: 'dots' },
      says: 'The classical rule keeps five of six patterns of random dots, and brings this one back: its known limit of 0.14 patterns a pixel, nine here, is for patterns unlike each other.',
      holds: (f) => f.classicalWrong[last] === 0 && f.fixed === 5,
    },
    {
      name: 'half a letter',
      params: { damage: 'half' },
      says: 'The upper half is enough for softmax. The energy as printed, without 1/β, rises on the way: choose it below the picture.',
      holds: (f) => f.modernWrong[last] === 0 && f.printedRise > 5,
    },
    {
      name: 'too warm',
      params: { beta: 0.05 },
      says: 'At β = 0.05 no letter has a quarter of the weight, and the answer is a grey blend of all.',
      holds: (f) => Math.max(...rowOf(f.weights, last)) < 0.25,
    },
    {
      name: 'a negative',
      params: { damage: 'negative', count: 2 },
      says: 'The classical rule keeps the negative: its energy does not tell a picture from its opposite.',
      holds: (f) => f.classicalWrong[last] === 64,
    },
  ],
  height: (width) => (stacked(width) ? 470 : 380),
  timeline: () => ({ steps: last, unit: 'step' }),
  core: hopfieldMemory,
  ask: (p) => ({
    letter: p.letter,
    damage: p.damage,
    flips: p.flips,
    painted: asMatrix(p.painted),
    count: p.count,
    beta: p.beta,
    store: p.store,
    seed: p.seed,
  }),
  draw(surface, f, view, p) {
    const narrow = stacked(view.width);
    drawStored(surface, f, view.width);
    if (narrow) {
      drawNow(inset(surface, 0, 96), f, p, view.width);
      drawEnergy(inset(surface, 0, 270), f, p.shown, { width: view.width, height: 200 });
    } else {
      drawStrips(inset(surface, 0, 100), f, p);
      drawEnergy(inset(surface, 634, 0), f, p.shown, { width: view.width - 634, height: view.height });
    }
  },
  describe: (f, p) =>
    f.step === 0
      ? say`Before the first step ${nameOf(p)} has ${whole(f.modernWrong[0] as number)} of 64 pixels wrong.`
      : say`After ${f.step === 1 ? '1 step' : `${whole(f.step)} steps`} from ${nameOf(p)} with ${whole(f.modernWrong[0] as number)} pixels wrong, softmax has ${whole(f.modernWrong[f.step] as number)} wrong, with ${fixed(100 * Math.max(...rowOf(f.weights, f.step)), 0)} % of the weight on one picture, and the classical rule ${whole(f.classicalWrong[f.step] as number)}; of ${whole(p.count)} stored pictures, shown undamaged, that rule keeps ${whole(f.fixed)}.`,
  table: (f) =>
    tableOf(
      Array.from({ length: last + 1 }, (_, s) => ({
        step: s,
        'wrong pixels, softmax': at(f.modernWrong, s),
        'wrong pixels, classical': at(f.classicalWrong, s),
        'largest weight': Math.max(...rowOf(f.weights, s)),
        'energy with 1/β': at(f.energy, s),
        'energy as printed': at(f.printedEnergy, s),
      })),
    ),
  quantities: (f) => ({
    xi: `${verdict(f.modernWrong[f.step] as number)} at step ${whole(f.step)}`,
    a: `${fixed(Math.max(...rowOf(f.weights, f.step)), 2)} at most`,
    Exi: number(f.energy[f.step] as number, 4),
  }),
  python: { code: () => [import('../shared/random.py?raw'), import('./hopfield-memory.py?raw')] },
  checks: (f) => [
    check('no step raises the energy, relative to its size', f.rise, 1e-12),
    check('a step is attention with the scale β', f.attentionError, 1e-12),
  ],
});

type Strips = Shown & { readonly painted: readonly (readonly boolean[])[] };

/** All that is stored, with the weight that softmax gives each at the step. */
function drawStored(surface: Surface, f: HopfieldMemoryFrame, width: number): void {
  const [count] = f.patterns.shape;
  const size = 40;
  const gap = Math.min(16, (width - 64 - 10 * 24) / 9);
  const side = stacked(width) ? 24 : size;
  surface.text(0, 11, 'stored, and the weight of each', { role: 'key', of: 'pattern' });
  const weights = rowOf(f.weights, f.step);
  for (let i = 0; i < count; i++) {
    const x = i * (side + gap);
    pixels(surface, x, 20, side, rowOf(f.patterns, i), { role: 'key', of: 'pattern' });
    const bar = Math.max(1, side * (weights[i] as number));
    surface.rect(x, 26 + side, side, 6, { role: 'grid', of: 'a' });
    // Before the first step the weights would give the guess away.
    if (f.step > 0) surface.rect(x, 26 + side, bar, 6, { role: 'weight', of: 'a' });
  }
}

const rules = [
  { name: 'softmax', path: 'modern', wrong: 'modernWrong', role: 'query' },
  { name: 'classical', path: 'classical', wrong: 'classicalWrong', role: 'ink-2' },
] as const satisfies readonly {
  name: string;
  path: keyof HopfieldMemoryFrame;
  wrong: keyof HopfieldMemoryFrame;
  role: Role;
}[];

/** Both strips, from the same damaged picture; what lies ahead is left empty. */
function drawStrips(surface: Surface, f: HopfieldMemoryFrame, p: Strips): void {
  surface.text(0, 11, `damaged: ${verdict(f.modernWrong[0] as number)}`, { role: 'query' });
  surface.text(0, 180, `of ${nameOf(p)}`, { role: 'ink-3' });
  pixels(surface, 0, 28, 128, f.input, { role: 'query', of: 'xi' });
  // Each pixel is pressed where it is drawn; on a phone they are too small for a finger.
  for (let piece = 0; piece < 64; piece++) {
    const [x, y] = [16 * (piece % 8) + 8, 36 + 16 * Math.floor(piece / 8)];
    surface.handle({ param: 'painted', piece, x, y, size: [16, 16] });
  }
  for (const [row, { name, path, wrong, role }] of rules.entries()) {
    const top = 136 * row;
    surface.text(160, top + 11, name, { role, bold: true });
    for (let s = 1; s <= last; s++) {
      const [x, y] = [160 + 88 * (s - 1), top + 20];
      if (s > f.step) {
        surface.path(around(x, y, 76, 76), { role: 'rule' });
        continue;
      }
      pixels(surface, x, y, 76, rowOf(f[path], s), { role, of: 'xi' });
      surface.text(x + 38, y + 82, verdict(f[wrong][s] as number), {
        role: 'ink-3',
        anchor: 'middle',
        baseline: 'hanging',
      });
    }
  }
}

/** On a phone: the damaged picture, and what both rules have made of it by now. */
function drawNow(surface: Surface, f: HopfieldMemoryFrame, p: Strips, width: number): void {
  const side = 8 * Math.floor(Math.min(112, (width - 40) / 3) / 8);
  const pitch = (width - side) / 2;
  surface.text(0, 0, 'damaged', { role: 'query' });
  pixels(surface, 0, 10, side, f.input, { role: 'query', of: 'xi' });
  surface.text(0, side + 26, verdict(f.modernWrong[0] as number), { role: 'ink-3' });
  surface.text(0, side + 46, `of ${nameOf(p)}`, { role: 'ink-3' });
  for (const [i, { name, path, wrong, role }] of rules.entries()) {
    const x = pitch * (i + 1);
    surface.text(x, 0, name, { role });
    pixels(surface, x, 10, side, rowOf(f[path], f.step), { role, of: 'xi' });
    surface.text(x, side + 26, verdict(f[wrong][f.step] as number), { role: 'ink-3' });
  }
}

/** The energy of the states of softmax, step by step. */
function drawEnergy(surface: Surface, f: HopfieldMemoryFrame, shown: string, view: View): void {
  const energy = shown === 'printed' ? f.printedEnergy : f.energy;
  const [low, high] = [Math.min(...energy), Math.max(...energy)];
  const room = Math.max(0.1 * (high - low), 0.5);
  const area = plot(surface, view, {
    x: { domain: [0, last], label: 'step', ticks: 5 },
    y: {
      domain: [low - room, high + room],
      label: shown === 'printed' ? 'energy as printed' : 'energy E',
      ticks: 4,
    },
  });
  const line = polyline({ length: f.step + 1 }, (_, s) => [area.x(s), area.y(energy[s] as number)]);
  if (line.length > 2) surface.path(line, { role: 'loss', width: 2, of: 'Exi' });
  for (let s = 0; s <= f.step; s++)
    surface.mark('loss', area.x(s), area.y(energy[s] as number), { size: 6, of: 'Exi' });
}
