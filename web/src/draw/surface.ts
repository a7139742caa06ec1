/**
 * What a figure draws on. A drawing is a flat list of marks in CSS pixels, origin top left, later marks above earlier ones.
 * Backends (SVG in the page, SVG as text for posters and export, Canvas 2D) read the list; a figure never sees them.
 */

/** What a mark stands for; decides its hue and, for `mark`, its shape. The same in equations, prose and figures. */
export const roles = [
  'query',
  'key',
  'value',
  'weight',
  'error',
  'loss',
  'particle',
  'margin',
  'ink',
  'ink-2',
  'ink-3',
  'rule',
  'grid',
  'surface',
  'plus',
  'minus',
  'category-1',
  'category-2',
  'category-3',
  'category-4',
  'category-5',
  'category-6',
  'category-7',
  'category-8',
] as const;
export type Role = (typeof roles)[number];

/** What every mark may say of itself besides its look. */
interface Meaning {
  /** The quantities that it shows, by their names in the chapter's symbols, with spaces between: what is lit together with equations. */
  readonly of?: string;
}

export interface StrokeStyle extends Meaning {
  readonly role: Role;
  /** Stroke width in px; 1 where absent. */
  readonly width?: number;
  /** Lengths of dashes and gaps in px. */
  readonly dash?: readonly number[];
  readonly opacity?: number;
}

export interface FillStyle extends Meaning {
  readonly role: Role;
  readonly opacity?: number;
}

export interface AreaStyle extends FillStyle {
  /** At which of the coordinates another closed line begins: further pieces, or the other way round holes. */
  readonly starts?: readonly number[];
}

export interface MarkStyle extends Meaning {
  /** Radius in px of the disc that looks as large as the shape; 4 where absent. */
  readonly size?: number;
  readonly opacity?: number;
  /** Drawn as an outline: the same thing at an earlier time. */
  readonly hollow?: boolean;
}

export interface TextStyle extends Meaning {
  /** `ink-2` where absent. */
  readonly role?: Role;
  readonly anchor?: 'start' | 'middle' | 'end';
  /** Vertical position of `y` in the text; `alphabetic` where absent. */
  readonly baseline?: 'alphabetic' | 'middle' | 'hanging';
  readonly bold?: boolean;
  readonly italic?: boolean;
  /** Without the halo of the surface's colour: for text on a cell, whose colour it is chosen for. */
  readonly bare?: boolean;
  /** For a text that comes or goes. What is to be read has its full colour. */
  readonly opacity?: number;
}

/** A place in the drawing where the reader can take hold of a parameter. */
export interface Handle {
  /** Name of the parameter. */
  readonly param: string;
  /** Centre, where the parameter's mark is. */
  readonly x: number;
  readonly y: number;
  /** The axis that the mark moves along. */
  readonly along: 'x' | 'y';
  /**
   * The value for a position on that axis, a scale's `invert`; `across` is the position on the other one. It is rounded and kept in
   * range for the figure.
   */
  at(pixel: number, across: number): number;
  /** It moves along a line that is neither axis, so that no direction is left for scrolling the page on it. */
  readonly aslant?: boolean;
}

/** A place where the reader can take hold of a piece of a value that has several: a point, a cell of a matrix. */
export interface PieceHandle {
  readonly param: string;
  /** Which of the pieces, from 0. */
  readonly piece: number;
  /** Centre, where the piece is drawn. */
  readonly x: number;
  readonly y: number;
  /** Width and height in px of what can be taken hold of; a disc of 32 where absent. */
  readonly size?: readonly [number, number];
  /**
   * What a position in the drawing means for the piece: the coordinates of a point, the number of a cell. Without it a tap turns the piece
   * over, or gives it its next value, and a finger that moves scrolls the page.
   */
  to?(x: number, y: number): readonly number[];
}

export interface Surface {
  line(x1: number, y1: number, x2: number, y2: number, style: StrokeStyle): void;
  /** A polyline through x0, y0, x1, y1, ... */
  path(points: ArrayLike<number>, style: StrokeStyle): void;
  /** A closed area through x0, y0, x1, y1, ... */
  area(points: ArrayLike<number>, style: AreaStyle): void;
  rect(x: number, y: number, width: number, height: number, style: FillStyle): void;
  /** Many rectangles of one colour, x, y, width, height, ...: the cells of a density. They must not overlap. */
  cells(boxes: ArrayLike<number>, style: FillStyle): void;
  /** The role's own shape (disc for a particle, star for a query, square key, triangle value, ...) centred at x, y. */
  mark(role: Role, x: number, y: number, style?: MarkStyle): void;
  text(x: number, y: number, text: string, style?: TextStyle): void;
  /** Makes the mark that is drawn here a slider for a parameter. Nothing is drawn: on paper there is nothing to take hold of. */
  handle(handle: Handle | PieceHandle): void;
}

/** The box to draw in, at its real size in CSS pixels. */
export interface View {
  readonly width: number;
  readonly height: number;
}
