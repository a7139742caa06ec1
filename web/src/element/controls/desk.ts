/** What stands below the caption of a card, in its order. */
export const onDesk = (...parts: readonly ({ readonly element: HTMLElement } | undefined)[]): HTMLElement[] =>
  parts.flatMap((part) => (part ? [part.element] : []));
