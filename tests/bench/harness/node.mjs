// Contestants in Node.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Host } from './host.mjs';
import { coreFolder, repository, versionOf } from './paths.mjs';
import { Sampler } from './sampler.mjs';

async function core() {
  const { default: factory } = await import(pathToFileURL(path.join(coreFolder, 'bench.simd.mjs')).href);
  const compiled = await WebAssembly.compile(await readFile(path.join(coreFolder, 'bench.simd.wasm')));
  return factory({
    instantiateWasm(imports, done) {
      WebAssembly.instantiate(compiled, imports).then(done);
      return {};
    },
  });
}

const onnx = () =>
  readFile(path.join(repository, 'node_modules/onnxruntime-web/dist/ort-wasm-simd-threaded.wasm'));

const tensorflow = path.join(repository, 'node_modules/@tensorflow/tfjs-backend-wasm/dist/');

/** @returns {import('./places.mjs').Place} */
export function openNode() {
  const host = new Host({ core, tensorflow, onnx });
  const sampler = new Sampler(async (task, calls) => {
    const start = process.cpuUsage();
    await host.repeat(...task, calls);
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000;
  });
  return {
    name: 'Node',
    open: (...task) => host.open(...task),
    bytes: async (...task) => host.bytes(...task),
    sample: (workload, id, contestant, least) => sampler.sample([workload, id, contestant], least),
    close: async (...task) => host.close(...task),
    versions: async () => ({
      Node: process.versions.node,
      V8: process.versions.v8,
      ...(await host.versions()),
      tfjs: versionOf('@tensorflow/tfjs-core'),
      onnxruntime: versionOf('onnxruntime-web'),
      'jax-js': versionOf('@jax-js/jax'),
    }),
    end: async () => {},
  };
}
