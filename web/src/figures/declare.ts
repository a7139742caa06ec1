import type { Surface, View } from '../draw/surface';
import type { At, Engine, Run } from '../engine/api';
import type { Params, Values } from '../kinds/param';

export * from '../kinds/param';

/** A sentence with live numbers in it: text and numbers alternate, text first. Made by `say`. */
export interface Sentence {
  readonly text: readonly string[];
  readonly numbers: readonly string[];
}
export const say = (text: TemplateStringsArray, ...numbers: readonly string[]): Sentence => ({
  text: [...text],
  numbers,
});
export const plain = (s: Sentence): string => s.text.map((t, i) => t + (s.numbers[i] ?? '')).join('');

export interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
}

/** A residual of the figure's own mathematics: it holds while `value` is at most `atMost`. */
export interface Check {
  readonly name: string;
  readonly value: number;
  readonly atMost: number;
}

/** Whether a residual is within its bound. One that is not a number is not. */
export const holds = (check: Check): boolean => check.value <= check.atMost;

/** A named state worth looking at. Parameters that it does not name take their defaults. */
export interface Preset<P extends Params, Frame> {
  readonly name: string;
  readonly params: Partial<Values<P>>;
  /** Where on the timeline to stand; where it opens if absent, which mostly is the end. */
  readonly t?: number;
  readonly expect: {
    /** What the reader should see happen, in a sentence. */
    readonly says: string;
    /** The same on the data; tested. */
    holds(frame: Frame): boolean;
  };
}

/** A run that the reader has kept, at its own step. */
export interface Kept<P extends Params, Frame> {
  readonly values: Values<P>;
  readonly t: number;
  readonly frame: Frame;
}

/**
 * Python that recomputes the table of a figure from scratch, refined to its end: the export `python`. Before it stand the parameters
 * by their names and, where the figure evolves, `step`, the step that is shown; it leaves `columns` and `rows`. Needs Python 3.9 and
 * NumPy alone, and takes seconds.
 */
export interface Snippet {
  /** The files it is made of, in order, fetched when a reader asks: `import('./name.py?raw')`. */
  code(): Promise<readonly { readonly default: string }[]>;
  /** Largest relative error against the table; that of rounding, 1e-9, where absent. */
  readonly within?: number;
  /** Where numbers vanish that are the difference of others: errors are relative to this at least. */
  readonly size?: number;
}

/** What came out when a reader asked for an action: a sentence, and the numbers behind it. */
export interface Outcome {
  readonly says: Sentence;
  readonly table: Table;
}

/**
 * Something that a reader can ask for beside the state, such as a measurement on their machine. What comes out is shown in the card; it
 * is no part of the state, of links, pictures, exports or posters.
 */
export interface Action<P extends Params> {
  /** What the button says. */
  readonly name: string;
  /** Told now and then which share of the work is done. Stops with an `AbortError` when the signal fires. */
  run(
    engine: Engine,
    params: Values<P>,
    signal: AbortSignal,
    progress: (share: number) => void,
  ): Promise<Outcome>;
}

interface Common<P extends Params, Frame> {
  readonly id: string;
  readonly title: string;
  /** One sentence that the figure lets the reader check. */
  readonly claim: string;
  /** Where in the papers it comes from. */
  readonly source: { readonly seed: string; readonly place: string };
  readonly params: P;
  /** The parameters that matter first, about three; the others are folded away. All where absent. */
  readonly first?: readonly (keyof P & string)[];
  readonly presets: readonly Preset<P, Frame>[];
  /** Height in px of the drawing for a width in px. */
  height(width: number): number;
  /** `kept`, where the figure compares: it is drawn as a ghost behind the frame, on scales that hold both. */
  draw(surface: Surface, frame: Frame, view: View, params: Values<P>, kept?: Kept<P, Frame>): void;
  /** Whether a run can be kept to be compared with the next ones. */
  readonly compares?: boolean;
  /** What the picture shows now: the caption and the text alternative. */
  describe(frame: Frame, params: Values<P>): Sentence;
  table(frame: Frame, params: Values<P>): Table;
  checks(frame: Frame): readonly Check[];
  /** What the chapter's symbols are now, as short text by name, where they are no parameters and the frame knows. */
  quantities?(frame: Frame, params: Values<P>): Readonly<Record<string, string>>;
  readonly action?: Action<P>;
  /** How the table is recomputed with NumPy; or, in a sentence, why it is not. A test asks for one of them. */
  readonly python?: Snippet | string;
}

/** A figure that shows the answer to one question. */
export interface StillFigure<P extends Params, Frame> extends Common<P, Frame> {
  compute(engine: Engine, params: Values<P>, signal: AbortSignal): Promise<Frame>;
}

export interface Timeline {
  /** The last step. */
  readonly steps: number;
  /** The first step that can be shown; 0 where absent. */
  readonly first?: number;
  /** What one step is called. */
  readonly unit: string;
  /** The step that it opens at: of the poster, of a reset and of other parameters, and where a link names none. The last where absent. */
  readonly opens?: number;
  /** Steps that one frame takes when it plays; 1 where absent. */
  readonly stride?: number;
}

/** A figure of one picture that is computed while the reader watches: what it opens with is the beginning, `refine` gives the rest. */
export interface GrowingFigure<P extends Params, Frame> extends Common<P, Frame> {
  open(engine: Engine, params: Values<P>, at: At): Promise<Run<Frame>>;
}

/** A figure that evolves in whole steps 0 .. steps. */
export interface EvolvingFigure<P extends Params, Frame> extends GrowingFigure<P, Frame> {
  timeline(params: Values<P>): Timeline;
}

export type Figure<P extends Params = Params, Frame = unknown> =
  | StillFigure<P, Frame>
  | GrowingFigure<P, Frame>
  | EvolvingFigure<P, Frame>;

/** Checks a declaration's types; the figure's file exports the result as its default. */
export function defineFigure<const P extends Params, Frame>(
  figure: EvolvingFigure<P, Frame>,
): EvolvingFigure<P, Frame>;
export function defineFigure<const P extends Params, Frame>(
  figure: GrowingFigure<P, Frame>,
): GrowingFigure<P, Frame>;
export function defineFigure<const P extends Params, Frame>(
  figure: StillFigure<P, Frame>,
): StillFigure<P, Frame>;
export function defineFigure<const P extends Params, Frame>(figure: Figure<P, Frame>): Figure<P, Frame> {
  return figure;
}
