/** The model that these figures read, kept or the reader's own, and what ten of its kind have come to. */
import type { Experiment } from '../../../engine/api';
import type { FileValue } from '../../../kinds/file';
import { fetched } from '../../shared/fetched';
import { readText } from '../../shared/over-text';
import { modelOf } from './own-model';

/** What is asked besides: the weights and the text, fetched when the core is asked, or those that were trained in the page. */
export const besides = async (asks: {
  readonly text: FileValue;
}): Promise<{ readonly text: string; readonly weights: string }> => {
  if (asks.text !== 'example') {
    const own = modelOf(asks.text);
    if (!own) throw new Error('No model of this text is in hand: the ladder trains one.');
    return { text: own.text, weights: own.weights };
  }
  const [text, weights] = await Promise.all([readText(), readWeights()]);
  return { text, weights };
};

const readWeights = fetched(() => import('../kept/weights.txt?raw'));

/** The experiment, but for what is asked besides. */
export const ofKept = <Params extends { readonly text: string; readonly weights: string }, Frame>(
  experiment: Experiment<Params, Frame>,
): Experiment<Omit<Params, 'text' | 'weights'>, Frame> =>
  experiment as Experiment<Omit<Params, 'text' | 'weights'>, Frame>;

/** As `tools/one-head.mjs` writes it. By the names of the columns of `attn read`; lists are by seed. */
export interface Kept {
  readonly stamp: { readonly recipe: string; readonly text: string; readonly seeds: readonly number[] };
  readonly windows: number;
  readonly bits: readonly number[];
  /** Of each of the eight heads, layer by layer. */
  readonly readings: Readonly<Record<string, readonly (readonly number[])[]>>;
  readonly touches: Readonly<Record<string, readonly (readonly number[])[]>>;
  /** Rank correlations, by what was done and then by reading. */
  readonly within: Readonly<Record<string, Readonly<Record<string, readonly number[]>>>>;
  readonly all: Readonly<Record<string, Readonly<Record<string, readonly number[]>>>>;
  /** What the best of as many readings of pure chance would come to. */
  readonly chance: { readonly within: number; readonly all: number };
}

export const kept: () => Promise<Kept> = fetched(() => import('../kept/readings.json'));

/** Heads as readers know them: layer and number. */
export const heads = {
  '1.1': '1.1',
  '1.2': '1.2',
  '1.3': '1.3',
  '1.4': '1.4',
  '2.1': '2.1',
  '2.2': '2.2',
  '2.3': '2.3',
  '2.4': '2.4',
} as const;

/** The place of a head in lists of all eight. */
export const placeOf = (head: string): number => 4 * (Number(head[0]) - 1) + Number(head[2]) - 1;

/** Why these figures have no Python: said by all of them. */
export const noPython =
  'Reading the model takes a forward pass and its gradient, some hundred lines. `attn read` prints the same numbers for any model that `attn train` has trained.';

export const mean = (list: readonly number[]): number =>
  list.reduce((sum, value) => sum + value, 0) / list.length;
/** The sample's standard deviation. */
export const spread = (list: readonly number[]): number =>
  Math.sqrt(list.reduce((sum, value) => sum + (value - mean(list)) ** 2, 0) / (list.length - 1));

/** Of one state of fragile-tokens, by seed: its mean in nats, and of each reading the numbers of the frame. */
export interface Fragility {
  readonly mean: readonly number[];
  readonly rank: readonly (readonly number[])[];
  readonly rank_given_size: readonly (readonly number[])[];
  readonly place: readonly (readonly number[])[];
}
/** The states that were kept: what gets the noise, and how much. */
type FragilityState = `${'all' | 'alone'}/${'tenth' | 'quarter' | 'half'}`;

export const keptFragility: () => Promise<{
  readonly states: Readonly<Record<FragilityState, Fragility>>;
}> = fetched(() => import('../kept/breaks.json'));
