import { describe, expect, it, vi } from 'vitest';
import type { PartModule } from '../../../web/src/engine/core';
import type { Part } from '../../../web/src/engine/experiment';
import { type LoadedPart, loadPart, type Surroundings } from '../../../web/src/engine/load';
import { startPart } from '../../../web/src/engine/part';
import { failure } from './fakes';

/** The smallest module: `\0asm`, version 1. */
const wasm = new Uint8Array([0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00]);
const everything = { exceptions: true, simd: true };

interface Setting {
  features?: Surroundings['features'];
  /** Result of the self-test of the SIMD and of the scalar build; it throws when it is an error. */
  simdTest?: number | Error;
  scalarTest?: number | Error;
  respond?: (url: string) => Promise<Response> | Response;
  start?: Surroundings['start'];
  /** A part without kernels in single precision has one build. */
  single?: boolean;
}

function attempt(setting: Setting = {}) {
  const { features = everything, simdTest = 1e-7, scalarTest = 1e-7, respond = () => answer() } = setting;
  const fetched: string[] = [];
  const fromStream: boolean[] = [];
  const start = async (): Promise<PartModule> => {
    const result = fetched.at(-1)?.includes('simd') ? simdTest : scalarTest;
    return {
      memoryBytes: 0,
      version: () => '1',
      selfTest: () => {
        if (result instanceof Error) throw result;
        return result;
      },
      open: () => ({ error: 'not in this part' }),
    };
  };
  const part: Part = {
    name: 'part',
    ...(setting.single
      ? { scalar: 'https://example.org/assets/part.wasm?v=1' }
      : {
          simd: 'https://example.org/assets/part.simd.wasm?v=1',
          scalar: 'https://example.org/assets/part.scalar.wasm?v=1',
        }),
  };
  const fetch = async (url: string) => {
    fetched.push(url);
    const response = await respond(url);
    const read = response.arrayBuffer.bind(response);
    fromStream.push(true);
    response.arrayBuffer = () => {
      fromStream[fromStream.length - 1] = false;
      return read();
    };
    return response;
  };
  const loading: Promise<LoadedPart> = loadPart(part, {
    features,
    fetch,
    start: setting.start ?? start,
  });
  return { loading, fetched, fromStream };
}

const answer = (type = 'application/wasm', body: Uint8Array<ArrayBuffer> = wasm, status = 200) =>
  new Response(body, { status, headers: { 'content-type': type } });

describe('the build', () => {
  it('is the SIMD one where the browser has it, and only that is fetched', async () => {
    const { loading, fetched } = attempt();
    expect((await loading).simd).toBe(true);
    expect(fetched).toEqual([expect.stringContaining('part.simd.wasm')]);
  });

  it('is the scalar one where SIMD is missing, and only that is fetched', async () => {
    const { loading, fetched } = attempt({ features: { exceptions: true, simd: false } });
    expect((await loading).simd).toBe(false);
    expect(fetched).toEqual([expect.stringContaining('part.scalar.wasm')]);
  });

  it.each([
    ['is off by more than the bound', 1.1e-5],
    ['is not a number', Number.NaN],
    ['traps', new WebAssembly.RuntimeError('unreachable')],
  ])('is the scalar one when the self-test of the SIMD one %s', async (_, simdTest) => {
    expect((await attempt({ simdTest }).loading).simd).toBe(false);
  });

  it('is still the SIMD one when its self-test is off by exactly the bound', async () => {
    expect((await attempt({ simdTest: 1e-5 }).loading).simd).toBe(true);
  });

  it.each([true, false])('is the only one of a part that has one, where SIMD is %s', async (simd) => {
    const { loading, fetched } = attempt({ single: true, features: { exceptions: true, simd } });
    expect((await loading).simd).toBe(false);
    expect(fetched).toEqual([expect.stringContaining('/part.wasm')]);
  });

  it('is none when the only one computes wrongly, and it is fetched once', async () => {
    const { loading, fetched } = attempt({ single: true, scalarTest: Number.NaN });
    expect((await failure(loading)).message).toBe(
      'The part "part" does not run in this browser: its self-test is off by NaN.',
    );
    expect(fetched.length).toBe(1);
  });

  it('is none when the self-tests of both are not a number', async () => {
    const error = await failure(attempt({ simdTest: Number.NaN, scalarTest: Number.NaN }).loading);
    expect(error.message).toBe('The part "part" does not run in this browser: its self-test is off by NaN.');
  });

  it('is none when neither computes correctly', async () => {
    const error = await failure(attempt({ simdTest: 1, scalarTest: 0.5 }).loading);
    expect(error.message).toBe('The part "part" does not run in this browser: its self-test is off by 0.5.');
  });
});

describe('the way in', () => {
  it('is the stream where the MIME type is right', async () => {
    const { loading, fromStream } = attempt();
    expect((await loading).simd).toBe(true);
    expect(fromStream).toEqual([true]);
  });

  it.each(['application/octet-stream', 'text/html', 'application/wasm; charset=utf-8'])(
    'is the array buffer for the MIME type %j',
    async (type) => {
      const { loading, fromStream } = attempt({ respond: () => answer(type) });
      expect((await loading).simd).toBe(true);
      expect(fromStream).toEqual([false]);
    },
  );
});

describe('a failure is a sentence', () => {
  it('when the browser has no WebAssembly exceptions', async () => {
    const { loading, fetched } = attempt({ features: { exceptions: false, simd: true } });
    expect((await failure(loading)).message).toMatch(
      /^This browser cannot run the live figures: .*Chrome 102/,
    );
    expect(fetched).toEqual([]);
  });

  it('when the network is lost, and the other build is not tried', async () => {
    const { loading, fetched } = attempt({ respond: () => Promise.reject(new TypeError('Failed to fetch')) });
    expect((await failure(loading)).message).toBe(
      'Could not load part.simd.wasm (Failed to fetch). Check the connection and reload the page.',
    );
    expect(fetched.length).toBe(1);
  });

  it('when the file is not there', async () => {
    const { loading } = attempt({ respond: () => answer('text/html', wasm, 404) });
    expect((await failure(loading)).message).toBe(
      'Could not load part.simd.wasm: the server answered 404. Check the connection and reload the page.',
    );
  });

  const page = new TextEncoder().encode('<!doctype html>');
  const cut = new Uint8Array([...wasm, 0x01, 0x40, 0x01]);
  it.each<[string, () => Response]>([
    ['is a page of the server', () => answer('text/html', page)],
    ['is a page that says it is WebAssembly', () => answer('application/wasm', page)],
    ['has lost its end', () => answer('application/wasm', cut)],
    [
      'breaks off on its way',
      () => {
        const body = new ReadableStream({
          start: (control) => {
            control.enqueue(wasm);
            control.error(new TypeError('network error'));
          },
        });
        return new Response(body, { headers: { 'content-type': 'application/wasm' } });
      },
    ],
  ])('when what comes %s: it is the line or the server, and no fault of the browser', async (_, respond) => {
    const { message } = await failure(attempt({ respond }).loading);
    expect(message).toMatch(
      /^Could not load part\.scalar\.wasm: what came is damaged, or another file \(.+\)\. Check the connection and reload the page\.$/s,
    );
    expect(message).not.toMatch(/\.\.|\.\)/);
  });

  it('when there is not enough memory', async () => {
    const start = async (): Promise<never> => {
      throw new RangeError('WebAssembly.instantiate(): Out of memory.');
    };
    expect((await failure(attempt({ start }).loading)).message).toBe(
      'There is not enough memory for the part "part" (WebAssembly.instantiate(): Out of memory). Close other pages, and try again.',
    );
  });

  it.each([
    ['damaged', () => answer('application/wasm', cut)],
    ['refused', () => answer('text/html', page, 404)],
  ])(
    'and what came %s is asked for past the caches the next time, until it has come well',
    async (what, respond) => {
      const part: Part = { name: 'part', scalar: `https://example.org/${what}.wasm` };
      const start = async () => ({ selfTest: () => 0 }) as unknown as PartModule;
      const fetch = vi.fn(async (_url: string, _init?: RequestInit): Promise<Response> => respond());
      const load = () => loadPart(part, { features: everything, fetch, start });
      await failure(load());
      fetch.mockImplementation(async () => answer());
      await load();
      await load();
      expect(fetch.mock.calls.map(([, init]) => init?.cache)).toEqual([undefined, 'reload', undefined]);
    },
  );

  it('when the policy of the page lets no WebAssembly run, at once', async () => {
    const refuse = (): never => {
      throw new WebAssembly.CompileError('Refused to compile: violates the following directive.');
    };
    const { compileStreaming } = WebAssembly;
    const refused = vi.spyOn(WebAssembly, 'Module').mockImplementation(refuse);
    WebAssembly.compileStreaming = async () => refuse();
    try {
      const { loading, fetched } = attempt();
      expect((await failure(loading)).message).toBe(
        "The Content-Security-Policy of this page forbids WebAssembly: its script-src lacks 'wasm-unsafe-eval'.",
      );
      expect(fetched).toHaveLength(1);
    } finally {
      refused.mockRestore();
      WebAssembly.compileStreaming = compileStreaming;
    }
  });

  it('when the module cannot be instantiated', async () => {
    // Imports the function "a" "b", which is not given.
    const demanding = new Uint8Array([
      ...wasm,
      ...[0x01, 0x04, 0x01, 0x60, 0x00, 0x00],
      ...[0x02, 0x07, 0x01, 0x01, 0x61, 0x01, 0x62, 0x00, 0x00],
    ]);
    const { loading } = attempt({
      start: startPart,
      respond: () => answer('application/wasm', demanding),
    });
    expect((await failure(loading)).message).toMatch(
      /^The part "part" does not run in this browser: .*"?a"?/,
    );
  });
});
