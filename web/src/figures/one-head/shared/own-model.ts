/** Models that were trained in this page, each on a text of the reader's own: what the other figures of the chapter can read then. */
import { whole } from '../../../draw/format';
import type { NgramLadderFrame } from '../../../engine/generated/one-head';
import { base64 } from '../../../kinds/base64';
import { type FileValue, file, filesOf, onLetGo, sourceOf } from '../../../kinds/file';
import type { Sentence } from '../../declare';
import type { OwnText } from './own-text';

interface OwnModel {
  readonly own: OwnText;
  /** Its text, with one character in place of those that it does not tell apart. */
  readonly text: string;
  /** The name of its file. */
  readonly name: string;
  /** As the core reads them. */
  readonly weights: string;
  /** Up to the step that it is of. */
  readonly climb: NgramLadderFrame;
}

const models = new Map<FileValue, OwnModel>();
const listeners = new Set<() => void>();
const tell = (): void => {
  for (const listener of listeners) listener();
};

/** A model, by the value that stands for it: that of its text, with the updates behind it where there are more to come. */
export const modelOf = (value: FileValue): OwnModel | undefined => models.get(value);

/** The value of the newest one. */
export const newestModel = (): FileValue | undefined => [...models.keys()].at(-1);

/** Tells that there is another model, or that some are there no more. */
export const onModels = (listener: () => void) => listeners.add(listener);

/** Keeps the model that a ladder has come to, for as long as its text is in hand. */
export function keepModel(text: FileValue, own: OwnText, climb: NgramLadderFrame): void {
  const { step, steps, every, weights } = climb;
  const value = step === steps ? text : `${text}-${step * every}`;
  const files = filesOf(text);
  if (!files || models.has(value) || weights.length === 0) return;
  models.set(value, {
    own,
    // The same for all models of it.
    text: [...models.values()].find((one) => one.own === own)?.text ?? frequent(own.text, climb.characters),
    name: files.names,
    weights: base64(new Uint8Array(Float32Array.from(weights).buffer)),
    climb,
  });
  tell();
}

function frequent(text: string, characters: Float64Array): string {
  const known = new Set(characters);
  return Array.from(text, (c) => (known.has(c.codePointAt(0) as number) ? c : '\ufffd')).join('');
}

onLetGo((text) => {
  const gone = [...models.keys()].filter((value) => sourceOf(value) === text);
  for (const value of gone) models.delete(value);
  if (gone.length > 0) tell();
});

/** What is asked of the core of a figure that reads a model, besides its own parameters: whose it is. Text and weights are fetched with it. */
export const asksOf = (value: FileValue): { readonly text?: string } =>
  value === 'example' ? {} : { text: value };

/** The windows that a model can be read on: of 32 characters, in the last tenth of its text. */
const windowsIn = (value: FileValue): number => {
  const model = modelOf(value);
  return model ? Math.floor((Math.floor(model.own.characters / 10) - 1) / 32) : Number.POSITIVE_INFINITY;
};

/** At most so many windows. */
export const windowsOf = (value: FileValue, wanted: number): number => Math.min(wanted, windowsIn(value));

/** Of a slider over `most` windows the one that is meant: of a text that has fewer, the one as far into it. */
export const windowOf = (value: FileValue, chosen: number, most: number): number =>
  Math.ceil((chosen * windowsOf(value, most)) / most);

/** Which model a figure reads. */
export const ownModel = file({
  label: 'model',
  value: 'example',
  endings: ['.txt', '.md'],
  most: 4e6,
  larger: 'The command attn train takes any.',
  given: () => [...models.keys()],
  when: () => models.size > 0,
  about:
    'Whose weights are read: those of the model that comes with this figure, or of the one that was trained in this page on a text of yours.',
});

/** A sentence about the model that is read, which says whose it is where that is the reader's. `shown`: what of the picture that is. */
export function saidOf(value: FileValue, sentence: Sentence, shown = 'This is'): Sentence {
  const own = modelOf(value);
  if (!own) return sentence;
  const [first = '', ...others] = sentence.text;
  const whose = `${shown} the model of ${own.name} after ${whole(own.climb.step * own.climb.every)} updates.`;
  return { text: [`${whose} ${first}`, ...others], numbers: sentence.numbers };
}
