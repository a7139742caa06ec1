// onnxruntime-web on its wasm backend, one thread; and models for it, which are written here a number at a time.
import * as ort from 'onnxruntime-web/wasm';

let ready;

/** @param {import('./host.mjs').Surroundings} surroundings */
export function onnxRuntime({ onnx }) {
  ready ??= (async () => {
    ort.env.wasm.numThreads = 1;
    ort.env.wasm.proxy = false;
    ort.env.wasm.wasmBinary = await onnx();
    return ort;
  })();
  return ready;
}

// ---- Protocol buffers: a message is a list of [field, number | string | bytes | message]. Numbers are whole, or {float}. ----

const varint = (n) => {
  const bytes = [];
  for (; n > 127; n = Math.floor(n / 128)) bytes.push((n % 128) + 128);
  return [...bytes, n];
};

const floatBytes = (x) => [...new Uint8Array(Float32Array.of(x).buffer)];

function encode(fields) {
  return fields.flatMap(([field, value]) => {
    if (typeof value === 'number') return [...varint(field * 8), ...varint(value)];
    if (value.float !== undefined) return [...varint(field * 8 + 5), ...floatBytes(value.float)];
    const bytes = typeof value === 'string' ? [...new TextEncoder().encode(value)] : encode(value);
    return [...varint(field * 8 + 2), ...varint(bytes.length), ...bytes];
  });
}

// ---- Models, with the numbers of onnx.proto -----------------------------------------------------------------------------

const float32 = 1;

/** An attribute of a node: a whole number, or { float }. */
const attribute = ([name, value]) =>
  typeof value === 'number'
    ? [
        [1, name],
        [3, value],
        [20, 2],
      ]
    : [
        [1, name],
        [2, value],
        [20, 1],
      ];

const node = ({ op, domain, inputs, outputs, attributes = {} }) => [
  ...inputs.map((name) => [1, name]),
  ...outputs.map((name) => [2, name]),
  [4, op],
  ...Object.entries(attributes).map((one) => [5, attribute(one)]),
  ...(domain ? [[7, domain]] : []),
];

const tensor = ([name, shape]) => [
  [1, name],
  [
    2,
    [
      [
        1,
        [
          [1, float32],
          [2, shape.map((size) => [1, [[1, size]]])],
        ],
      ],
    ],
  ],
];

/**
 * The bytes of a model of floats.
 * @param {{ op: string, domain?: string, inputs: string[], outputs: string[], attributes?: object }[]} nodes
 * @param {Record<string, number[]>} inputs Shapes by name.
 * @param {Record<string, number[]>} outputs
 */
export const model = (nodes, inputs, outputs) =>
  Uint8Array.from(
    encode([
      [1, 8],
      [
        7,
        [
          ...nodes.map((one) => [1, node(one)]),
          [2, 'benchmark'],
          ...Object.entries(inputs).map((one) => [11, tensor(one)]),
          ...Object.entries(outputs).map((one) => [12, tensor(one)]),
        ],
      ],
      [8, [[2, 17]]],
      [
        8,
        [
          [1, 'com.microsoft'],
          [2, 1],
        ],
      ],
    ]),
  );
