/** The reference cases and experiments again, through both wasm builds, by the same evaluators as natively. */
import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';

type Evaluate = Awaited<ReturnType<typeof import('#wasm/evaluate.js').default>>;

const folder = new URL('../reference/', import.meta.url);
const read = (name: string) => readFileSync(new URL(name, folder), 'utf8');
const bits: { cases: Record<string, string>; experiments: Record<string, string> } = JSON.parse(
  read('bits.json'),
);
const files = readdirSync(folder).filter((name) => name.endsWith('.json') && name !== 'bits.json');

async function load(build: string): Promise<Evaluate> {
  const { default: factory } = await import('#wasm/evaluate.js');
  const bytes = readFileSync(new URL(`../../build/wasm/evaluate.${build}.wasm`, import.meta.url));
  return factory({
    instantiateWasm(imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance) => void) {
      const instance = new WebAssembly.Instance(new WebAssembly.Module(bytes), imports);
      done(instance);
      return instance.exports;
    },
  });
}

describe.each(['simd', 'scalar'])('the %s build', (build) => {
  let module: Evaluate;
  beforeAll(async () => {
    module = await load(build);
  });

  it('has every reference file in the list of bits', () => {
    expect(Object.keys(bits.cases).sort()).toEqual(files.sort());
  });

  it.each(files)('agrees with %s and has the bits of the native build', (name) => {
    expect(module.checkCase(read(name))).toEqual({ ok: true, problem: '', hash: bits.cases[name] });
  });

  it('finds a wrong number in a case', () => {
    const wrong = read('mmse_posterior_mean.json').replace('1.2727263964804518]', '1.2727]');
    expect(module.checkCase(wrong)).toMatchObject({ ok: false, problem: expect.stringContaining('m[8] is') });
  });

  it('says what is wrong with a text that is no case', () => {
    expect(module.checkCase('{')).toMatchObject({ error: expect.stringContaining('reference case: ') });
  });

  it.each(Object.entries(bits.experiments))('runs %s to the bits of the native build', (name, hash) => {
    expect(module.experimentHash(name)).toBe(hash);
  });

  it.each([1, 37, 1000])('has the float kernel within its bound for %i particles', (count) => {
    const [error] = module.experimentOutput('kernel_error', JSON.stringify({ count }), 'relative_error');
    expect(error).toBeLessThanOrEqual(1e-6);
  });
});
