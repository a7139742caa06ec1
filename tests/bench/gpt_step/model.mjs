// Where the weights of the language model lie, as in cpp/include/attn/training/gpt.hpp, and how AdamW steps here.

/** Without clipping. */
export const adamW = { rate: 1e-3, first: 0.9, second: 0.99, epsilon: 1e-8, decay: 0.01 };

/** Of the layer norms. */
export const epsilon = 1e-5;

/** Name, first number, rows and columns of each part of the weights, in their order. */
export function partsOf({ d, blocks, length, vocabulary }) {
  const shapes = [
    ['tokens', vocabulary, d],
    ['positions', length, d],
    ...Array.from({ length: blocks }, (_, b) => [
      [`scale1.${b}`, 1, d],
      [`bias1.${b}`, 1, d],
      [`qkv.${b}`, d, 3 * d],
      [`qkvBias.${b}`, 1, 3 * d],
      [`out.${b}`, d, d],
      [`outBias.${b}`, 1, d],
      [`scale2.${b}`, 1, d],
      [`bias2.${b}`, 1, d],
      [`up.${b}`, d, 4 * d],
      [`upBias.${b}`, 1, 4 * d],
      [`down.${b}`, 4 * d, d],
      [`downBias.${b}`, 1, d],
    ]).flat(),
    ['scale', 1, d],
    ['bias', 1, d],
    ['head', d, vocabulary],
    ['headBias', 1, vocabulary],
  ];
  let first = 0;
  return shapes.map(([name, rows, columns]) => {
    const part = { name, first, rows, columns, size: rows * columns };
    first += part.size;
    return part;
  });
}

export const sizeOf = (params) => partsOf(params).reduce((sum, { size }) => sum + size, 0);

/** Each part of one long vector, by its name: views, not copies. */
export const split = (params, flat) =>
  Object.fromEntries(
    partsOf(params).map(({ name, first, size }) => [name, flat.subarray(first, first + size)]),
  );

/** The tokens that are read, and those that come after them: both batch x length. */
export function readAndAfter({ length, batch }, tokens) {
  const read = new Int32Array(batch * length);
  const after = new Int32Array(batch * length);
  for (let i = 0; i < batch * length; i++) {
    const from = i + Math.floor(i / length);
    read[i] = tokens[from];
    after[i] = tokens[from + 1];
  }
  return { read, after };
}
