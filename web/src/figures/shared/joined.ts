import type { Sentence } from '../declare';

/** Two parts of a sentence as one. */
export const joined = (a: Sentence, b: Sentence): Sentence => ({
  text: [...a.text.slice(0, -1), `${a.text.at(-1)}${b.text[0]}`, ...b.text.slice(1)],
  numbers: [...a.numbers, ...b.numbers],
});
