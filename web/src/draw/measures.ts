/** Widths in px of the outlines that set a mark or a text apart from what is behind it, and of a hollow mark. */
export const outline = { mark: 1, text: 3.5, hollow: 1.25 } as const;

/** Weight of the font in `bold` text. */
export const boldWeight = 600;

/** How far below `y` the text's baseline lies, in px at the drawings' one text size. */
export const drop = { alphabetic: 0, middle: 4.4, hanging: 9.2 } as const;
