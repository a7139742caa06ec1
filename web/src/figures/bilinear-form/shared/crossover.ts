/** How long attention takes on the reader's machine, exact and by features: a measurement, so no part of a state. */
import { fixed, whole } from '../../../draw/format';
import type { Engine, Run } from '../../../engine/api';
import { type AttentionPassesFrame, attentionPasses } from '../../../engine/generated/bilinear-form';
import { type Outcome, say } from '../../declare';

const tokens = [128, 256, 512, 1024, 2048, 4096] as const;
const features = 128;
const methods = ['exact', 'features'] as const;
/** A sample takes at least so many milliseconds, next to which a message to the worker is nothing. */
const long = 20;
const rounds = 3;

type Passes = Run<AttentionPassesFrame>;

/** Makes passes and takes their time. */
class Stopwatch {
  readonly #run: Passes;
  #made = 0;
  #passes = 1;
  /** Milliseconds of a pass: the least of all samples. */
  least = Infinity;

  constructor(run: Passes) {
    this.#run = run;
  }

  async sample(signal: AbortSignal): Promise<void> {
    this.#made += this.#passes;
    const start = performance.now();
    await this.#run.seek(this.#made, signal);
    const took = (performance.now() - start) / this.#passes;
    this.least = Math.min(this.least, took);
    this.#passes = Math.max(1, Math.min(1000, Math.ceil(long / took)));
  }
}

/** Milliseconds of a pass by each method, in the order of `methods`, taken in turns. */
async function measure(engine: Engine, count: number, signal: AbortSignal): Promise<number[]> {
  const runs: Passes[] = [];
  try {
    for (const method of methods)
      runs.push(
        await engine.open(
          attentionPasses,
          { method, tokens: count, size: 64, features, seed: 7 },
          { t: 0, signal },
        ),
      );
    const watches = runs.map((run) => new Stopwatch(run));
    // The first sample is one pass and tells how many the others take.
    for (let round = 0; round <= rounds; round++) for (const watch of watches) await watch.sample(signal);
    return watches.map(({ least }) => least);
  } finally {
    for (const run of runs) run.dispose();
  }
}

export interface Timed {
  readonly tokens: number;
  readonly exact: number;
  readonly features: number;
}

/** From how many tokens on features are faster, between the sizes measured; `undefined` where the lines do not cross there. */
export function crossover(times: readonly Timed[]): number | undefined {
  const gain = ({ exact, features }: Timed): number => Math.log(exact / features);
  for (let i = times.length - 1; i > 0; i--) {
    const [before, after] = [times[i - 1] as Timed, times[i] as Timed];
    if (gain(before) > 0 || gain(after) <= 0) continue;
    const share = gain(before) / (gain(before) - gain(after));
    return before.tokens * (after.tokens / before.tokens) ** share;
  }
  return undefined;
}

export function outcomeOf(times: readonly Timed[]): Outcome {
  const last = times.at(-1) as Timed;
  const from = crossover(times);
  const faster = last.features < last.exact ? 'at every size' : 'at none of these sizes';
  const when = from === undefined ? faster : `from about ${whole(Number(from.toPrecision(2)))} tokens on`;
  return {
    says: say`Here and just now ${String(features)} positive features were faster ${when}; at ${whole(last.tokens)} tokens a pass took ${fixed(last.features, 1)} ms with them and ${fixed(last.exact, 1)} ms exactly. The result is valid for this machine only.`,
    table: {
      columns: ['tokens', 'exact, ms', 'features, ms', 'exact / features'],
      rows: times.map((t) => [t.tokens, t.exact, t.features, t.exact / t.features]),
    },
  };
}

export async function measureCrossover(
  engine: Engine,
  signal: AbortSignal,
  progress: (share: number) => void,
): Promise<Outcome> {
  const times: Timed[] = [];
  for (const [i, count] of tokens.entries()) {
    progress(i / tokens.length);
    const [exact = Number.NaN, byFeatures = Number.NaN] = await measure(engine, count, signal);
    times.push({ tokens: count, exact, features: byFeatures });
  }
  return outcomeOf(times);
}
