/** The numbered equations of a page, which links, the ledger and the notation page name by their numbers. */
import { all, attribute, type Parent, textOf } from './html.ts';
import { symbolsIn } from './symbols.ts';

export interface Equation {
  readonly id: string;
  readonly number: string;
  readonly symbols: readonly string[];
}

/** In the order of the page, with the symbols in them. An equation keeps its id, which old links name, whatever its number is. */
export const equationsOf = (root: Parent): Equation[] =>
  all(root, '.eq[id][data-number]').map((one) => ({
    id: attribute(one, 'id') ?? '',
    number: attribute(one, 'data-number') ?? '',
    symbols: symbolsIn(textOf(one)),
  }));
