/** What the figures that train a language model have in common. */

import type { Experiment } from '../../engine/api';
import { fetched } from './fetched';

/** The experiment, but for the text that all of them read: that is asked `besides`. */
export const overText = <Params extends { readonly text: string }, Frame>(
  experiment: Experiment<Params, Frame>,
): Experiment<Omit<Params, 'text'>, Frame> => experiment as Experiment<Omit<Params, 'text'>, Frame>;

/** Fetched when something is trained. */
export const besides = async (): Promise<{ readonly text: string }> => ({ text: await readText() });

/** What all of them read. */
export const readText = fetched(() => import('../../../../data/shakespeare.txt?raw'));
