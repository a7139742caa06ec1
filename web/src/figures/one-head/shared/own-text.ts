/** A text of the reader's own, that a model is trained on in the page: how long it is, and for how long it is worth training on. */
import { whole } from '../../../draw/format';
import { fromBase64 } from '../../../kinds/arrays';
import { filesOf, type InHand } from '../../../kinds/file';

/** Characters: fewer are refused; fewer than these a model soon overfits; more take longer than anyone waits. */
const [least, enough, most] = [2_000, 16_000, 1_000_000] as const;

/** Times that a character has to be in a text to be one: those that have fewer are one together. */
export const leastOfOwn = 5;

export interface OwnText {
  readonly text: string;
  readonly characters: number;
  /** Whether the model soon overfits it. */
  readonly short: boolean;
  /** Updates, of which `every` make a step: as many as the text is good for. */
  readonly updates: number;
}

/** For as long as the file is in hand. */
const read = new WeakMap<InHand, OwnText | Error>();

/** How long a text is worth training on: from what was tried, about a step for each 400 characters. */
const updatesFor = (characters: number, every: number): number =>
  Math.min(3000, Math.max(5 * every, every * Math.round(characters / 400)));

function reading(lines: string, every: number): OwnText | Error {
  const files = lines.trimEnd().split('\n');
  if (files.length > 1) return new Error(`These are ${files.length} files: one text at a time.`);
  const [code = '', ...name] = (files[0] ?? '').split(' ');
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(fromBase64(code));
  } catch {
    return new Error(`${name.join(' ')} is not a text in UTF-8.`);
  }
  let characters = 0;
  for (const _ of text) characters++;
  if (characters < least)
    return new Error(
      `A text of ${whole(characters)} characters teaches nothing: ${whole(least)} are the least.`,
    );
  if (characters > most)
    return new Error(
      `A text of ${whole(characters)} characters takes too long here: ${whole(most)} are the most. The command attn train takes more.`,
    );
  return { text, characters, short: characters < enough, updates: updatesFor(characters, every) };
}

function found(value: string, every: number): OwnText | Error | undefined {
  const files = filesOf(value);
  if (!files) return undefined;
  const known = read.get(files) ?? reading(files.lines, every);
  read.set(files, known);
  return known;
}

/** The text that is in hand for a value; `undefined` for the example, and for what cannot be read. */
export function ownText(value: string, every: number): OwnText | undefined {
  const known = found(value, every);
  return known instanceof Error ? undefined : known;
}

/** The same for who has to have it: `undefined` for the example, and an error in a sentence for what cannot be read. */
export function ownTextOrError(value: string, every: number): OwnText | undefined {
  const known = found(value, every);
  if (known instanceof Error) throw known;
  return known;
}
