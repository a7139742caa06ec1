// tfjs on its wasm backend, one thread.

import { setThreadsCount, setWasmPaths } from '@tensorflow/tfjs-backend-wasm';
import * as tf from '@tensorflow/tfjs-core';

let ready;

/** @param {import('./host.mjs').Surroundings} surroundings */
export function tensorflow({ tensorflow: paths }) {
  ready ??= (async () => {
    setWasmPaths(paths);
    setThreadsCount(1);
    await tf.setBackend('wasm');
    await tf.ready();
    return tf;
  })();
  return ready;
}
