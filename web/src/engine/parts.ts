/** Where the parts of the wasm come from. */
import { files } from './generated/parts';
import { partOf } from './generated/places';
import { type LoadedPart, loadPart, type PartFiles } from './load';

export interface Parts {
  /** The name of the part that an experiment is in; undefined where there is no such experiment. */
  of(experiment: string): string | undefined;
  /** Fetches a part for this browser. See `loadPart` for the errors. */
  load(part: string): Promise<LoadedPart>;
}

export const parts: Parts = {
  of: (experiment) => (Object.hasOwn(partOf, experiment) ? partOf[experiment] : undefined),
  load: (part) => loadPart(part, files[part] as PartFiles),
};
