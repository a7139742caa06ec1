import { svgStyle } from '../../draw/svg';
import { card } from './card';
import { controls } from './controls';
import { tokens } from './tokens';

/** What all figures share. */
export const style = [tokens, card, controls, svgStyle((role) => `var(--_${role})`)].join('');

/**
 * Lights what shows a quantity: others fade, and it gets thicker lines, rings, underlines and frames, since colour alone tells nothing.
 * Axes and words stay. A sheet of its own, so that a drawing that changes meanwhile stays lit. `drawn`: whether the drawing shows it.
 */
export function litStyle(quantity: string, drawn: boolean): string {
  const it = `[data-of~="${quantity}"]`;
  const fade = `.stage>svg>:not(${it},.grid,.rule,.ink-3,.t:not([data-of])){opacity:.22}`;
  return `${drawn ? fade : ''}
.s${it}{stroke-width:2.75px}.m${it}{stroke:var(--_ink);stroke-width:1.5px}.o${it}{stroke-width:2.5px}
.t${it}{font-weight:700;text-decoration:underline;text-underline-offset:.22em}
:is(.control${it},.more[aria-expanded=false][data-holds~="${quantity}"]){outline:1.5px solid var(--_ink-2);outline-offset:3px;border-radius:2px}`;
}
