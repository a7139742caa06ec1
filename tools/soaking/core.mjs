// The parts of the wasm in Node, as the pages start them, and what they say of themselves.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { listed } from '../parts.mjs';

export const root = fileURLToPath(new URL('../..', import.meta.url));
const wasm = path.join(root, 'build/wasm');

/** What the test module tells of every experiment: its part, its parameters with their limits, what a frame holds. */
export async function descriptions() {
  const { default: factory } = await import(path.join(wasm, 'evaluate.js'));
  const compiled = new WebAssembly.Module(readFileSync(path.join(wasm, 'evaluate.scalar.wasm')));
  const module = await factory({
    instantiateWasm(imports, done) {
      const instance = new WebAssembly.Instance(compiled, imports);
      done(instance);
      return instance.exports;
    },
  });
  return JSON.parse(module.describe());
}

/** The binaries of every part: with SIMD and without where it has kernels in single precision. */
export function binaries() {
  return listed(root).flatMap(({ name, floats }) =>
    (floats ? ['.simd', '.scalar'] : ['']).map((build) => ({
      part: name,
      file: path.join(wasm, `${name}${build}.wasm`),
    })),
  );
}

/** Modules of TypeScript, through Vite's loader, as ./tools/poster has them. */
async function loaded(file) {
  const { runnerImport } = await import('vite');
  return (await runnerImport(path.join(root, file), { configFile: false, logLevel: 'error' })).module;
}

/** Every experiment in every binary that has it, what starts a part, and parameters that each experiment takes. */
export async function allParts() {
  const { startPart } = await loaded('web/src/engine/part.ts');
  const { exampleOf } = await loaded('tests/wasm/examples.ts');
  const described = await descriptions();
  const experiments = binaries().flatMap(({ part, file }) => {
    let compiling;
    const compiled = () => {
      compiling ??= WebAssembly.compile(readFileSync(file));
      return compiling;
    };
    return described
      .filter((experiment) => experiment.part === part)
      .map((experiment) => ({
        experiment,
        id: `${experiment.name}${file.endsWith('.scalar.wasm') ? '.scalar' : ''}`,
        file,
        compiled,
      }));
  });
  // The ledgers, which take nothing and seconds, come last.
  experiments.sort((a, b) => b.experiment.params.length - a.experiment.params.length);
  return { experiments, startPart, exampleOf };
}

/** Numbers from 0 to 1, without 1, the same from the same whole number: mulberry32 (Tommy Ettinger, 2017). */
export function mulberry32(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Such numbers from a text. */
export function drawn(from) {
  let seed = 0x811c9dc5;
  for (const letter of from) seed = Math.imul(seed ^ letter.codePointAt(0), 0x01000193);
  return mulberry32(seed);
}

/** Of numbers that are drawn: whole ones below `count`, one of a list, and whether a chance of so much comes true. */
export const chances = (random) => ({
  random,
  below: (count) => Math.floor(random() * count),
  of: (list) => list[Math.floor(random() * list.length)],
  chance: (share) => random() < share,
});

/** What is refused is told from what is done by a text of this name. */
export const isRefusal = (answer) => typeof answer?.error === 'string';

/** Every bit of an answer as one short text: -0, another NaN, or a list that is longer would change it. */
export function bitsOf(answer) {
  const hash = createHash('sha1');
  const walk = (value) => {
    if (ArrayBuffer.isView(value)) {
      hash.update(`${value.length} `);
      hash.update(new Uint8Array(value.buffer, value.byteOffset, value.byteLength));
    } else if (typeof value === 'number') walk(Float64Array.of(value));
    else if (typeof value === 'object' && value !== null)
      for (const [key, member] of Object.entries(value)) {
        hash.update(`${key} `);
        walk(member);
      }
    else hash.update(`${typeof value} ${value} `);
  };
  walk(answer);
  return hash.digest('hex');
}
