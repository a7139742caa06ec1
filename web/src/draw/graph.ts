import { arrowAlong } from './arrow';
import { fixed } from './format';
import { textWidth } from './labels';
import type { Role, Surface, TextStyle, View } from './surface';

export interface GraphSpec {
  /** Short names of the states; up to eight. */
  readonly states: readonly string[];
  /** Row by row: the probability to go from the state of the row to that of the column. */
  readonly matrix: {
    readonly shape: readonly [rows: number, columns: number];
    readonly data: ArrayLike<number>;
  };
  /** `circle` where absent; `line` for chains whose order means something. */
  readonly layout?: 'circle' | 'line';
  /** Of the transitions; `ink-2` where absent. */
  readonly role?: Role;
  /** The state that the chain is in. */
  readonly now?: number;
  /** The quantities that a transition shows; the same for all, or by states. */
  readonly of?: string | ((from: number, to: number) => string | undefined);
  /** Text of a probability; two decimals where absent. */
  readonly format?: (probability: number) => string;
}

/** Where the states lie, for what is drawn beside them and for the pointer. */
export interface Graph {
  readonly places: readonly Place[];
  readonly radius: number;
  /** The transitions whose number had room, as [from, to]. */
  readonly numbered: readonly (readonly [from: number, to: number])[];
}

interface Place {
  readonly x: number;
  readonly y: number;
}

interface Edge {
  readonly from: number;
  readonly to: number;
  readonly p: number;
  /** From centre to centre, or around a loop. */
  readonly points: readonly number[];
}

/** How states are placed and joined. */
interface Layout {
  readonly places: readonly Place[];
  /** How far a transition bends to its left, in px. */
  bend(from: number, to: number): number;
  /** The angle at which a state has its loop. */
  outward(state: number): number;
}

const most = 8;
/** What is hardly ever taken would be a line without width. */
const least = 0.005;
/** Radius of a loop, and how far its centre is from the edge of the state. */
const loop = { radius: 10, out: 5 } as const;
const loopHeight = loop.radius + loop.out;
const lineHeight = 15;

/** A small Markov chain: arrows are as wide as their transitions are probable, each with its number where that fits. */
export function graph(surface: Surface, view: View, spec: GraphSpec): Graph {
  const { states, matrix, role = 'ink-2', now } = spec;
  const n = states.length;
  if (n > most) throw new RangeError(`graph: ${n} states, expected at most ${most}`);
  if (matrix.shape[0] !== n || matrix.shape[1] !== n)
    throw new RangeError(`graph: a matrix of ${matrix.shape.join(' x ')} for ${n} states`);
  const radius = Math.max(13, ...states.map((state) => textWidth(state, true) / 2 + 5));
  const place = spec.layout === 'line' ? onLine : onCircle;
  const layout = place(n, view, radius, textWidth(formatOf(spec)(0.5)) + 6);
  // The probable ones last, above the others.
  const edges = edgesOf(spec, layout, radius).sort((a, b) => a.p - b.p);
  for (const { from, to, p, points } of edges) {
    const trim = from === to ? { gap: 1 } : { start: radius, gap: radius + 1.5 };
    arrowAlong(surface, points, {
      role,
      width: 0.75 + 3.5 * Math.min(1, p),
      ...trim,
      ...ofEdge(spec, from, to),
    });
  }
  states.forEach((state, i) => {
    const { x, y } = layout.places[i] as Place;
    const [is, look]: [Role, TextStyle] =
      i === now ? ['ink', { role: 'surface', bold: true }] : ['ink-3', { role: 'ink' }];
    surface.mark(is, x, y, { size: radius, hollow: i !== now });
    surface.text(x, y, state, { ...look, bare: true, anchor: 'middle', baseline: 'middle' });
  });
  const numbered = drawNumbers(surface, view, spec, edges, layout, radius);
  return { places: layout.places, radius, numbered };
}

/** The probable ones choose first; a number stands where it touches no state, no number and no other transition, or nowhere. */
function drawNumbers(
  surface: Surface,
  view: View,
  spec: GraphSpec,
  edges: readonly Edge[],
  layout: Layout,
  radius: number,
): [number, number][] {
  const numbered: [number, number][] = [];
  const whole = box(view.width / 2, view.height / 2, view.width, view.height);
  const taken = layout.places.map(({ x, y }) => box(x, y, 2 * radius, 2 * radius));
  for (const edge of [...edges].reverse()) {
    const text = formatOf(spec)(edge.p);
    const width = textWidth(text) + 6;
    const place = spots(edge, layout, radius, width).find(([x, y]) => {
      const own = box(x, y, width, lineHeight);
      const free = within(own, whole) && !taken.some((other) => overlap(own, other));
      return free && !edges.some((other) => other !== edge && enters(other.points, own));
    });
    if (!place) continue;
    taken.push(box(...place, width, lineHeight));
    numbered.push([edge.from, edge.to]);
    const style = { role: 'ink-2', anchor: 'middle', baseline: 'middle' } as const;
    // A gap in the line: the halo of a text does not cover what runs between its digits.
    const { left, top, right, bottom } = box(...place, width - 2, lineHeight - 2);
    surface.rect(left, top, right - left, bottom - top, { role: 'surface' });
    surface.text(...place, text, { ...style, ...ofEdge(spec, edge.from, edge.to) });
  }
  return numbered;
}

const formatOf = ({ format }: GraphSpec) => format ?? ((p: number) => fixed(p, 2));

function ofEdge({ of }: GraphSpec, from: number, to: number): { of?: string } {
  const name = typeof of === 'function' ? of(from, to) : of;
  return name === undefined ? {} : { of: name };
}

/** Clockwise from the top; a transition bends to its left, so that one and its opposite are two, and neighbours' bend outwards. */
function onCircle(n: number, view: View, radius: number, label: number): Layout {
  const [cx, cy] = [view.width / 2, view.height / 2];
  const beyond = radius + loopHeight;
  const wide = cx - beyond - label - 2;
  // Two states lie side by side, one in the middle.
  const high = n === 2 ? 6 * radius : cy - beyond - lineHeight - 4;
  const r = n === 1 ? 0 : Math.max(radius, Math.min(wide, high));
  const angle = (i: number): number => (n === 2 ? Math.PI : -Math.PI / 2) + (2 * Math.PI * i) / n;
  const places = Array.from({ length: n }, (_, i) => ({
    x: cx + r * Math.cos(angle(i)),
    y: cy + r * Math.sin(angle(i)),
  }));
  return {
    places,
    bend: (from, to) => 0.16 * distance(places[from] as Place, places[to] as Place),
    outward: (state) => (n === 1 ? -Math.PI / 2 : angle(state)),
  };
}

/** From left to right; forwards above, backwards below, the loops on top and longer transitions around them. */
function onLine(n: number, view: View, radius: number, label: number): Layout {
  const y = 0.58 * view.height;
  const end = Math.max(radius + 2, label / 2 + 1);
  const gap = n > 1 ? (view.width - 2 * end) / (n - 1) : 0;
  const start = n > 1 ? end : view.width / 2;
  const places = Array.from({ length: n }, (_, i) => ({ x: start + i * gap, y }));
  const bend = (from: number, to: number): number => {
    const span = Math.abs(to - from);
    if (span === 1) return Math.min(0.16 * gap, radius);
    const near = to > from ? radius + loopHeight + lineHeight + 6 : radius + 10;
    const room = (to > from ? y : view.height - y) - near - 12;
    return near + (Math.max(0, room) * (span - 1)) / (n - 1);
  };
  return { places, bend, outward: () => -Math.PI / 2 };
}

function edgesOf({ states, matrix }: GraphSpec, layout: Layout, radius: number): Edge[] {
  const n = states.length;
  const edges: Edge[] = [];
  for (let i = 0; i < n * n; i++) {
    const [from, to] = [Math.floor(i / n), i % n];
    const p = matrix.data[i] as number;
    if (!Number.isFinite(p))
      throw new RangeError(`graph: ${p} from ${from} to ${to}, expected a probability`);
    if (p >= least) edges.push({ from, to, p, points: pointsOf(from, to, layout, radius) });
  }
  return edges;
}

const pieces = 24;

function pointsOf(from: number, to: number, { places, bend, outward }: Layout, radius: number): number[] {
  const [a, b] = [places[from] as Place, places[to] as Place];
  if (from === to) {
    // From where the loop leaves the state around to where it comes back.
    const [angle, d] = [outward(from), radius + loop.out];
    const inside = Math.acos((d * d + loop.radius ** 2 - radius * radius) / (2 * d * loop.radius));
    const turn = (i: number): number => angle + Math.PI + inside + ((2 * Math.PI - 2 * inside) * i) / pieces;
    return sampled((i) => [
      a.x + d * Math.cos(angle) + loop.radius * Math.cos(turn(i)),
      a.y + d * Math.sin(angle) + loop.radius * Math.sin(turn(i)),
    ]);
  }
  // The middle of a quadratic curve is half as far out as the point that bends it.
  const out = (2 * bend(from, to)) / distance(a, b);
  const [mx, my] = [(a.x + b.x) / 2 + out * (b.y - a.y), (a.y + b.y) / 2 - out * (b.x - a.x)];
  return sampled((i) => {
    const t = i / pieces;
    const [u, v, w] = [(1 - t) ** 2, 2 * t * (1 - t), t * t];
    return [u * a.x + v * mx + w * b.x, u * a.y + v * my + w * b.y];
  });
}

const sampled = (at: (i: number) => [number, number]): number[] =>
  Array.from({ length: pieces + 1 }, (_, i) => at(i)).flat();

/** Where the number of a transition may stand, the best first: on the line, or outside of a loop. */
function spots(
  { from, to, points }: Edge,
  { places, outward }: Layout,
  radius: number,
  width: number,
): [number, number][] {
  if (from !== to)
    return [12, 10, 14, 8, 16].map((i) => [points[2 * i] as number, points[2 * i + 1] as number]);
  const { x, y } = places[from] as Place;
  const [c, s] = [Math.cos(outward(from)), Math.sin(outward(from))];
  const d = radius + loopHeight + 2 + Math.abs(c) * (width / 2) + Math.abs(s) * (lineHeight / 2);
  return [[x + d * c, y + d * s]];
}

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

const box = (x: number, y: number, width: number, height: number): Box => ({
  left: x - width / 2,
  top: y - height / 2,
  right: x + width / 2,
  bottom: y + height / 2,
});

const within = (a: Box, b: Box): boolean =>
  a.left >= b.left && a.top >= b.top && a.right <= b.right && a.bottom <= b.bottom;

const overlap = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** Whether a curve runs through a box. Its points lie closer than a box is wide. */
function enters(points: readonly number[], { left, top, right, bottom }: Box): boolean {
  for (let i = 0; i + 1 < points.length; i += 2) {
    const [x, y] = [points[i] as number, points[i + 1] as number];
    if (x > left && x < right && y > top && y < bottom) return true;
  }
  return false;
}

const distance = (a: Place, b: Place): number => Math.hypot(b.x - a.x, b.y - a.y);
