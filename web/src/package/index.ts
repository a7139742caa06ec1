/** `attention-explorables`: the element and its types. Importing it has no effect, and needs no page. */
import { AttnFigure } from '../element/shell/attn-figure';
import { defineAttnFigure as define } from '../element/shell/define';
import type { Figure } from '../figures/declare';

export type { Attributes } from '../element/shell/attributes';
export type { FigureDetail, FigureEvents } from '../element/shell/events';
export { setAssets } from '../engine/assets';
export type { Figure } from '../figures/declare';
export type { Quantity } from '../kinds/numbers';
export { AttnFigure };

/** A figure, or how it is fetched: `() => import('attention-explorables/figures/particles')`. */
export type FigureSource = Figure | (() => Promise<{ readonly default: Figure }>);

export interface Options {
  /** The figures that the page has, by the name that `fig` has there. */
  readonly figures: Readonly<Record<string, FigureSource>>;
  /** Whether figures keep their state in the page's address where their `link` attribute does not say; no where absent. */
  readonly link?: boolean;
}

/**
 * Registers `<attn-figure>` with these figures. Harmless when called again, also by another copy of this code: the first one stays. On a server
 * it does nothing.
 */
export function defineAttnFigure({ figures, link = false }: Options): void {
  const loads = Object.entries(figures).map(([id, source]) => [
    id,
    typeof source === 'function' ? source : () => Promise.resolve({ default: source }),
  ]);
  define({ link, figures: Object.fromEntries(loads) });
}
