/** ./tools/poster: draws one figure in one state and saves it. What it takes is told there. */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { drawn } from '../vite/drawn.ts';
import { nodeSide } from '../vite/node-side.ts';
import { preview } from './preview.ts';

export interface Order extends OneFigure {
  readonly theme: 'light' | 'dark';
  readonly width: 'wide' | 'narrow';
}

const isState = (word: string): boolean => /(?:^|=)v\d+(?:-\d+)?\./.test(word);

/** What a link says of a figure; a state by itself is that of any. */
function stateOf(word: string, id: string): string {
  if (/^v\d/.test(word)) return word;
  const entry = word
    .replace(/^[^#]*#/, '')
    .split('&')
    .find((one) => one.startsWith(`${id}=`));
  if (!entry) throw new RangeError(`the link says nothing of '${id}'`);
  return decodeURIComponent(entry.slice(id.length + 1));
}

/** A figure in a state, and the file that it goes into. */
export interface OneFigure {
  readonly id: string;
  readonly state: string | undefined;
  readonly file: string;
}

/** Of the words without options. Throws a `RangeError` where they do not tell. */
export function readFigure(words: readonly string[], ending: string): OneFigure {
  const [id, ...rest] = words;
  if (!id) throw new RangeError('which figure?');
  const [states, files] = [rest.filter(isState), rest.filter((word) => !isState(word))];
  if (states.length > 1 || files.length > 1) throw new RangeError('one state and one file at a time');
  const [file = `${id}.${ending}`] = files;
  return { id, state: states[0] && stateOf(states[0], id), file };
}

/** What to say of a figure that there is not. */
export const unknownFigure = async (id: string): Promise<RangeError> =>
  new RangeError(`there is no figure '${id}'; there are ${(await drawn.ids()).join(', ')}`);

/** Reads the words of the command; throws a `RangeError` where they do not tell. */
export function readOrder(words: readonly string[]): Order {
  const odd = words.find((word) => word.startsWith('-') && !['--dark', '--narrow'].includes(word));
  if (odd) throw new RangeError(`what is '${odd}'?`);
  const figure = readFigure(
    words.filter((word) => !word.startsWith('-')),
    'svg',
  );
  if (!/\.(svg|png)$/.test(figure.file)) throw new RangeError(`'${figure.file}' has to end in .svg or .png`);
  return {
    ...figure,
    theme: words.includes('--dark') ? 'dark' : 'light',
    width: words.includes('--narrow') ? 'narrow' : 'wide',
  };
}

/** Runs the command in the folder `from`. Returns its exit status. */
export async function main(from: string, ...words: readonly string[]): Promise<number> {
  try {
    const { id, state, file, theme, width } = readOrder(words);
    if (!(await drawn.ids()).includes(id)) throw await unknownFigure(id);
    const { pictures, words: shown } = await drawn.poster(id, state);
    const svg = pictures.find((picture) => picture.theme === theme && picture.width === width)?.svg ?? '';
    writeFileSync(resolve(from, file), file.endsWith('.png') ? await preview(svg) : svg);
    console.log(`${file}: ${shown}`);
    return 0;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    console.error(`poster: ${error.message} (see ./tools/poster --help)`);
    return 2;
  } finally {
    await nodeSide.close();
  }
}
