/** What the figures about noisy tokens have in common. */
import { type Snippet, seed, slider } from '../../declare';

/** Parameters of tokens that scatter around two centres and of the layers that Stage 1 applies to them. */
export const tokenParams = {
  beta: slider({
    symbol: '\\beta',
    label: 'bandwidth',
    range: [0.5, 50],
    scale: 'log',
    about:
      'Inverse squared width of the attention kernel. Larger: a token attends to nearer neighbours only.',
  }),
  eta: slider({
    symbol: '\\eta',
    label: 'step size',
    range: [0.002, 1],
    scale: 'log',
    about: 'How far a layer moves each token towards the mean it attends to. At 1 it jumps there.',
  }),
  layers: slider({
    symbol: 'L',
    label: 'layers',
    range: [5, 120],
    step: 5,
    about:
      'How many attention layers move the tokens (Stage 1) before they answer a query (Stage 2), where there is one.',
  }),
  count: slider({
    symbol: 'N',
    label: 'tokens',
    range: [4, 200],
    step: 4,
    about: 'Tokens in the context. They are all that the model sees of the prior.',
  }),
  centre: slider({
    symbol: '\\pm c',
    label: 'centres at',
    range: [0, 4],
    step: 0.1,
    about: 'A clean token is either −c or +c, with equal chances.',
  }),
  sigma2: slider({
    symbol: '\\sigma^2',
    label: 'noise',
    range: [0.05, 2],
    step: 0.05,
    about: 'Variance of the noise that is added to every clean token.',
  }),
  seed: seed(),
} as const;

/** The noisy token that Stage 2 is asked about. */
export const queryParam = (about: string) =>
  slider({ symbol: 'q', label: 'query', range: [-4, 4], step: 0.1, about });

/** Python on such tokens: what draws them, the two stages, and a figure's own lines. */
export const onTokens = (own: () => Promise<{ readonly default: string }>): Snippet => ({
  code: () => [
    import('../../shared/random.py?raw'),
    import('./tokens.py?raw'),
    import('./stages.py?raw'),
    own(),
  ],
});

/** A domain symmetric about 0 that holds the centres and all the values, on a round number. */
export function symmetricDomain(values: ArrayLike<number>, centre: number): readonly [number, number] {
  let most = Math.max(centre, 0.5);
  for (let i = 0; i < values.length; i++) most = Math.max(most, Math.abs(values[i] as number));
  const end = Math.ceil(most * 2) / 2;
  return [-end, end];
}
