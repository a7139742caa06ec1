import type { Sentence } from '../declare';

/** Parts of a sentence as one. */
export const joined = (first: Sentence, ...rest: readonly Sentence[]): Sentence =>
  rest.reduce(
    (a, b) => ({
      text: [...a.text.slice(0, -1), `${a.text.at(-1)}${b.text[0]}`, ...b.text.slice(1)],
      numbers: [...a.numbers, ...b.numbers],
    }),
    first,
  );
