/** What the tests use of tools/soaking. */
type Module = import('../../web/src/engine/core').PartModule;

interface Allocations {
  fail(k: number, times?: number): void;
  none(): void;
}

interface Counting {
  readonly module: Module;
  readonly allocations: Allocations;
}

interface Tried<Started> {
  readonly experiment: import('./described').Description;
  readonly example: object;
  readonly start: () => Promise<Started>;
}

interface Found {
  readonly found: readonly string[];
  readonly counts: Readonly<Record<string, number>>;
}

declare module '*/tools/soaking/allocations.mjs' {
  export const countingAllocations: (bytes: Uint8Array) => Uint8Array<ArrayBuffer>;
}

declare module '*/tools/soaking/calls.mjs' {
  export const createCaller: (
    tried: Tried<Module>,
  ) => Found & { run(seed: string, number: number): Promise<unknown> };
}

declare module '*/tools/soaking/failing.mjs' {
  export const startCounting: (
    startPart: (compiled: WebAssembly.Module) => Promise<Module>,
    compiled: WebAssembly.Module,
  ) => Promise<Counting>;
  export const createBreaker: (tried: Tried<Counting>) => Found & {
    allocations(): Promise<Record<string, number>>;
    run(call: string, k: number, times?: number): Promise<void>;
  };
}

declare module '*/tools/soaking/state.mjs' {
  interface State {
    format: 1;
    runs: number;
    parts: Record<string, Record<string, number>>;
  }
  export const readState: (file: string, say?: (line: string) => void) => State;
  export const writeState: (file: string, state: State) => void;
  export const countsOf: (done: object) => Record<string, number>;
  export const added: (
    before: Record<string, number>,
    counts: Record<string, number>,
  ) => Record<string, number>;
  export const table: (now: State['parts'], all: State['parts']) => string[];
}

declare module '*/tools/soaking/fuzz.mjs' {
  export const targets: () => string[];
  export const packed: (inputs: readonly Uint8Array[]) => string;
  export const unpacked: (text: string) => Uint8Array[];
  export const unitsOf: (said: string) => number;
  export const findingOf: (target: string, status: number, said: string) => string | undefined;
}
