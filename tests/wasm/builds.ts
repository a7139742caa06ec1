/** The shipped wasm parts, from the disk and in a build of one's choice, behind the engine as the pages use it. */
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { expect } from 'vitest';
import type { Engine, Part, Run } from '../../web/src/engine/api';
import { better } from '../../web/src/engine/better';
import { createEngine } from '../../web/src/engine/client';
import type { CoreRun, PartModule, Refusal } from '../../web/src/engine/core';
import { experiments } from '../../web/src/engine/generated/experiments';
import { type LoadedPart, loadPart } from '../../web/src/engine/load';
import { startPart } from '../../web/src/engine/part';

export const at = (name: string) => new URL(`../../build/wasm/${name}`, import.meta.url);

/** Every part by its name; of those with kernels in single precision there are two binaries. */
export const parts: ReadonlyMap<string, Part> = new Map(
  Object.values(experiments).map(({ part }) => [part.name, part]),
);
export const partNames = [...parts.keys()].sort();
export const hasFloats = (part: string): boolean => parts.get(part)?.simd !== undefined;

/** As in a page, but from the disk, and with or without SIMD as chosen here. */
export function loadBuild(part: Part, simd: boolean): Promise<LoadedPart> {
  const expected = `${part.name}${part.simd ? (simd ? '.simd' : '.scalar') : ''}.wasm`;
  return loadPart(part, {
    features: { exceptions: true, simd },
    fetch: async (address) => {
      expect(basename(address)).toBe(expected);
      return new Response(await readFile(at(expected)), { headers: { 'content-type': 'application/wasm' } });
    },
    start: startPart,
  });
}

export const engineOf = (simd: boolean): Engine =>
  createEngine({
    startWorker: () => {
      throw new Error('no worker in Node');
    },
    load: (part) => loadBuild(part, simd),
  });

/** A run of a part, without the engine around it. */
export function opened(module: PartModule, name: string, params: object): CoreRun {
  return accepted(module.open(name, params));
}

export function accepted<T extends object | boolean>(answer: T | Refusal): T {
  if (typeof answer === 'object' && 'error' in answer && typeof answer.error === 'string')
    throw new Error(answer.error);
  return answer as T;
}

/** The functions of a run, sorted. */
export function membersOf(run: CoreRun): string[] {
  const found: string[] = [];
  for (let of = Object.getPrototypeOf(run); of !== Object.prototype; of = Object.getPrototypeOf(of))
    found.push(...Object.getOwnPropertyNames(of).filter((name) => name !== 'constructor'));
  return found.sort();
}

/** Every frame of a run that is refined to its end, from the one that it was opened with. */
export async function refined<Frame>(run: Run<Frame>): Promise<Frame[]> {
  const frames = [run.first];
  for await (const next of better(run)) frames.push(next);
  return frames;
}

/** The frame of a run that is opened for it alone. */
export async function only<Frame>(opening: Promise<Run<Frame>>): Promise<Frame> {
  const run = await opening;
  run.dispose();
  return run.first;
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
