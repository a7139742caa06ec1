/** The race over ten draws of means, sequences and weights, each for all runners. */
import { fixed, whole } from '../../../draw/format';
import type { Engine } from '../../../engine/api';
import { crew, type Piece } from '../../../engine/crew';
import { type EmVsSgdParams, emVsSgd } from '../../../engine/generated/gradient-dynamics';
import { type Outcome, say } from '../../declare';
import { entry } from '../../shared/as-matrix';
import { deviation, mean } from '../../shared/spread';

const draws = 10;

/** Losses at the end of a draw: of the sequence learned from, and of the fresh one. */
export interface Ends {
  readonly seed: number;
  readonly sgd: readonly [number, number];
  readonly em: readonly [number, number];
}

export function outcomeOf(ends: readonly Ends[]): Outcome {
  const leads = ends.map(({ sgd, em }) => sgd[0] - em[0]);
  const lags = ends.map(({ sgd, em }) => em[1] - sgd[1]);
  const ahead = leads.filter((lead) => lead > 0).length;
  const behind = lags.filter((lag) => lag > 0).length;
  return {
    says: say`On the sequence that it learns from EM is ahead in ${whole(ahead)} of ${whole(ends.length)} draws, by ${fixed(mean(leads), 3)} ± ${fixed(deviation(leads), 3)} on average; on a fresh one it is behind in ${whole(behind)}, by ${fixed(mean(lags), 3)} ± ${fixed(deviation(lags), 3)}.`,
    table: {
      columns: ['seed', 'SGD, loss', 'EM, loss', 'EM ahead by', 'SGD, fresh', 'EM, fresh', 'EM behind by'],
      rows: ends.map(({ seed, sgd, em }, i) => [
        seed,
        sgd[0],
        em[0],
        leads[i] as number,
        sgd[1],
        em[1],
        lags[i] as number,
      ]),
    },
  };
}

export async function raceTen(
  engine: Engine,
  values: {
    readonly eta: number;
    readonly length: string;
    readonly answers: EmVsSgdParams['answers'];
    readonly seed: number;
  },
  steps: number,
  signal: AbortSignal,
  progress: (share: number) => void,
): Promise<Outcome> {
  const race =
    (draw: number): Piece<Ends> =>
    async (own, stopped, tell) => {
      const seed = values.seed + draw;
      const params = {
        eta: values.eta,
        length: Number(values.length),
        steps,
        seed,
        ...(values.answers && { answers: values.answers }),
      };
      const run = await own.open(emVsSgd, params, {
        t: steps,
        signal: stopped,
        progress: (frontier) => tell(frontier / steps),
      });
      const { losses, fresh } = run.first;
      run.dispose();
      const end = (row: number) =>
        [entry(losses, row, steps), entry(fresh, row, fresh.shape[1] - 1)] as const;
      return { seed, sgd: end(0), em: end(1) };
    };
  const pieces = Array.from({ length: draws }, (_, draw) => race(draw));
  return outcomeOf(await crew().all(engine, pieces, signal, progress));
}
