/** The test module that the CMake build puts beside the shipped parts. */
declare module '#wasm/evaluate.js' {
  const factory: (options: {
    instantiateWasm(imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance) => void): object;
  }) => Promise<{
    checkCase(text: string): { ok: boolean; problem: string; hash: string } | { error: string };
    experimentHash(name: string): string;
    experimentOutput(name: string, params: string, output: string): Float64Array;
  }>;
  export default factory;
}
