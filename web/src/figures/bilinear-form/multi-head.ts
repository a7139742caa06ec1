import { fixed, whole } from '../../draw/format';
import { heatmap } from '../../draw/heatmap';
import { inset } from '../../draw/inset';
import { linear } from '../../draw/scale';
import { barHeight, colourBar } from '../../draw/shades';
import type { Surface, View } from '../../draw/surface';
import { type MultiHeadFrame, multiHead } from '../../engine/generated/bilinear-form';
import type { Matrix } from '../../engine/values';
import { tokens } from '../../kinds/tokens';
import { choice, defineFigure, say, seed, slider, type Values } from '../declare';
import { rowOf } from '../shared/as-matrix';
import { check, leftOf } from '../shared/idioms';
import { joined } from '../shared/joined';
import { inSteps } from './shared/heights';

const symbols = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'r'];
const spelled = (text: string): number[] => [...text].map((letter) => symbols.indexOf(letter));
const word = 'abracadabra';
const most = 12;

/** What the four forms that are made by hand look for. */
const rules = ['letter before', 'same letter', 'after my letter', 'first letter'] as const;
const heads = rules.length;

const params = {
  letters: tokens({
    label: 'letters',
    symbols,
    length: [2, most],
    value: spelled(word),
    about: 'The text. A token knows its letter, the letter before it, and its place.',
  }),
  forms: choice({
    label: 'forms',
    options: { made: 'made by hand', random: 'random' },
    about:
      'Four forms that each look for one thing (the third is an induction head), or four of random projections.',
  }),
  beta: slider({
    symbol: '\\beta',
    label: 'strictness, made',
    range: [0, 10],
    step: 0.1,
    about: 'The score of what a form looks for; everything else scores 0.',
  }),
  gain: slider({
    symbol: '\\gamma',
    label: 'gain, random',
    range: [0, 5],
    step: 0.1,
    about: 'A factor of all scores of the random forms.',
  }),
  place: slider({
    symbol: 'i',
    label: 'letter that looks',
    range: [1, most],
    step: 1,
    value: 9,
    upTo: (p) => (p.letters as readonly unknown[]).length,
    about: 'Whose row is shown large.',
  }),
  seed: seed(),
};

/** Heights in px: a row of the large picture with its head's name, all that is around it, and the name of a small map. */
const line = (width: number): number =>
  narrow(width) ? 20 : Math.min(52, Math.floor((3 * side(width) + 40 - names) / word.length));
const large = (width: number): number => 36 + heads * line(width) + (narrow(width) ? 48 : 20);
/** Width in px of the names beside the large picture, which ends where the third small one does. */
const names = 108;
const title = 22;
const narrow = (width: number): boolean => width < 620;
const side = (width: number): number =>
  Math.floor((width - (narrow(width) ? 14 : 60)) / (narrow(width) ? 2 : 4));

export default defineFigure({
  id: 'multi-head',
  title: 'The same letters under four forms',
  claim:
    'Four bilinear forms (attention heads) read the same letters four ways; random forms differ nearly as much, and look for nothing.',
  source: { seed: '001', place: 'part VI and equation 60' },
  params,
  first: ['letters', 'forms', 'beta', 'gain'],
  presets: [
    {
      name: 'no strictness',
      params: { beta: 0 },
      says: 'All scores are 0, so all heads spread their weight evenly over what came before, and the diversity is 0.',
      holds: (f) => Math.abs(f.diversity) < 1e-12,
    },
    {
      name: 'no letter twice',
      params: { letters: spelled('abcdefgh'), place: 8 },
      says: 'No letter has come before: the third head finds nothing, and since weights sum to 1 it spreads them evenly.',
      holds: (f) => (f.sureness[2] as number) > 0.999,
    },
    {
      name: 'one letter six times',
      params: { letters: spelled('aaaaaa'), place: 6 },
      says: 'All letters are alike: the second head cannot choose, and the heads are less diverse.',
      holds: (f) => f.diversity < 0.5,
    },
    {
      name: 'random and sharp',
      params: { forms: 'random' },
      says: 'The heads are diverse, but most of their weight is not on what any rule names: sharpness alone makes diversity.',
      holds: (f) => f.diversity > 0.5 && f.namedMean < 0.6,
    },
  ],
  height: (width) =>
    inSteps(large(width) + (narrow(width) ? 2 * (side(width) + title + 8) : side(width) + title + 4)),
  core: multiHead,
  ask: ({ place: _, ...p }) => p,
  draw(surface, f, view, p) {
    const row = rowShown(p);
    drawRow(surface, f, { width: view.width, height: large(view.width) }, p, row);
    const size = side(view.width);
    const across = narrow(view.width) ? 2 : heads;
    for (let h = 0; h < heads; h++) {
      const x = (h % across) * (size + (across === 2 ? 14 : 20));
      const y = large(view.width) + Math.floor(h / across) * (size + title + 8);
      surface.text(x, y + 12, nameOf(p, h), { role: 'ink-2' });
      heatmap(
        inset(surface, x, y + title),
        { width: size, height: size },
        { matrix: headOf(f, h), domain: [0, 1], format: () => '', silent: true, of: 'a', marked: { row } },
      );
    }
  },
  describe(f, p) {
    const seen = mostSeen(f, p);
    const all = say`The diversity of the forms made by hand is ${fixed(f.madeDiversity, 3)}, that of the random ones ${fixed(f.randomDiversity, 3)}; of the weight shown ${whole(100 * f.namedMean)} % is on what the rules name, and letter ${whole(rowShown(p) + 1)} looks `;
    return joined(
      all,
      seen.every((one) => one === several)
        ? say`at no letter more than at others.`
        : say`most at letters ${seen.join(', ')}.`,
    );
  },
  table: (f, p) => ({
    columns: ['head', 'query', 'letter', 'key', 'weight'],
    rows: Array.from({ length: heads }, (_, h) =>
      p.letters.flatMap((letter, i) =>
        p.letters.map((_, j) => [
          h + 1,
          i + 1,
          symbols[letter] as string,
          j + 1,
          rowOf(headOf(f, h), i)[j] as number,
        ]),
      ),
    ).flat(),
  }),
  quantities: (f) => ({ a: `four patterns, diversity ${fixed(f.diversity, 3)}` }),
  python: { code: () => [import('../shared/random.py?raw'), import('./multi-head.py?raw')] },
  checks: (f) => [
    check('rows sum to 1', f.rowError, 1e-12),
    check('the forms give the scores of their rules or projections', f.formError, 1e-12),
  ],
});

type P = Values<typeof params>;

const nameOf = ({ forms }: P, h: number): string => (forms === 'made' ? (rules[h] ?? '') : `head ${h + 1}`);
const rowShown = ({ place, letters }: P): number => Math.min(place, letters.length) - 1;

/** One head's weights. */
const headOf = ({ weights: { shape, data } }: MultiHeadFrame, h: number): Matrix => {
  const n = shape[1];
  return { shape: [n, n], data: data.subarray(h * n * n, (h + 1) * n * n) };
};

const several = 'several';

/** For each head the place with the largest weight, or both where two are equal. */
const mostSeen = (f: MultiHeadFrame, p: P): string[] =>
  Array.from({ length: heads }, (_, h) => {
    const row = rowOf(headOf(f, h), rowShown(p));
    const most = Math.max(...row) - 1e-9;
    const places = Array.from(row.keys()).filter((j) => (row[j] as number) > most);
    return places.length > 2 ? several : places.map((j) => whole(j + 1)).join(' or ');
  });

/** The text, the letter that looks, and below it what each head makes it look at. */
function drawRow(surface: Surface, f: MultiHeadFrame, view: View, p: P, row: number): void {
  const n = p.letters.length;
  const size = Math.min(line(view.width), Math.floor((view.width - names - 4) / n));
  const left = names;
  const x = linear([0, n - 1], [left + size / 2, left + (n - 0.5) * size]);
  p.letters.forEach((letter, i) => {
    const own = i === row;
    const role = own ? 'query' : i < row ? 'ink' : 'ink-3';
    surface.text(x(i), 28, symbols[letter] ?? '', {
      role,
      bold: own,
      anchor: 'middle',
      of: own ? 'place letters' : 'letters',
    });
  });
  surface.text(0, 28, `letter ${row + 1} looks`, { role: 'query', of: 'place' });
  surface.mark('query', x(row), 8, { size: 5, of: 'place' });
  surface.handle({ param: 'place', x: x(row), y: 14, along: 'x', at: (pixel) => x.invert(pixel) + 1 });
  const data = Array.from({ length: heads }, (_, h) => [...rowOf(headOf(f, h), row)]).flat();
  const map = heatmap(
    inset(surface, left - 1, 35),
    { width: n * size + 2, height: heads * size + 40 },
    {
      matrix: { shape: [heads, n], data },
      domain: [0, 1],
      // What is masked or next to nothing says so by its shade.
      format: (v) => (v < 0.05 ? '' : fixed(v, 1)),
      silent: true,
      of: 'a',
    },
  );
  const [barX, barY] = narrow(view.width)
    ? [left, map.bottom + 47]
    : [3 * (side(view.width) + 20), 35 + map.bottom - barHeight];
  const label = { text: 'weight a', of: 'a' };
  colourBar(surface, barX, barY, narrow(view.width) ? 120 : side(view.width) - 82, map.shades, label);
  for (let h = 0; h < heads; h++)
    surface.text(left - 8, 35 + map.top + (h + 0.5) * map.size, nameOf(p, h), { role: 'ink-2', ...leftOf });
}
