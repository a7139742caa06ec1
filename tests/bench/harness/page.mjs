// Contestants in a page: `bench` is what chromium.mjs talks to. The page is on one thread and not isolated, so that nobody has
// more.

import tensorflowBase from '@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm.wasm?url';
import tensorflowSimd from '@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm-simd.wasm?url';
import onnxWasm from 'onnxruntime-web/ort-wasm-simd-threaded.wasm?url';
import factory from '#core/bench.simd.mjs';
import wasm from '#core/bench.simd.wasm?url';
import { Host } from './host.mjs';

function core() {
  return factory({
    instantiateWasm(imports, done) {
      WebAssembly.instantiateStreaming(fetch(wasm), imports).then(({ instance }) => done(instance));
      return {};
    },
  });
}

const onnx = async () => new Uint8Array(await (await fetch(onnxWasm)).arrayBuffer());

globalThis.bench = new Host({
  core,
  onnx,
  tensorflow: {
    'tfjs-backend-wasm.wasm': tensorflowBase,
    'tfjs-backend-wasm-simd.wasm': tensorflowSimd,
    // One thread: never asked for.
    'tfjs-backend-wasm-threaded-simd.wasm': tensorflowSimd,
  },
});
