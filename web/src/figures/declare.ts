import type { Surface, View } from '../draw/surface';
import type { Engine, Experiment } from '../engine/api';
import { completed, type Params, type Values } from '../kinds/param';
import type { Said } from '../words/words';

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
  /** What the reader should see happen, in a sentence. */
  readonly says: string;
  /** The same on the data; tested. */
  holds(frame: Frame): boolean;
}

/** A run that the reader keeps behind what is shown, at its own step. */
export interface Ghost<P extends Params, Frame> {
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
  code(): readonly Promise<{ readonly default: string }>[];
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

/** What every figure declares. `Asked` is what its experiment is opened with, `Told` the frames that the core gives. */
export interface Figure<
  P extends Params = Params,
  Frame = unknown,
  Asked extends object = object,
  Told = unknown,
> extends Said {
  readonly id: string;
  readonly title: string;
  /** One sentence that the figure lets the reader check. */
  readonly claim: string;
  /** Where in the papers it comes from. */
  readonly source: { readonly seed: string; readonly place: string };
  readonly params: P;
  /** The parameters that matter first, about three; the others are folded away. All where absent. */
  readonly first?: readonly string[];
  readonly presets: readonly Preset<P, Frame>[];
  /** The experiment that answers. */
  readonly core: Experiment<Asked, Told>;
  /** What it is asked; the values as they are where absent. Parameters that it leaves out only select what is shown. */
  ask?(params: Values<P>): Asked;
  /** What it is asked besides, in place of what `ask` says of it: fetched when the core is asked. What it depends on, `ask` names. */
  besides?(params: Values<P>): Promise<object>;
  /** What is drawn of the core's frame; the frame as it is where absent. */
  frame?(told: Told, params: Values<P>): Frame | Promise<Frame>;
  /** A frame that was computed before and is shipped with the page; `undefined` where the core has to be asked. */
  precomputed?(params: Values<P>, t: number): Frame | undefined | Promise<Frame | undefined>;
  /** Where it evolves, in whole steps. */
  timeline?(params: Values<P>): Timeline;
  /** Whether a frame has all that the caption says, of a figure that is computed while the reader watches: it opens with the first that has. */
  complete?(told: Told, params: Values<P>): boolean;
  /** Height in px of the drawing for a width in px. */
  height(width: number): number;
  /** `ghost`, where the figure compares: it is drawn pale behind the frame, on scales that hold both. */
  draw(surface: Surface, frame: Frame, view: View, params: Values<P>, ghost?: Ghost<P, Frame>): void;
  /** Whether a run can be kept to be compared with the next ones. */
  readonly compares?: boolean;
  /** What the picture shows now: the caption and the text alternative. */
  describe(frame: Frame, params: Values<P>): Sentence;
  table(frame: Frame, params: Values<P>): Table;
  checks(frame: Frame): readonly Check[];
  /** What the chapter's symbols are now, as short text by name, where they are no parameters and the frame knows. */
  quantities?(frame: Frame, params: Values<P>): Readonly<Record<string, string>>;
  readonly action?: Action<P>;
  /** The figure in other languages, each a file of its own that is fetched where a page is in that language. */
  readonly translations?: { readonly de: () => Promise<{ readonly default: Figure }> };
  /** As it is declared, where the card says it in another language: what is saved as data is the same in all. */
  readonly original?: Figure;
  /** How the table is recomputed with NumPy; or, in a sentence, why it is not. */
  readonly python: Snippet | string;
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

/** A figure as its file declares it. With parameters that its experiment does not know as they are, it has to say what to ask. */
type Declaration<P extends Params, Frame, Asked extends object, Told> = Figure<P, Frame, Asked, Told> & {
  readonly first?: readonly (keyof P & string)[];
} & (Values<P> extends Asked ? unknown : Required<Pick<Figure<P, Frame, Asked, Told>, 'ask'>>);

/** Checks a declaration's types and completes its parameters; the figure's file exports the result as its default. */
export function defineFigure<const P extends Params, Asked extends object, Frame>(
  figure: Declaration<P, Frame, Asked, Frame> & { readonly frame?: undefined },
): Figure<P, Frame, Asked, Frame>;
export function defineFigure<const P extends Params, Asked extends object, Told, Frame>(
  figure: Declaration<P, Frame, Asked, Told> & Required<Pick<Figure<P, Frame, Asked, Told>, 'frame'>>,
): Figure<P, Frame, Asked, Told>;
export function defineFigure(figure: Figure): Figure {
  if (!figure.core) throw new Error(`${figure.id} has no experiment: run tools/experiment-types.mjs`);
  return { ...figure, params: completed(figure.params, figure.core) };
}
