// What the machine can do at most: sampled in every round, so that floors belong to the same run as the times.

const exps = 2 ** 20;
const flops = 2 ** 26;

export default {
  name: 'peaks',
  cases: [{ id: 'peaks', params: { exps, flops }, short: {}, contestants: ['exp', 'multiply-add'] }],
  inputs: () => ({}),
  judge: () => () => 0,
  tolerance: 0,
  rivals: {},
};

/** From the ms of the two contestants. */
export const peaksFrom = (expMs, multiplyAddMs) => ({
  expNs: (expMs * 1e6) / exps,
  gflops: flops / multiplyAddMs / 1e6,
});
