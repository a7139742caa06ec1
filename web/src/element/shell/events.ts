import type { Value } from '../../kinds/kind';

/** Which figure, and what it shows. */
export interface FigureDetail {
  readonly fig: string;
  readonly value: string;
  /** The same as `value`, under the name that it had first: of what is shown, not of what the figure starts with. */
  readonly state: string;
}

/** Events of `<attn-figure>`; all bubble and cross shadow roots. */
export interface FigureEvents {
  /** The first live drawing is there. */
  'figure-ready': CustomEvent<FigureDetail & { readonly steps: number | undefined }>;
  /** Another state has been drawn. */
  'figure-state': CustomEvent<
    FigureDetail & { readonly values: Readonly<Record<string, Value>>; readonly t: number | undefined }
  >;
  /**
   * The reader points at something that shows quantities, or has the focus on it: a control, a handle, a part of the drawing. They
   * are told by name; none when that ends.
   */
  'figure-highlight': CustomEvent<FigureDetail & { readonly quantities: readonly string[] }>;
  /** Something failed; the last picture stays. */
  'figure-error': CustomEvent<FigureDetail & { readonly message: string; readonly error: unknown }>;
}

declare global {
  interface HTMLElementEventMap extends FigureEvents {}
  interface DocumentEventMap extends FigureEvents {}
}
