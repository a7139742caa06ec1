/** What the CMake build puts into build/wasm/. The glue serves the SIMD and the scalar build alike. */
declare module '#wasm/*.js' {
  const factory: import('./core').PartFactory;
  export default factory;
}

declare module '#wasm/*.wasm?url' {
  const url: string;
  export default url;
}
