// Attention with onnxruntime-web: a product that scales and hides as it goes, softmax, a product. Its own fused operators
// (MultiHeadAttention, Attention) have not been tried.
import { model, onnxRuntime } from '../harness/onnx.mjs';

const nodes = (d, causal) => [
  {
    op: 'Gemm',
    inputs: ['q', 'k', ...(causal ? ['hidden'] : [])],
    outputs: ['scores'],
    attributes: { transB: 1, alpha: { float: 1 / Math.sqrt(d) } },
  },
  { op: 'Softmax', inputs: ['scores'], outputs: ['weights'] },
  { op: 'MatMul', inputs: ['weights', 'v'], outputs: ['output'] },
];

export async function open({ n, d, causal }, given, surroundings) {
  const { InferenceSession, Tensor } = await onnxRuntime(surroundings);
  const shapes = { q: [n, d], k: [n, d], v: [n, d], ...(causal ? { hidden: [n, n] } : {}) };
  const session = await InferenceSession.create(model(nodes(d, causal), shapes, { output: [n, d] }));
  const numbers = { ...given, hidden: new Float32Array(causal ? n * n : 0) };
  if (causal) for (let i = 0; i < n; i++) numbers.hidden.fill(-1e9, i * n + i + 1, (i + 1) * n);
  const feeds = Object.fromEntries(
    Object.entries(shapes).map(([name, shape]) => [name, new Tensor('float32', numbers[name], shape)]),
  );
  let out;
  return {
    async run() {
      out = (await session.run(feeds)).output.data;
    },
    output: () => out,
    close: () => session.release(),
  };
}
