/** What the figures with a language model have in common. */

/** What all of them read. Fetched when something is trained. */
export const readText = async (): Promise<string> =>
  (await import('../../../../../data/shakespeare.txt?raw')).default;

/** Why these figures have no Python: said by all of them. */
export const noPython =
  'Training the models takes plain NumPy an hour. `attn run gpt_pair` and `attn run gpt_noise` do it natively, and `attn train` for any text.';
