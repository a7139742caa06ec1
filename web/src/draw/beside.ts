/** How a text stands to a place, as part of its style: right on it, or at its left and level with it. */
export const centred = { anchor: 'middle', baseline: 'middle' } as const;
export const leftOf = { anchor: 'end', baseline: 'middle' } as const;
