/** A part of the wasm as `core.ts` describes it: its functions take numbers, all else is on the tape (cpp/wasm/part.hpp). */
import type { CoreRun, PartModule, Refusal, TrainingCore } from './core';
import { TapeReader, written } from './tape';

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
    return answer < 0 ? refusal(this.core) : answer > 0;
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
    return answer < 0 ? refusal(this.core) : true;
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
