import { svgStyle } from '../draw/svg';
import { card } from './style-card';
import { controls } from './style-controls';
import { tokens } from './style-tokens';

let sheet: CSSStyleSheet | undefined;

/** The one style sheet that all figures of the page share. */
export function style(): CSSStyleSheet {
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync([tokens, card, controls, svgStyle((role) => `var(--_${role})`)].join(''));
  }
  return sheet;
}
