/** A whole training, in a worker of its own: nobody's hand waits for it. */
import type { Engine, Experiment } from '../../engine/api';
import { crew, type Piece, watch } from '../../engine/crew';

export interface Trained<Frame> {
  /** After the last step. */
  readonly here: Frame;
  /** In which the page was seen. */
  readonly seconds: number;
  readonly simd: boolean;
}

export async function trainedApart<Params extends object, Frame>(
  engine: Engine,
  experiment: Experiment<Params, Frame>,
  params: NoInfer<Params>,
  steps: number,
  signal: AbortSignal,
  progress: (share: number) => void,
): Promise<Trained<Frame>> {
  const train: Piece<Trained<Frame>> = async (own, stopped, tell) => {
    const seen = watch(stopped);
    const run = await own.open(experiment, params, {
      t: steps,
      signal: stopped,
      progress: (frontier) => tell(frontier / steps),
    });
    run.dispose();
    return { here: run.first, seconds: seen() / 1000, simd: (await own.info()).simd };
  };
  const [trained] = await crew().all(engine, [train], signal, progress);
  return trained as Trained<Frame>;
}
