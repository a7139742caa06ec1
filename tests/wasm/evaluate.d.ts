/** The test module that the CMake build puts beside the shipped parts. */
declare module '#wasm/evaluate.js' {
  const factory: (options: {
    instantiateWasm(imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance) => void): object;
  }) => Promise<{
    checkCase(text: string): { ok: boolean; problem: string; hash: string } | { error: string };
    /** Of the frames of an experiment's three settings. */
    settingHashes(name: string): string[] | { error: string };
    /** What can be opened, as JSON: see described.ts. */
    describe(): string;
  }>;
  export default factory;
}

declare module '*/tools/experiment-types.mjs' {
  /** A name of C++ in JavaScript. */
  export const camel: (name: string) => string;
  /** The generated files with their texts, by path from the root of the project. */
  export const filesOf: (experiments: readonly import('./described').Description[]) => Map<string, string>;
}
