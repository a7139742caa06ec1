/** What the CMake build puts into build/wasm/. The glue serves the SIMD and the scalar build alike. */
declare module '#wasm/bilinear.js' {
  const factory: import('./parts/core').PartFactory<import('./parts/bilinear').BilinearModule>;
  export default factory;
}

declare module '#wasm/denoising.js' {
  const factory: import('./parts/core').PartFactory<import('./parts/denoising').DenoisingModule>;
  export default factory;
}

declare module '#wasm/flows.js' {
  const factory: import('./parts/core').PartFactory<import('./parts/flows').FlowsModule>;
  export default factory;
}

declare module '#wasm/ledger.js' {
  const factory: import('./parts/core').PartFactory<import('./parts/ledger').LedgerModule>;
  export default factory;
}

declare module '#wasm/*.wasm?url' {
  const url: string;
  export default url;
}
