const sheets = new Map<string, CSSStyleSheet>();

/** Gives the card around a place a further style, once. Cards share the sheet. */
export function adopt(place: Element, text: string): void {
  const root = place.getRootNode();
  if (!(root instanceof ShadowRoot)) return;
  const sheet = sheets.get(text) ?? new CSSStyleSheet();
  if (!sheets.has(text)) sheet.replaceSync(text);
  sheets.set(text, sheet);
  if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
}
