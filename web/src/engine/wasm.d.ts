/** What the CMake build puts into build/wasm/. */
declare module '#wasm/*.wasm?url' {
  const url: string;
  export default url;
}
