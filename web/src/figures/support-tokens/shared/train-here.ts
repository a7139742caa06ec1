/** Trains the run that was kept once more, in the page, and compares every number. */
import { fixed, whole } from '../../../draw/format';
import type { Engine } from '../../../engine/api';
import { gptPair } from '../../../engine/generated/support-tokens';
import { type Outcome, say } from '../../declare';
import { at, entry } from '../../shared/as-matrix';
import { readText } from '../../shared/over-text';
import { trainedApart } from '../../shared/trained-apart';
import {
  every,
  frameOf,
  precomputedSettings,
  precomputedTraining,
  type Variant,
} from './precomputed-training';

export async function trainHere(
  engine: Engine,
  variant: Variant,
  signal: AbortSignal,
  progress: (share: number) => void,
): Promise<Outcome> {
  const precomputed = await precomputedTraining(variant);
  const steps = precomputedSettings.updates / every;
  const end = frameOf(precomputed, steps);
  const { here, seconds, simd } = await trainedApart(
    engine,
    gptPair,
    { text: await readText(), variant, ...precomputedSettings },
    steps,
    signal,
    progress,
  );
  const lists = (f: typeof end) => [f.bpc.data, f.rms.data, f.logDet, f.leastLogDet, f.samples.data];
  const numbers = lists(here).flatMap((list) => [...list]);
  const others = lists(end).flatMap((list) => [...list]);
  const apart = numbers.filter((value, i) => !Object.is(value, others[i])).length;
  return {
    says:
      apart === 0
        ? say`Trained here in ${fixed(seconds, 1)} s: all ${whole(numbers.length)} numbers are those of the kept run, to the last bit.`
        : say`Trained here in ${fixed(seconds, 1)} s: ${whole(apart)} of ${whole(numbers.length)} numbers are not those of the kept run${simd ? '' : ', as sums have another order in a browser without SIMD'}.`,
    table: {
      columns: ['update', 'variant here (bits)', 'kept (bits)', 'log det here', 'kept log det'],
      rows: Array.from({ length: steps + 1 }, (_, t) => [
        t * every,
        entry(here.bpc, 1, t),
        entry(end.bpc, 1, t),
        at(here.logDet, t),
        at(end.logDet, t),
      ]),
    },
  };
}
