import type { Snippet } from '../../declare';

/** Python on the toy task: random numbers, the task and its head, and a figure's own lines. */
export const onToy = (own: () => Promise<{ readonly default: string }>): Snippet => ({
  code: () => [import('../../shared/random.py?raw'), import('./toy.py?raw'), own()],
});
