/** ./tools/single: one figure or one chapter as one file, by itself or in a package. What it takes is told there. */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type OneFigure, readFigure, unknownFigure } from '../posters/save.ts';
import { drawn } from '../vite/drawn.ts';
import { nodeSide } from '../vite/node-side.ts';
import { readChapters } from '../vite/pages.ts';
import { chapterFile, isChapter } from './chapter.ts';
import { type Single, scorm, webxdc } from './packages.ts';
import { single } from './single.ts';

/** Reads the words of the command; throws a `RangeError` where they do not tell. */
export function readOrder(words: readonly string[]): OneFigure {
  const odd = words.find((word) => word.startsWith('-'));
  if (odd) throw new RangeError(`what is '${odd}'?`);
  const order = readFigure(words, 'html');
  if (!/\.(html|zip|xdc)$/.test(order.file))
    throw new RangeError(`'${order.file}' has to end in .html, .zip or .xdc`);
  return order;
}

async function ofFigure(id: string, state: string | undefined): Promise<Single> {
  if (!(await drawn.ids()).includes(id)) throw await unknownFigure(id);
  return single(id, state);
}

async function ofChapter(id: string, state: string | undefined): Promise<Single> {
  if (state !== undefined)
    throw new RangeError(`a chapter has no state of its own; '${state}' is one of a figure`);
  const title = readChapters().find(({ slug }) => slug === id)?.title ?? id;
  return { id, title, page: await chapterFile(id) };
}

/** What a file with this name holds. */
async function packed(file: string, single: Single): Promise<string | Uint8Array> {
  if (file.endsWith('.zip')) return scorm(single);
  return file.endsWith('.xdc') ? webxdc(single) : single.page;
}

/** Runs the command in the folder `from`. Returns its exit status. */
export async function main(from: string, ...words: readonly string[]): Promise<number> {
  try {
    const { id, state, file } = readOrder(words);
    const content = await packed(file, await (isChapter(id) ? ofChapter : ofFigure)(id, state));
    writeFileSync(resolve(from, file), content);
    console.log(`${file}: ${Math.round(content.length / 1000)} KB`);
    return 0;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    console.error(`single: ${error.message} (see ./tools/single --help)`);
    return 2;
  } finally {
    await nodeSide.close();
  }
}
