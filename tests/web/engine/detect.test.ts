import { afterEach, describe, expect, it, vi } from 'vitest';
import { detect } from '../../../web/src/engine/detect';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('detection', () => {
  it('finds exceptions and SIMD where they are', () => {
    expect(detect()).toEqual({ exceptions: true, simd: true });
  });

  it('asks with modules that do compile, and with two different ones', () => {
    const validate = vi.spyOn(WebAssembly, 'validate');
    detect();
    const asked = validate.mock.calls.map(([bytes]) => bytes as Uint8Array<ArrayBuffer>);
    expect(asked.length).toBe(2);
    for (const bytes of asked) expect(new WebAssembly.Module(bytes)).toBeInstanceOf(WebAssembly.Module);
    expect(asked.map((bytes) => bytes.includes(0xfd))).toEqual([false, true]);
    expect(asked.map((bytes) => bytes.includes(0x06) && bytes.includes(0x19))).toEqual([true, false]);
  });

  it('finds nothing where WebAssembly refuses', () => {
    vi.spyOn(WebAssembly, 'validate').mockReturnValue(false);
    expect(detect()).toEqual({ exceptions: false, simd: false });
  });

  it('finds nothing, and does not throw, where there is no WebAssembly', () => {
    vi.stubGlobal('WebAssembly', undefined);
    expect(detect()).toEqual({ exceptions: false, simd: false });
  });
});
