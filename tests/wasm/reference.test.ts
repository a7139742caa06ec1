/** The reference cases and experiments again, through both wasm builds, by the same evaluators as natively. */
import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { described, type Evaluate, evaluate } from './described';

const folder = new URL('../reference/', import.meta.url);
const read = (name: string) => readFileSync(new URL(name, folder), 'utf8');
const bits: { cases: Record<string, string>; experiments: Record<string, string[]> } = JSON.parse(
  read('bits.json'),
);
const files = readdirSync(folder).filter((name) => name.endsWith('.json') && name !== 'bits.json');

describe.each(['simd', 'scalar'] as const)('the %s build', (build) => {
  let module: Evaluate;
  beforeAll(async () => {
    module = await evaluate(build);
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

  it('has every experiment in double precision in the list of bits', async () => {
    const exact = (await described()).filter(({ floats, part }) => !floats && !part.startsWith('ledger'));
    expect(Object.keys(bits.experiments).sort()).toEqual(exact.map(({ name }) => name).sort());
  });

  it.each(Object.entries(bits.experiments))(
    'runs the three settings of %s to the bits of the native build',
    (name, hashes) => {
      expect(hashes.length).toBe(3);
      expect(module.settingHashes(name)).toEqual(hashes);
    },
  );

  it('says that there is no experiment of a name', () => {
    expect(module.settingHashes('teapot')).toMatchObject({ error: expect.stringContaining('teapot') });
  });
});
