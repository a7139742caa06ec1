/** Why these figures have no Python: said by all of them. */
export const noPython =
  'Training the models takes plain NumPy an hour. `attn run gpt_pair` and `attn run gpt_noise` do it natively, and `attn train` for any text.';
