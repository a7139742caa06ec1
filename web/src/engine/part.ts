/** A part of the wasm as `core.ts` describes it: its functions take numbers, all else is on the tape (cpp/wasm/part.hpp, tape.hpp). */
import type { CoreRun, PartModule, Refusal, TrainingCore } from './core';

/** What a function answers that can refuse: below zero it has, and the tape says why. */
type Answer = number;
/** The address of a run. */
type Handle = number;

/** What is asked of a run that trains: where its frontier is, which is below zero for one that does not, or one of three. */
const training = { frontier: 0, save: 1, restore: 2, keepWithin: 3 } as const;
type TrainingCall = (typeof training)[keyof typeof training];

interface Exports {
  readonly memory: WebAssembly.Memory;
  _initialize(): void;
  /** Room on the tape for so many doubles: where it is, or 0 where there is no memory for them. */
  attn_tape(size: number): number;
  /** Where the tape is. */
  attn_answer(): number;
  attn_version(): void;
  attn_self_test(): number;
  attn_trains(): number;
  attn_open(): Handle;
  attn_opens(run: Handle): number;
  attn_refines(run: Handle): number;
  attn_seek(run: Handle, t: number, budget: number): Answer;
  attn_refine(run: Handle, budget: number): Answer;
  attn_frame(run: Handle): Answer;
  /** Of a run that trains. */
  attn_training(run: Handle, call: TrainingCall, bytes: number): Answer;
  attn_drop(run: Handle): void;
}

const tapeOf = (core: Exports): TapeReader => new TapeReader(core.memory.buffer, core.attn_answer() >>> 0);
const refusal = (core: Exports): Refusal => ({ error: tapeOf(core).text() });

/**
 * What a call says that may have changed its run. One that has run out of memory on its way has left behind half of a step, and matrices
 * whose numbers are freed already: this is a crash, after which nothing is asked of the part.
 */
function unspoilt(core: Exports): Refusal {
  const refused = refusal(core);
  if (refused.error === 'not enough memory') throw new Error(refused.error);
  return refused;
}

class PartRun implements CoreRun {
  protected readonly core: Exports;
  protected readonly handle: Handle;

  constructor(core: Exports, handle: Handle) {
    this.core = core;
    this.handle = handle;
  }

  opens(): number {
    return this.core.attn_opens(this.handle);
  }

  refines(): boolean {
    return this.core.attn_refines(this.handle) !== 0;
  }

  seek(t: number, budget: number): boolean | Refusal {
    return this.#told(this.core.attn_seek(this.handle, t, budget));
  }

  refine(budget: number): boolean | Refusal {
    return this.#told(this.core.attn_refine(this.handle, budget));
  }

  frame(): object | Refusal {
    return this.core.attn_frame(this.handle) < 0 ? refusal(this.core) : tapeOf(this.core).object();
  }

  delete(): void {
    this.core.attn_drop(this.handle);
  }

  #told(answer: Answer): boolean | Refusal {
    return answer < 0 ? unspoilt(this.core) : answer > 0;
  }
}

class TrainingRun extends PartRun implements TrainingCore {
  frontier(): number | undefined {
    const frontier = this.#training(training.frontier);
    return frontier < 0 ? undefined : frontier;
  }

  save(): Uint8Array | Refusal {
    return this.#training(training.save) < 0 ? refusal(this.core) : tapeOf(this.core).bytes();
  }

  restore(bytes: Uint8Array): true | Refusal {
    if (!(bytes instanceof Uint8Array)) return { error: 'restore: expected bytes' };
    const address = this.core.attn_tape(1 + Math.ceil(bytes.length / 8)) >>> 0;
    if (!address) return refusal(this.core);
    const { buffer } = this.core.memory;
    new Float64Array(buffer, address, 1)[0] = bytes.length;
    new Uint8Array(buffer, address + 8).set(bytes);
    return this.#done(this.#training(training.restore));
  }

  keepWithin(bytes: number): true | Refusal {
    return this.#done(this.#training(training.keepWithin, bytes));
  }

  #training(call: TrainingCall, bytes = 0): Answer {
    return this.core.attn_training(this.handle, call, bytes);
  }

  #done(answer: Answer): true | Refusal {
    return answer < 0 ? unspoilt(this.core) : true;
  }
}

/** What the run-time of C++ asks of its surroundings. */
const surroundings: WebAssembly.Imports = {
  env: { emscripten_notify_memory_growth() {} },
  wasi_snapshot_preview1: {
    proc_exit(code: number) {
      throw new Error(`the core has ended itself with ${code}`);
    },
  },
};

/** An instance of a compiled part. */
export async function startPart(compiled: WebAssembly.Module): Promise<PartModule> {
  const { exports } = await WebAssembly.instantiate(compiled, surroundings);
  const core = exports as unknown as Exports;
  core._initialize();
  const Run = core.attn_trains() ? TrainingRun : PartRun;
  return {
    get memoryBytes() {
      return core.memory.buffer.byteLength;
    },
    version() {
      core.attn_version();
      return tapeOf(core).text();
    },
    selfTest: () => core.attn_self_test(),
    open(name, params) {
      const tape = written(name, params);
      const address = core.attn_tape(tape.length) >>> 0;
      if (!address) return refusal(core);
      new Float64Array(core.memory.buffer, address).set(tape);
      const handle = core.attn_open();
      return handle ? new Run(core, handle) : refusal(core);
    },
  };
}

/**
 * What crosses between JavaScript and the library: a row of doubles in the wasm's memory, which one side writes and the other reads at
 * once. cpp/wasm/tape.hpp is the other side, and says how it is written.
 */

const end = 0;
const number = 1;
const flag = 2;
const text = 3;
const doubles = 4;
const floats = 5;
const object = 6;
const objects = 7;
const item = 8;
const other = 9;
const mixed = 10;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** What a value of no use is called in a refusal. */
const typeName = (value: unknown): string => (value === null ? 'null' : typeof value);

/** withinVariance is within_variance there; a name with an underscore of its own is nobody's. */
const snake = (name: string): string =>
  name.replace(/_(?=[a-z])/g, '-').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The name of an experiment and its parameters. */
function written(name: string, params: unknown): Float64Array {
  let cells = new Float64Array(256);
  let size = 0;

  /** So many cells more: where they are. */
  const more = (count: number): number => {
    const at = size;
    size += count;
    if (size > cells.length) {
      const larger = new Float64Array(2 * size);
      larger.set(cells);
      cells = larger;
    }
    return at;
  };

  const append = (numbers: ArrayLike<number>): void => {
    const at = more(numbers.length);
    cells.set(numbers, at);
  };

  const put = (...numbers: readonly number[]): void => append(numbers);

  const putText = (value: string): void => {
    const bytes = encoder.encode(value);
    put(bytes.length);
    const at = more(Math.ceil(bytes.length / 8));
    new Uint8Array(cells.buffer, 8 * at).set(bytes);
  };

  const putValue = (value: unknown, inner = false): void => {
    if (typeof value === 'number') put(number, value);
    else if (typeof value === 'boolean') put(flag, Number(value));
    else if (typeof value === 'string') {
      put(text);
      putText(value);
    } else if (Array.isArray(value) || value instanceof Float64Array || value instanceof Float32Array) {
      // By its index: a hole is an entry too.
      const wrong = Array.isArray(value) ? value.findIndex((entry) => typeof entry !== 'number') : -1;
      if (wrong >= 0) {
        put(mixed);
        putText(typeName(value[wrong]));
      } else {
        put(doubles, value.length, -1);
        append(value);
      }
    } else if (typeof value === 'object' && value !== null && !inner) {
      const { data, shape } = value as { readonly data?: unknown; readonly shape?: unknown };
      put(object);
      putValue(data, true);
      putValue(shape, true);
    } else {
      put(other);
      putText(typeName(value));
    }
  };

  putText(name);
  if (typeof params === 'object' && params !== null) {
    const entries = Object.entries(params);
    put(entries.length);
    for (const [key, value] of entries) {
      putText(snake(key));
      const at = more(1);
      putValue(value);
      cells[at] = size - at - 1;
    }
  } else put(-1);
  return cells.subarray(0, size);
}

const camel = (name: string): string => name.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase());

/** Reads a tape from its beginning. What it gives is fresh: nothing points into the memory of the wasm. */
export class TapeReader {
  readonly #cells: Float64Array;
  #at = 0;

  constructor(memory: ArrayBuffer, address: number) {
    this.#cells = new Float64Array(memory, address);
  }

  #next(): number {
    return this.#cells[this.#at++] as number;
  }

  text(): string {
    return decoder.decode(this.#bytes());
  }

  bytes(): Uint8Array {
    return this.#bytes().slice();
  }

  /** The members of an object up to its end. */
  object(): Record<string, unknown> {
    const found: Record<string, unknown> = {};
    for (let tag = this.#next(); tag !== end; tag = this.#next())
      found[camel(this.text())] = this.#value(tag);
    return found;
  }

  #value(tag: number): unknown {
    if (tag === number) return this.#next();
    if (tag === flag) return this.#next() === 1;
    if (tag === text) return this.text();
    if (tag === object) return this.object();
    if (tag === objects) return this.#objects();
    return this.#array(tag === floats);
  }

  #bytes(): Uint8Array {
    return new Uint8Array(this.#cells.buffer, ...this.#stretch(this.#next(), 1));
  }

  #objects(): object[] {
    const found: object[] = [];
    while (this.#next() === item) found.push(this.object());
    return found;
  }

  #array(single: boolean): unknown {
    const rows = this.#next();
    const columns = this.#next();
    const size = columns < 0 ? rows : rows * columns;
    const { buffer } = this.#cells;
    const data = single
      ? new Float32Array(buffer, ...this.#stretch(size, 4)).slice()
      : new Float64Array(buffer, ...this.#stretch(size, 8)).slice();
    return columns < 0 ? data : { shape: [rows, columns], data };
  }

  /** Where so many numbers are, each of so many bytes; goes on behind them. */
  #stretch(size: number, bytes: number): [address: number, size: number] {
    const address = this.#cells.byteOffset + 8 * this.#at;
    this.#at += Math.ceil((size * bytes) / 8);
    return [address, size];
  }
}
