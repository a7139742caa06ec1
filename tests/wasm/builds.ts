/** The shipped wasm parts, from the disk and in a build of one's choice, behind the engine as the pages use it. */
import { readFile } from 'node:fs/promises';
import { expect } from 'vitest';
import type { Engine, Run } from '../../web/src/engine/api';
import { createEngine } from '../../web/src/engine/client';
import { type LoadedPart, loadPart, type PartFiles } from '../../web/src/engine/load';
import type { PartName } from '../../web/src/engine/parts';
import type { CoreRun, Refusal } from '../../web/src/engine/parts/core';

export const at = (name: string) => new URL(`../../build/wasm/${name}`, import.meta.url);

/** What emscripten and embind put on every module, by version of the toolchain. */
const runtime = new RegExp(
  '^(_.*|dynCall_.*|HEAP(?!U8$).*|.*Error|instantiateWasm|ready|preloaded.*|run|asm|wasm.*|calledRun|count_emval_handles|' +
    'get_first_emval|get(Live)?Inherited.*|flushPendingDeletes|setDelayFunction|getLiveInheritedInstances)$',
);

const glue: Record<PartName, PartFiles['glue']> = {
  bilinear: () => import('#wasm/bilinear.js'),
  denoising: () => import('#wasm/denoising.js'),
  flows: () => import('#wasm/flows.js'),
  ledger: () => import('#wasm/ledger.js'),
};

/** As in a page, but from the disk, and with the build chosen here. */
export function loadBuild(part: PartName, simd: boolean): Promise<LoadedPart> {
  return loadPart(
    part,
    { glue: glue[part], simd: `${part}.simd.wasm`, scalar: `${part}.scalar.wasm` },
    {
      features: { exceptions: true, simd },
      fetch: async (url) => {
        expect(url).toBe(`${part}.${simd ? 'simd' : 'scalar'}.wasm`);
        return new Response(await readFile(at(url)), { headers: { 'content-type': 'application/wasm' } });
      },
    },
  );
}

export const engineOf = (simd: boolean): Engine =>
  createEngine({
    startWorker: () => {
      throw new Error('no worker in Node');
    },
    load: (part) => loadBuild(part, simd),
  });

/** `declared` are a part's exports with their types, `classes` those that embind adds for the runs. */
export function expectExports(
  module: object,
  declared: Readonly<Record<string, 'function' | 'object'>>,
  classes: readonly string[],
): void {
  const exported = Object.keys(module).filter((name) => !runtime.test(name) && !classes.includes(name));
  expect(exported.sort()).toEqual(Object.keys(declared).sort());
  for (const [name, type] of Object.entries(declared))
    expect([name, typeof (module as Record<string, unknown>)[name]]).toEqual([name, type]);
}

/** The functions of a run, sorted; the run is over then. */
export function membersOf(run: CoreRun<object> | Refusal): string[] {
  if ('error' in run) throw new Error(run.error);
  const own = Object.getOwnPropertyNames(Object.getPrototypeOf(run)).filter((name) => name !== 'constructor');
  expect(typeof run.delete).toBe('function');
  run.delete();
  return [...own, 'delete'].sort();
}

/** Every frame of a run that is refined to its end. */
export async function refined<Frame>(run: Run<Frame>): Promise<Frame[]> {
  const frames = [await run.seek(0)];
  for (let better = await run.refine?.(); better; better = await run.refine?.()) frames.push(better);
  return frames;
}

/** Every number of a frame as its bits: comparing numbers would let one NaN pass for another. */
export function bits(frame: object): Record<string, unknown> {
  const of = (value: unknown): unknown => {
    if (value instanceof Float64Array || value instanceof Float32Array)
      return [...new Uint8Array(value.slice().buffer)];
    if (typeof value === 'number') return of(Float64Array.of(value));
    if (Array.isArray(value)) return value.map(of);
    return typeof value === 'object' && value !== null ? bits(value) : value;
  };
  return Object.fromEntries(Object.entries(frame).map(([key, value]) => [key, of(value)]));
}

export async function messageOf(promise: Promise<unknown>): Promise<string> {
  const error = await promise.then(
    () => new TypeError('expected a rejection'),
    (reason) => reason,
  );
  // Exactly Error: neither what JavaScript itself throws nor a crash.
  expect([error.constructor, error.name]).toEqual([Error, 'Error']);
  return error.message;
}
