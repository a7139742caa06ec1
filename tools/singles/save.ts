/** ./tools/single: one figure or one chapter as one file. What it takes is told there. */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type OneFigure, readFigure, unknownFigure } from '../posters/save.ts';
import { drawn } from '../vite/drawn.ts';
import { nodeSide } from '../vite/node-side.ts';
import { chapterFile, isChapter } from './chapter.ts';
import { single } from './single.ts';

/** Reads the words of the command; throws a `RangeError` where they do not tell. */
export function readOrder(words: readonly string[]): OneFigure {
  const odd = words.find((word) => word.startsWith('-'));
  if (odd) throw new RangeError(`what is '${odd}'?`);
  const order = readFigure(words, 'html');
  if (!order.file.endsWith('.html')) throw new RangeError(`'${order.file}' has to end in .html`);
  return order;
}

async function figurePage(id: string, state: string | undefined): Promise<string> {
  if (!(await drawn.ids()).includes(id)) throw await unknownFigure(id);
  return single(id, state);
}

async function chapterPage(chapter: string, state: string | undefined): Promise<string> {
  if (state !== undefined)
    throw new RangeError(`a chapter has no state of its own; '${state}' is one of a figure`);
  return chapterFile(chapter);
}

/** Runs the command in the folder `from`. Returns its exit status. */
export async function main(from: string, ...words: readonly string[]): Promise<number> {
  try {
    const { id, state, file } = readOrder(words);
    const page = isChapter(id) ? await chapterPage(id, state) : await figurePage(id, state);
    writeFileSync(resolve(from, file), page);
    console.log(`${file}: ${Math.round(page.length / 1000)} KB`);
    return 0;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    console.error(`single: ${error.message} (see ./tools/single --help)`);
    return 2;
  } finally {
    await nodeSide.close();
  }
}
