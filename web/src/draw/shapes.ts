import type { Role } from './surface';

export type Polygon = readonly number[];
type Outlines = Partial<Record<Role, readonly Polygon[]>>;

const star: Polygon = Array.from({ length: 20 }, (_, i) => {
  const corner = Math.floor(i / 2);
  const angle = (corner * Math.PI) / 5 - Math.PI / 2;
  return (corner % 2 ? 0.53 : 1.3) * (i % 2 ? Math.sin(angle) : Math.cos(angle));
});

/** Points to the upper right: what pulls a value along its gradient. */
const arrow = turned([-1.3, -0.2, 0.1, -0.2, 0.1, -0.8, 1.3, 0, 0.1, 0.8, 0.1, 0.2, -1.3, 0.2], -Math.PI / 4);

export const box = (x: number, y: number, width: number, height: number): Polygon => [
  ...[x, y, x + width, y],
  ...[x + width, y + height, x, y + height],
];

/** Outlines in units of the radius. Sizes are optical: each shape looks as large as the disc. */
const outlines: Outlines = {
  query: [star],
  key: [box(-0.88, -0.88, 1.76, 1.76)],
  value: [[0, -1.2, 1.13, 0.8, -1.13, 0.8]],
  weight: [box(-1.35, -0.42, 2.7, 0.84)],
  error: [arrow],
  loss: [box(-1.4, -0.25, 0.7, 0.5), box(-0.35, -0.25, 0.7, 0.5), box(0.7, -0.25, 0.7, 0.5)],
  margin: [
    [
      ...[-1.25, -1, -0.85, -1, -0.85, -0.2, 0.85, -0.2, 0.85, -1, 1.25, -1],
      ...[1.25, 1, 0.85, 1, 0.85, 0.2, -0.85, 0.2, -0.85, 1, -1.25, 1],
    ],
  ],
};

/** Those of roles that only some figures draw come with them. */
export const addShapes = (more: Outlines): Outlines => Object.assign(outlines, more);

/** Outlines of a role's shape around the origin, in units of the radius; none where it is a disc. */
export const polygons = (role: Role): readonly Polygon[] | undefined => outlines[role];

/** Path data of a role's shape around a point. Roles without a shape of their own are discs. */
export function shape(role: Role, radius: number, x = 0, y = 0): string {
  const own = outlines[role];
  if (own) return own.map((p) => closedPath(p.map((v, i) => (i % 2 ? y : x) + v * radius))).join('');
  const r = round(radius);
  return `M${round(x - r)} ${round(y)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
}

/** Path data of a polyline through x0, y0, x1, y1, ... */
export function openPath(points: ArrayLike<number>): string {
  let d = '';
  for (let i = 0; i + 1 < points.length; i += 2)
    d += `${i ? 'L' : 'M'}${round(points[i] as number)} ${round(points[i + 1] as number)}`;
  return d;
}

/** Path data of many rectangles, x, y, width, height, ... */
export function boxPath(boxes: ArrayLike<number>): string {
  let d = '';
  for (let i = 0; i + 3 < boxes.length; i += 4) {
    const [x, y, width, height] = [0, 1, 2, 3].map((k) => round(boxes[i + k] as number));
    d += `M${x} ${y}h${width}v${height}h${-(width as number)}Z`;
  }
  return d;
}

/** The closed lines of an area, the later ones from the coordinates `starts` on. */
export function linesOf(points: ArrayLike<number>, starts: readonly number[] = []): number[][] {
  const all = Array.from(points);
  return [0, ...starts].map((from, k) => all.slice(from, starts[k]));
}

export const closedPath = (points: ArrayLike<number>): string => `${openPath(points)}Z`;

/** To a hundredth of a pixel: shorter text, and the same text in every browser. */
export const round = (v: number): number => Math.round(v * 100) / 100 + 0;

export function turned(points: Polygon, angle: number): Polygon {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return points.map((v, i) =>
    i % 2 ? s * (points[i - 1] as number) + c * v : c * v - s * (points[i + 1] as number),
  );
}
