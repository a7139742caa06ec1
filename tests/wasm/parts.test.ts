/** Every part as it is shipped, in every build: what it exports, and what each experiment in it takes and shows. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import packageJson from '../../package.json';
import { camel } from '../../tools/experiment-types.mjs';
import type { Experiment, Part } from '../../web/src/engine/api';
import type { CoreRun, PartModule, TrainingCore } from '../../web/src/engine/core';
import { experiments } from '../../web/src/engine/generated/experiments';
import { startPart } from '../../web/src/engine/part';
import { accepted, at, engineOf, hasFloats, loadBuild, membersOf, opened, partNames, parts } from './builds';
import { type Description, described, type Member } from './described';
import { type ExperimentName, exampleOf, examples } from './examples';

/** What TypeScript is told, as values: the compiler sees to it that nothing is missing here or too much. */
const declared: Record<keyof PartModule, 'function' | 'number'> = {
  memoryBytes: 'number',
  version: 'function',
  selfTest: 'function',
  open: 'function',
};
const members: Record<keyof CoreRun, true> = {
  opens: true,
  refines: true,
  seek: true,
  refine: true,
  frame: true,
  delete: true,
};
/** What those have besides that train. */
const training: Record<keyof TrainingCore, true> = {
  frontier: true,
  save: true,
  restore: true,
  keepWithin: true,
};
const trains: readonly ExperimentName[] = [
  'em_vs_sgd',
  'gpt_noise',
  'gpt_pair',
  'ngram_ladder',
  'value_manifold',
];

/** What has no numbers for the examples: relative embeddings, draws, a fan, a degenerate metric, a curve that turns. */
const mayBeEmpty: Readonly<Record<string, readonly string[]>> = {
  attention: ['d_relative'],
  two_stage: ['mean', 'sd'],
  variance_decay: ['mean', 'sd'],
  geodesics: ['crossings'],
  metric_explorer: ['stripe'],
  residual_map: ['turns', 'turn_residuals'],
};

const descriptions = await described();
const inPart = (part: string) => descriptions.filter((experiment) => experiment.part === part);

/** Of each list or matrix of a frame how many numbers were in it, at most. */
const most = new Map<string, number>();

/** Nothing points into the memory of the wasm, where the next answer overwrites it. */
function expectOwn(data: Float64Array | Float32Array, path: string): void {
  expect(data.buffer.byteLength, path).toBe(data.byteLength);
  most.set(path, Math.max(data.length, most.get(path) ?? 0));
}

/** What TypeScript is told of a value in a frame, held against the value. */
function expectMember(value: unknown, member: Member, path: string): void {
  const matrixOf = (type: typeof Float64Array | typeof Float32Array) => {
    const { shape, data } = value as { shape: number[]; data: Float64Array | Float32Array };
    expect(Object.keys(value as object), path).toEqual(['shape', 'data']);
    expect(data, path).toBeInstanceOf(type);
    expectOwn(data, path);
    expect(Array.isArray(shape) && shape.length, path).toBe(2);
    expect(data.length, path).toBe((shape[0] as number) * (shape[1] as number));
  };
  const kinds: Record<string, () => void> = {
    number: () => expect(typeof value, path).toBe('number'),
    count: () => expect(Number.isSafeInteger(value), path).toBe(true),
    flag: () => expect(typeof value, path).toBe('boolean'),
    text: () => expect(typeof value, path).toBe('string'),
    list: () => {
      expect(value, path).toBeInstanceOf(Float64Array);
      expectOwn(value as Float64Array, path);
    },
    matrix: () => matrixOf(Float64Array),
    floats: () => matrixOf(Float32Array),
    object: () => expectMembers(value as object, member.members ?? [], path),
    objects: () => {
      expect(Array.isArray(value), path).toBe(true);
      for (const item of value as object[]) expectMembers(item, member.members ?? [], path);
    },
  };
  const check = kinds[member.type];
  if (!check) throw new Error(`${path}: there is no ${member.type} in TypeScript`);
  check();
}

function expectMembers(value: object, described: readonly Member[], path: string): void {
  expect(Object.keys(value), path).toEqual(described.map(({ name }) => camel(name)));
  for (const [i, inner] of Object.values(value).entries()) {
    const member = described[i] as Member;
    expectMember(inner, member, `${path}.${member.name}`);
  }
}

it('there is a part for every experiment, and every part is known', () => {
  expect(Object.fromEntries(descriptions.map(({ name, part }) => [name, part]))).toEqual(
    Object.fromEntries(Object.entries(experiments).map(([name, { part }]) => [name, part.name])),
  );
  const names = descriptions.map(({ name }) => name);
  for (const name of Object.keys(examples)) expect(names).toContain(name);
  expect(partNames).toEqual([...new Set(descriptions.map(({ part }) => part))].sort());
});

it('a part without the memory for its parameters refuses to open, and goes on', async () => {
  const compiled = await WebAssembly.compile(await readFile(at('softmax.wasm')));
  let asked: number | undefined;
  const { instantiate } = WebAssembly;
  vi.spyOn(WebAssembly, 'instantiate').mockImplementation((async (
    module: WebAssembly.Module,
    own: object,
  ) => {
    const { exports } = (await instantiate(module, own as WebAssembly.Imports)) as WebAssembly.Instance;
    const tape = exports.attn_tape as (size: number) => number;
    return { exports: { ...exports, attn_tape: (size: number) => tape(asked ?? size) } };
  }) as never);
  const part = await startPart(compiled);
  vi.restoreAllMocks();
  const params = exampleOf('softmax_jacobian');
  accepted(part.open('softmax_jacobian', params)).delete();
  // What a phone may be out of: here it asks for almost all that an address can name, and for more.
  for (asked of [2 ** 28 - 1, 2 ** 29])
    expect(part.open('softmax_jacobian', params)).toEqual({ error: 'not enough memory' });
  asked = undefined;
  const run = accepted(part.open('softmax_jacobian', params));
  expect(accepted(run.seek(0, 1))).toBe(true);
  run.delete();
});

describe.each(partNames)('the binaries of %s', (part) => {
  it('are two different ones where there are float kernels, else one', async () => {
    const there = ['', '.simd', '.scalar'].filter((build) => existsSync(at(`${part}${build}.wasm`)));
    expect(there).toEqual(hasFloats(part) ? ['.simd', '.scalar'] : ['']);
    expect(hasFloats(part)).toBe(inPart(part).some(({ floats }) => floats));
    if (!hasFloats(part)) return;
    const [simd, scalar] = await Promise.all(there.map((build) => readFile(at(`${part}${build}.wasm`))));
    expect(simd?.equals(scalar as Buffer)).toBe(false);
  });
});

describe.each(partNames.flatMap((part) => [true, false].map((simd) => [part, simd] as const)))(
  'the part %s, with SIMD: %s',
  (part, simd) => {
    let module: PartModule;
    beforeAll(async () => {
      const loaded = await loadBuild(parts.get(part) as Part, simd);
      expect(loaded.simd).toBe(simd && hasFloats(part));
      module = loaded.module;
    });

    it('starts with 2 MiB, and takes as much more as it is given', async () => {
      const binary = hasFloats(part) ? `${part}.${simd ? 'simd' : 'scalar'}.wasm` : `${part}.wasm`;
      const fresh = await startPart(await WebAssembly.compile(await readFile(at(binary))));
      expect(fresh.memoryBytes).toBe(2 * 2 ** 20);
      const tokens = new Float64Array(2 ** 20);
      expect(fresh.open('teapot', { tokens })).toHaveProperty('error');
      expect(fresh.memoryBytes).toBeGreaterThan(9 * 2 ** 20);
      expect(fresh.selfTest()).toBe(module.selfTest());
    });

    it('passes its self-test, which compares something where there are float kernels', () => {
      expect(module.selfTest()).toBeLessThanOrEqual(1e-5);
      expect(module.selfTest() > 0).toBe(hasFloats(part));
    });

    it('says its version, and exports what TypeScript is told, no less and no more', () => {
      expect(module.version()).toBe(packageJson.version);
      const types = Object.entries(module).map(([name, value]) => [name, typeof value]);
      expect(Object.fromEntries(types)).toEqual(declared);
    });

    it('refuses an experiment that it does not have, in its words', () => {
      // A text is packed by eight bytes.
      const names = [
        'teapot',
        'teapots',
        'teapots!',
        'teapots!!',
        '',
        'Particles',
        'constructor',
        'Teekännchen',
        '茶壺茶壺',
      ];
      for (const name of names)
        expect(module.open(name, {})).toEqual({ error: `there is no experiment '${name}' in this part` });
    });

    const own = inPart(part).map((experiment) => [experiment.name, experiment] as const);
    it.each(own)('opens %s, whose run is what TypeScript is told', (name) => {
      const run = opened(module, name, exampleOf(name as ExperimentName));
      const all = { ...members, ...(trains.includes(name as ExperimentName) && training) };
      expect(membersOf(run)).toEqual(Object.keys(all).sort());
      expect([typeof run.opens(), typeof run.refines()]).toEqual(['number', 'boolean']);
      expect(accepted(run.seek(run.opens(), 1e6))).toBe(true);
      run.delete();
    });

    it.each(own)('shows of %s what its description names, in frames of its own arrays', (name, { frame }) => {
      const run = opened(module, name, exampleOf(name as ExperimentName));
      for (const t of new Set([run.opens(), 0])) {
        while (accepted(run.seek(t, 1e6)) !== true);
        expectMembers(accepted(run.frame()), frame, name);
      }
      if (run.refines()) {
        // As many as the first of dataset_size's trainings takes.
        accepted(run.refine(5));
        expectMembers(accepted(run.frame()), frame, name);
      }
      run.delete();
      // A field that nobody fills holds no wrong number, but none.
      const empty = [...most].filter(([path, count]) => path.startsWith(`${name}.`) && count === 0);
      expect(
        empty.map(([path]) => path.slice(name.length + 1)),
        'fields without a number',
      ).toEqual(mayBeEmpty[name] ?? []);
    });

    it.each(own)(
      'reads the parameters of %s by their names in JavaScript, and names what is wrong',
      (name, it) => {
        const params = exampleOf(name as ExperimentName);
        for (const { name: param } of it.params) {
          const key = camel(param);
          for (const bad of [null, undefined, Symbol.iterator])
            expect(module.open(name, { ...params, [key]: bad })).toEqual({
              error: expect.stringMatching(
                new RegExp(`^${name}: ${param} is ${bad === null ? 'null' : typeof bad}, expected `),
              ),
            });
        }
      },
    );

    it.each(own)(
      'takes the defaults of %s for what is missing, and says what has none',
      (name, { params }) => {
        const all: Record<string, unknown> = exampleOf(name as ExperimentName);
        for (const { name: param, needed } of params) {
          const key = camel(param);
          const { [key]: _, ...without }: Record<string, unknown> = {
            ...all,
            ...(name === 'norm' && key === 'bias' && { rms: true }),
          };
          const run = module.open(name, without);
          if (needed) expect(run).toEqual({ error: `${name}: ${param} is missing` });
          else if (!affordable(name, key)) continue;
          else (run as CoreRun).delete();
        }
      },
    );
  },
);

/** A million tokens and as much are nothing to open for a test. */
const affordable = (experiment: string, param: string): boolean =>
  !(experiment === 'million_particles' && param === 'count') &&
  !(experiment === 'mse_depth' && param === 'counts');

describe('the engine', () => {
  it.each([true, false])('says whether a part with float kernels runs with SIMD: %s', async (simd) => {
    const engine = engineOf(simd);
    expect(await engine.info()).toEqual({ version: undefined, simd: false, worker: false });
    (await engine.open(experiments.fast_attention, examples.fast_attention)).dispose();
    expect(await engine.info()).toEqual({ version: packageJson.version, simd, worker: false });
  });

  it.each(descriptions.map(({ name }) => name as ExperimentName))(
    'opens %s with its first frame, and frees it',
    async (name) => {
      const engine = engineOf(true);
      const run = await engine.open(experiments[name] as Experiment, exampleOf(name));
      expect(Object.keys(run.first as object)).toEqual(
        (descriptions.find((experiment) => experiment.name === name) as Description).frame.map((member) =>
          camel(member.name),
        ),
      );
      expect((await engine.stats()).objects).toBe(1);
      run.dispose();
      expect((await engine.stats()).objects).toBe(0);
    },
  );
});
