/** The test module, and what it tells of the experiments. */
import { readFile } from 'node:fs/promises';
import { at } from './builds';

export type Evaluate = Awaited<ReturnType<typeof import('#wasm/evaluate.js').default>>;

/** A described member of parameters or of a frame. */
export interface Member {
  readonly name: string;
  readonly type: string;
  /** Of a parameter that has no default because it must be given. */
  readonly needed?: boolean;
  readonly default?: unknown;
  /** Of a choice. */
  readonly names?: readonly string[];
  /** Of an object, or of each in a list of them. */
  readonly members?: readonly Member[];
}

export interface Description {
  readonly name: string;
  readonly part: string;
  /** Whether it is computed in single precision. */
  readonly floats: boolean;
  readonly params: readonly Member[];
  readonly frame: readonly Member[];
}

export async function evaluate(build: 'simd' | 'scalar'): Promise<Evaluate> {
  const { default: factory } = await import('#wasm/evaluate.js');
  const bytes = await readFile(at(`evaluate.${build}.wasm`));
  return factory({
    instantiateWasm(imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance) => void) {
      const instance = new WebAssembly.Instance(new WebAssembly.Module(bytes), imports);
      done(instance);
      return instance.exports;
    },
  });
}

export const described = async (): Promise<readonly Description[]> =>
  JSON.parse((await evaluate('scalar')).describe());
