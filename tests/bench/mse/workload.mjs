// The error experiment of seed 004 in one dimension, as a figure asks for it: four bars, 200 layers each. No rival: by pairs, in
// plain JavaScript, it would take half a minute.

const params = { eta: 0.025, layers: 200, beta: 20, centre: 1, sigma2: 0.5, tokens: 1000 };

/** Tokens of the bars, as many times the first as in the paper. */
const counts = ({ tokens }) => [1, 3, 5, 8].map((times) => times * tokens);

/** For each bar the errors of both stages, Stage 1, Stage 2, and none: what `attn double` computed, natively. */
const expected = {
  1000: [
    [0.4981344, 0.6815464, 0.6037671, 0.983139],
    [0.4673344, 0.5919182, 0.5904153, 0.9709563],
    [0.5177971, 0.6190782, 0.6237317, 0.975374],
    [0.5386106, 0.6329113, 0.6453232, 1.010048],
  ].flat(),
  20: [
    [0.4524273, 0.6292388, 0.424584, 0.5184247],
    [0.9251232, 1.272691, 0.9536341, 1.244948],
    [0.5698832, 0.8057383, 0.6080031, 0.9013168],
    [0.7428463, 1.02886, 0.7755035, 1.115875],
  ].flat(),
};

const inputs = (params) => ({ counts: Float32Array.from(counts(params)) });

/** Errors relative to the noise. */
function judge({ tokens }) {
  return (output) => {
    if (output.length !== expected[tokens].length) return Number.POSITIVE_INFINITY;
    const errors = expected[tokens].map((x, i) => Math.abs(output[i] - x));
    // Written so that NaN counts.
    return errors.every((error) => error < Number.POSITIVE_INFINITY)
      ? Math.max(...errors)
      : Number.POSITIVE_INFINITY;
  };
}

/** One second of computing on a machine whose float peak in wasm is 70 GFLOP/s. */
const bars = (run) =>
  ['Node', 'Chromium'].map((place) => ({
    text: `${place}, mse/d1: ms at a peak of 70 GFLOP/s`,
    value: (run.ms(place, 'd1', 'attn fast') * run.peaks(place).gflops) / 70,
    atMost: 1000,
  }));

export default {
  name: 'mse',
  mark: 'W3',
  about: 'The whole error experiment of the chapter on denoising',
  cases: [
    {
      id: 'd1',
      title: 'four bars of the error experiment, d = 1',
      params,
      short: { tokens: 20 },
      contestants: ['attn fast'],
    },
    {
      id: 'small',
      title: 'the same with 20 to 160 tokens',
      params: { ...params, tokens: 20 },
      short: {},
      contestants: ['attn fast', 'attn double'],
    },
  ],
  inputs,
  judge,
  tolerance: 1e-5,
  rivals: {},
  bars,
};
