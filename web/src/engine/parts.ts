/** Where the parts of the wasm come from. */
import { advice } from './errors';
import { type LoadedPart, loadPart, type PartFiles } from './load';

type Tables = typeof import('./tables');

/** The part that a page needs first, named by its head. */
export interface Known {
  readonly part: string;
  /** The experiments that are in it. */
  readonly experiments: readonly string[];
  /** Names of its files, which stand beside this one: of two the build with SIMD comes first. */
  readonly files: readonly string[];
}

export interface Parts {
  /** The name of the part that an experiment is in; undefined where there is no such experiment. */
  of(experiment: string): Promise<string | undefined>;
  /** Fetches a part for this browser. See `loadPart` for the errors. */
  load(part: string): Promise<LoadedPart>;
  /** Takes what a page knows of one part, which then waits for nothing; from who knows of none, that all are wanted soon. */
  know?(known?: Known): void;
}

/** How long the figure of the known part has for itself before the line is used for others, in ms. */
const rest = 1000;

export function createParts(
  fetchTables: () => Promise<Tables> = () => import('./tables'),
  load = loadPart,
): Parts {
  let first: Known | undefined;
  let tables: Promise<Tables> | undefined;

  function all(): Promise<Tables> {
    tables ??= fetchTables().catch((error) => {
      tables = undefined;
      throw new Error(`Could not load the list of parts (${error.message}). ${advice}`);
    });
    return tables;
  }
  const prepare = (): void => void all().catch(() => {});

  return {
    async of(experiment) {
      if (first?.experiments.includes(experiment)) return first.part;
      const { partOf } = await all();
      return Object.hasOwn(partOf, experiment) ? partOf[experiment] : undefined;
    },
    async load(part) {
      if (part !== first?.part) return load(part, (await all()).files[part] as PartFiles);
      const [scalar = '', simd] = first.files.map((name) => new URL(name, import.meta.url).href).reverse();
      const loaded = await load(part, { scalar, ...(simd && { simd }) });
      setTimeout(prepare, rest);
      return loaded;
    },
    know(known) {
      if (known) first = known;
      else prepare();
    },
  };
}

export const parts: Parts = createParts();
