/** Trains the kept model of the ladder once more, in the page, and compares every number. */
import { fixed, whole } from '../../../draw/format';
import type { Engine } from '../../../engine/api';
import { ngramLadder } from '../../../engine/generated/one-head';
import { type Outcome, say } from '../../declare';
import { at, entry } from '../../shared/as-matrix';
import { readText } from '../../shared/over-text';
import { trainedApart } from '../../shared/trained-apart';
import { every, frameOf, keptLadder, keptSettings } from './kept-ladder';

/** Kept numbers have so many digits. */
const digits = 3;

export async function trainedAgain(
  engine: Engine,
  way: string,
  signal: AbortSignal,
  progress: (share: number) => void,
): Promise<Outcome> {
  const steps = keptSettings.updates / every;
  const kept = frameOf(await keptLadder(), steps);
  const { here, seconds } = await trainedApart(
    engine,
    ngramLadder,
    { text: await readText(), ...keptSettings },
    steps,
    signal,
    progress,
  );
  const lists = (f: typeof here) => [
    f.bits,
    ...[f.divergence, f.divergenceBack, f.lags, f.alike, f.removed, f.removedBack].map(({ data }) => data),
  ];
  const numbers = lists(here).flatMap((list) => [...list]);
  const others = lists(kept).flatMap((list) => [...list]);
  const apart = numbers.filter((value, i) => Number(value.toPrecision(digits)) !== others[i]).length;
  const of = (f: typeof here) => (way === 'law' ? f.divergence : f.divergenceBack);
  return {
    says:
      apart === 0
        ? say`Trained here in ${fixed(seconds, 1)} s: all ${whole(numbers.length)} numbers are those of the kept model, to the three digits that were kept.`
        : say`Trained here in ${fixed(seconds, 1)} s: ${whole(apart)} of ${whole(numbers.length)} numbers are not those of the kept model to three digits.`,
    table: {
      columns: ['update', 'bits here', 'kept', 'three characters, bits apart, here', 'kept bits apart'],
      rows: Array.from({ length: steps + 1 }, (_, t) => [
        t * every,
        at(here.bits, t),
        at(kept.bits, t),
        entry(of(here), t, 3),
        entry(of(kept), t, 3),
      ]),
    },
  };
}
