// jax-js on its wasm backend. One thread: it starts more only where memory can be shared, which it cannot in our page, and with
// `Worker`, which Node does not have.
import * as jax from '@jax-js/jax';

let ready;

export function jaxReady() {
  ready ??= (async () => {
    await jax.init('wasm');
    jax.defaultDevice('wasm');
    return jax;
  })();
  return ready;
}
