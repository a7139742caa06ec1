import { AttnFigure } from './attn-figure';
import { bring, type Figures } from './declaration';

export interface DefineOptions {
  /** Whether figures read and write the page's address where their `link` attribute does not say; yes where absent. */
  readonly link?: boolean;
  /** Every figure by its id, for pages that do not name the files of theirs; fetched with the first of those where absent. */
  readonly figures?: Figures;
}

/**
 * Registers `<attn-figure>`. Harmless when called again, also by another copy of this code: the first one stays. Where there is no page,
 * as on a server, and in browsers too old for its styles, which keep what stands inside of the element, it does nothing.
 */
export function defineAttnFigure(options: DefineOptions = {}): void {
  if (!globalThis.Document || !('adoptedStyleSheets' in Document.prototype)) return;
  if (customElements.get('attn-figure')) return;
  AttnFigure.linked = options.link ?? true;
  bring(options.figures);
  customElements.define('attn-figure', AttnFigure);
}
