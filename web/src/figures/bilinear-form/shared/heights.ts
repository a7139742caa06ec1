/** A height in steps of 24 px, so that a drawing whose parts grow with its width has few heights: each is a rule of the style sheet. */
export const inSteps = (height: number): number => 24 * Math.ceil(height / 24);
