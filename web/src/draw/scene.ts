import type {
  AreaStyle,
  FillStyle,
  Handle,
  MarkStyle,
  PieceHandle,
  Role,
  StrokeStyle,
  Surface,
  TextStyle,
} from './surface';

/** One recorded mark, as plain data. Lines are strokes and rectangles are fills, so that backends have few cases. */
export type SceneMark =
  | { readonly kind: 'stroke'; readonly points: ArrayLike<number>; readonly style: StrokeStyle }
  | { readonly kind: 'fill'; readonly points: ArrayLike<number>; readonly style: AreaStyle }
  /** Boxes: x, y, width, height, ... */
  | { readonly kind: 'cells'; readonly boxes: ArrayLike<number>; readonly style: FillStyle }
  | {
      readonly kind: 'mark';
      readonly role: Role;
      readonly x: number;
      readonly y: number;
      readonly style: MarkStyle;
    }
  | {
      readonly kind: 'text';
      readonly x: number;
      readonly y: number;
      readonly text: string;
      readonly style: TextStyle;
    };

/**
 * Records a drawing. Refuses coordinates that are not finite, so that a picture is either whole or not drawn at all:
 * backends skip a NaN in silence, and a mark that is missing looks like a result.
 */
export class Scene implements Surface {
  readonly marks: SceneMark[] = [];
  readonly handles: (Handle | PieceHandle)[] = [];

  line(x1: number, y1: number, x2: number, y2: number, style: StrokeStyle): void {
    this.path([x1, y1, x2, y2], style);
  }

  path(points: ArrayLike<number>, style: StrokeStyle): void {
    this.marks.push({ kind: 'stroke', points: checked('path', points), style });
  }

  area(points: ArrayLike<number>, style: AreaStyle): void {
    this.marks.push({ kind: 'fill', points: checked('area', points), style });
  }

  rect(x: number, y: number, width: number, height: number, style: FillStyle): void {
    const points = [x, y, x + width, y, x + width, y + height, x, y + height];
    this.marks.push({ kind: 'fill', points: checked('rect', points), style });
  }

  cells(boxes: ArrayLike<number>, style: FillStyle): void {
    if (boxes.length > 0) this.marks.push({ kind: 'cells', boxes: checked('cells', boxes), style });
  }

  mark(role: Role, x: number, y: number, style: MarkStyle = {}): void {
    checked(`mark "${role}"`, [x, y, style.size ?? 4]);
    this.marks.push({ kind: 'mark', role, x, y, style });
  }

  text(x: number, y: number, text: string, style: TextStyle = {}): void {
    checked(`text "${text}"`, [x, y]);
    this.marks.push({ kind: 'text', x, y, text, style });
  }

  handle(handle: Handle | PieceHandle): void {
    checked(`handle "${handle.param}"`, [handle.x, handle.y]);
    this.handles.push(handle);
  }
}

/** A copy of the points: a figure may reuse its array for the next path. */
function checked(what: string, points: ArrayLike<number>): ArrayLike<number> {
  const copy = new Float64Array(points.length);
  for (let i = 0; i < copy.length; i++) {
    const value = points[i] as number;
    if (!Number.isFinite(value))
      throw new Error(`draw: ${what} has ${value} at position ${i}, expected a finite number`);
    copy[i] = value;
  }
  return copy;
}
