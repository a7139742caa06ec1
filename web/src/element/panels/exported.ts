import type { View } from '../../draw/surface';
import type { Figure, Ghost, Params, Values } from '../../figures/declare';

/** A frame together with what was asked for: later values of the controls must not creep into its drawing. */
export interface Shown {
  readonly values: Values<Params>;
  readonly t: number;
  readonly frame: unknown;
}

/** A picture of a figure at a moment, and all that is known about it. */
export interface Exported {
  readonly figure: Figure;
  readonly shown: Shown;
  /** The box of the drawing. */
  readonly view: View;
  readonly version: string;
  /** The run that is drawn behind it. */
  readonly ghost?: Ghost<Params, unknown> | undefined;
}
