import { AttnFigure } from './attn-figure';

export interface DefineOptions {
  /** Whether figures read and write the page's address where their `link` attribute does not say; yes where absent. */
  readonly link?: boolean;
}

/** Registers `<attn-figure>`. Harmless when called again, also by another copy of this code: the first one stays. */
export function defineAttnFigure(options: DefineOptions = {}): void {
  if (customElements.get('attn-figure')) return;
  AttnFigure.linked = options.link ?? true;
  customElements.define('attn-figure', AttnFigure);
}
