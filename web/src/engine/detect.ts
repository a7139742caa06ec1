/** What this browser's WebAssembly can do. Asked by validating modules of a few bytes: nothing is compiled or run. */

/** `\0asm`, version 1. */
const header = [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00];

/** (module (func (try (do) (catch_all)))): the form of exception handling that the core is compiled to. */
const exceptionsModule = [
  ...header,
  ...[0x01, 0x04, 0x01, 0x60, 0x00, 0x00], // types: one function () -> ()
  ...[0x03, 0x02, 0x01, 0x00], // functions: one, of type 0
  ...[0x0a, 0x08, 0x01, 0x06, 0x00], // code: one body of 6 bytes without locals
  ...[0x06, 0x40, 0x19, 0x0b, 0x0b], // try (no result), catch_all, end, end
];

/** (module (func (result v128) (i8x16.popcnt (i8x16.splat (i32.const 0))))): popcnt came with the final form of SIMD. */
const simdModule = [
  ...header,
  ...[0x01, 0x05, 0x01, 0x60, 0x00, 0x01, 0x7b], // types: one function () -> v128
  ...[0x03, 0x02, 0x01, 0x00], // functions: one, of type 0
  ...[0x0a, 0x0a, 0x01, 0x08, 0x00], // code: one body of 8 bytes without locals
  ...[0x41, 0x00, 0xfd, 0x0f, 0xfd, 0x62, 0x0b], // i32.const 0, i8x16.splat, i8x16.popcnt, end
];

export interface Features {
  /** Without WebAssembly and its exceptions the core cannot run at all. */
  readonly exceptions: boolean;
  readonly simd: boolean;
}

/** Never throws: where WebAssembly is missing or switched off, both answers are false. */
export function detect(): Features {
  return { exceptions: validates(exceptionsModule), simd: validates(simdModule) };
}

function validates(bytes: readonly number[]): boolean {
  return typeof WebAssembly === 'object' && WebAssembly.validate(new Uint8Array(bytes));
}
