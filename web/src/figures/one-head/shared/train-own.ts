/** Trains a model on a text of the reader's own, for all figures of the page at once. */
import type { Engine } from '../../../engine/api';
import { crew, type Piece } from '../../../engine/crew';
import { ngramLadder } from '../../../engine/generated/one-head';
import type { FileValue } from '../../../kinds/file';
import { every, keptSettings } from './kept-ladder';
import { keepModel } from './own-model';
import { leastOfOwn, type OwnText } from './own-text';

/** Steps on the way at which there is a model to read: after 100 updates something is to be seen. */
const early = [5, 20, 60];

/** In a worker of its own; what it comes to, and comes by, is kept for as long as the page is open. */
export async function trainOn(
  value: FileValue,
  text: OwnText,
  engine: Engine,
  signal: AbortSignal,
  progress: (share: number) => void,
): Promise<void> {
  const { updates } = text;
  const steps = updates / every;
  const [first, ...others] = [...early.filter((t) => t < steps), steps];
  const train: Piece<void> = async (own, stopped, tell) => {
    const run = await own.open(
      ngramLadder,
      { text: text.text, updates, seed: keptSettings.seed, least: leastOfOwn },
      { t: first, signal: stopped, progress: (frontier) => tell(frontier / steps) },
    );
    try {
      keepModel(value, text, run.first);
      for (const t of others) keepModel(value, text, await run.seek(t, stopped));
    } finally {
      run.dispose();
    }
  };
  await crew().all(engine, [train], signal, progress);
}
