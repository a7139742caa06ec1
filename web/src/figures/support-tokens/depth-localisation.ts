import { type Plot, plot } from '../../draw/axes';
import { fixed, whole } from '../../draw/format';
import { type Heatmap, heatmap } from '../../draw/heatmap';
import { inset } from '../../draw/inset';
import { nice } from '../../draw/scale';
import type { Surface, View } from '../../draw/surface';
import { type DepthLocalisationFrame, depthLocalisation } from '../../engine/generated/support-tokens';
import { type BitsValue, bits } from '../../kinds/bits';
import { defineFigure, say, seed, slider } from '../declare';
import { asMatrix, at, entry, rowOf } from '../shared/as-matrix';
import { around, check, leftOf } from '../shared/idioms';
import { tableOf } from '../shared/table';

const layers = 3;
const tokens = 4;
/** Numbers of a token. */
const size = 2;

const stackedBelow = 640;
/** Heights in px of the Jacobian with its colour bar, and of the terms where they stand below. */
const mapHeight = (width: number): number => (width < stackedBelow ? 326 : 440);
const below = 230;

const asksOf = (asks: BitsValue): readonly boolean[] => asks[0] ?? [];

export default defineFigure({
  id: 'depth-localisation',
  title: 'Which layer adds a log-determinant?',
  claim:
    'In an ordinary transformer the log-determinant of every layer is exactly 0: only a layer whose query is the very token that it makes adds one.',
  source: { seed: '002', place: 'section 6, proposition 3 and corollary 6.1' },
  params: {
    asks: bits({
      label: 'layer asks with its own token',
      names: ['asks itself', 'asks below'],
      value: [[true, false, false]],
      about:
        'Layers 1 to 3. Off: the token below asks, as in a transformer. On: the token that the layer makes asks; layer 1 is then the attention prior, a single head below the model.',
    }),
    scale: slider({
      symbol: 'c',
      label: 'scale of the scores',
      step: 0.05,
      about: 'What the matrices A of the scores are multiplied by, in all layers.',
    }),
    seed: seed(),
  },
  presets: [
    {
      name: 'plain transformer',
      params: { asks: [[false, false, false]] },
      says: 'Every block on the diagonal is the identity: the sum of the terms is 0, whatever the weights.',
      holds: (f) => Math.abs(f.total) < 1e-12,
    },
    {
      name: 'layer 2 too',
      params: { asks: [[true, true, false]] },
      says: 'Now the second layer’s blocks have corners of their own, and its bar leaves zero.',
      holds: (f) => Math.abs(at(f.layers, 1)) > 0.05,
    },
    {
      name: 'layer 3 too',
      params: { asks: [[true, false, true]] },
      says: 'The third layer’s bar leaves zero too, and nothing changes for the two before it.',
      holds: (f) => Math.abs(at(f.layers, 2)) > 0.05,
    },
  ],
  height: (width) => mapHeight(width) + (width < stackedBelow ? below : 0),
  core: depthLocalisation,
  ask: ({ asks, ...p }) => ({ ...p, asks: asMatrix(asks) }),
  draw(surface, f, view, { asks }) {
    const stacked = view.width < stackedBelow;
    const width = stacked ? view.width : 440;
    drawJacobian(surface, f, { width, height: mapHeight(view.width) }, asksOf(asks));
    const [x, y, height] = stacked
      ? [0, mapHeight(view.width), below]
      : [width + 24, 0, mapHeight(view.width)];
    drawTerms(inset(surface, x, y), f, { width: view.width - x, height }, asksOf(asks));
  },
  describe: (f, { asks }) => {
    const [first, second, third] = [
      fixed(at(f.layers, 0), 3),
      fixed(at(f.layers, 1), 3),
      fixed(at(f.layers, 2), 3),
    ];
    const own = asksOf(asks).flatMap((one, i) => (one ? [whole(i + 1)] : []));
    const last = own.pop();
    if (last === undefined)
      return say`No layer asks with its own token: the terms of the three layers are ${first}, ${second} and ${third}.`;
    if (own.length === 0)
      return say`Layer ${last} alone asks with its own token: the terms of the three layers are ${first}, ${second} and ${third}.`;
    return say`Layers ${own.join(', ')} and ${last} ask with their own tokens: the terms of the three layers are ${first}, ${second} and ${third}.`;
  },
  table: (f, { asks }) =>
    tableOf(
      Array.from({ length: layers * tokens }, (_, i) => {
        const [layer, token] = [Math.floor(i / tokens), i % tokens];
        return {
          layer: layer + 1,
          'asked by': asksOf(asks)[layer] ? 'itself' : 'the layer below',
          token: token + 1,
          'log |det| of its block': entry(f.logAbsDet, layer, token),
          'sum of the layer': at(f.layers, layer),
          'largest derivative with respect to earlier tokens': largestBefore(f, i),
        };
      }),
    ),
  quantities: (f) => ({ B: `${fixed(-f.total, 3)} for the whole stack` }),
  python: { code: () => [import('../shared/random.py?raw'), import('./depth-localisation.py?raw')] },
  checks: (f) => [
    check('above the blocks the Jacobian is 0', f.above, 0),
    check('the terms sum to log |det| of the whole Jacobian', f.sumError, 1e-12),
    check('the Jacobian is that of differences, in one direction', f.differenceError, 1e-6),
  ],
});

/** The largest |entry| left of the block of a token, counted through all layers. */
function largestBefore({ jacobian }: DepthLocalisationFrame, token: number): number {
  const rows = [0, 1].map((i) => rowOf(jacobian, token * size + i).subarray(0, token * size));
  return Math.max(0, ...rows.flatMap((row) => Array.from(row, Math.abs)));
}

/** All derivatives; layers are set off by lines, and the blocks whose determinants count are framed. */
function drawJacobian(
  surface: Surface,
  f: DepthLocalisationFrame,
  view: View,
  asks: readonly boolean[],
): void {
  const left = 56;
  const top = 24;
  const map = heatmap(
    inset(surface, left, top),
    { width: view.width - left - 8, height: view.height - top },
    {
      matrix: f.jacobian,
      scale: 'diverging',
      domain: [-2, 2],
      format: (v) => fixed(v, 0),
      label: '∂e / ∂x',
      of: 'J',
    },
  );
  const side = tokens * size * map.size;
  for (let layer = 0; layer < layers; layer++) {
    const [x, y] = [left + map.left + layer * side, top + map.top + layer * side];
    surface.text(left - 8, y + side / 2, `layer ${layer + 1}`, {
      role: asks[layer] ? 'ink' : 'ink-2',
      bold: asks[layer] === true,
      ...leftOf,
    });
    surface.handle({ param: 'asks', piece: layer, x: x + side / 2, y: y + side / 2, size: [side, side] });
    surface.text(x + side / 2, top - 8, `layer ${layer + 1}`, { role: 'ink-2', anchor: 'middle' });
    for (let token = 0; token < tokens; token++) frameBlock(surface, map, x, y, token, asks[layer] === true);
    if (layer === 0) continue;
    surface.line(left + map.left, y, left + map.right, y, { role: 'ink-3' });
    surface.line(x, top + map.top, x, top + map.bottom, { role: 'ink-3' });
  }
}

function frameBlock(
  surface: Surface,
  map: Heatmap,
  x: number,
  y: number,
  token: number,
  asksItself: boolean,
): void {
  const side = size * map.size;
  surface.path(around(x + token * side, y + token * side, side, side), {
    role: 'margin',
    width: asksItself ? 2 : 1,
    of: 'm',
  });
}

/** A bar for each layer, and a mark for each of its tokens. */
function drawTerms(surface: Surface, f: DepthLocalisationFrame, view: View, asks: readonly boolean[]): void {
  const reach = Math.max(1, ...Array.from([...f.layers, ...f.logAbsDet.data], Math.abs));
  const { x, y }: Plot = plot(surface, view, {
    x: { domain: nice([-reach, reach]), label: 'log |det|: bar the layer, marks its tokens' },
    y: { domain: [0.5, layers + 0.5], label: 'layer', ticks: layers, format: whole },
    right: 14,
  });
  const thickness = Math.min(44, 0.5 * (y(1) - y(2)));
  surface.line(x(0), y.range[1], x(0), y.range[0], { role: 'ink-3' });
  f.layers.forEach((term, i) => {
    const middle = y(i + 1);
    const [from, to] = [Math.min(x(0), x(term)), Math.max(x(0), x(term))];
    surface.rect(from, middle - thickness / 2, Math.max(0.5, to - from), thickness, {
      role: 'margin',
      opacity: 0.45,
      of: 'm B',
    });
    for (let token = 0; token < tokens; token++) {
      surface.mark('margin', x(entry(f.logAbsDet, i, token)), middle, { size: 4, of: 'm' });
    }
    const text = asks[i] ? fixed(term, 2) : '0: asks below';
    surface.text(view.width - 14, middle - thickness / 2 - 5, text, {
      role: asks[i] ? 'ink' : 'ink-2',
      bold: asks[i] === true,
      anchor: 'end',
    });
  });
}
