import type { Params } from '../../kinds/param';

/** Of each document its own: one document's sheets are refused by another. */
const sheets = new WeakMap<Document, Map<string, CSSStyleSheet>>();

/** The style sheet with this text, which all cards of the document share. */
export function sheetOf(document: Document, text: string): CSSStyleSheet {
  const own = sheets.get(document) ?? new Map<string, CSSStyleSheet>();
  sheets.set(document, own);
  const sheet = own.get(text) ?? emptySheet(document);
  if (!own.has(text)) sheet.replaceSync(text);
  own.set(text, sheet);
  return sheet;
}

export const emptySheet = ({ defaultView }: Document): CSSStyleSheet =>
  new (defaultView as typeof globalThis & Window).CSSStyleSheet();

/** Gives the card around a place a further style, once. */
export function adopt(place: Element, text: string): void {
  const root = place.getRootNode();
  if (!(root instanceof ShadowRoot)) return;
  const sheet = sheetOf(place.ownerDocument, text);
  if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
}

/** Gives the card the look of the kinds that its figure brings along. */
export function adoptStyles(card: Element, params: Params): void {
  for (const param of Object.values(params))
    if (param.kind === 'other' && param.of.style) adopt(card, param.of.style);
}
