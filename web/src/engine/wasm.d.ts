/** What the CMake build puts into build/wasm/. The glue serves the SIMD and the scalar build alike. */
declare module '#wasm/denoising.js' {
  const factory: import('./parts/denoising').DenoisingFactory;
  export default factory;
}

declare module '#wasm/denoising.simd.wasm?url' {
  const url: string;
  export default url;
}

declare module '#wasm/denoising.scalar.wasm?url' {
  const url: string;
  export default url;
}
