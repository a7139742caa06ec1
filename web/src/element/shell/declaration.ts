/** Where the declaration of a figure comes from. */
import type { Figure } from '../../figures/declare';
import { beside } from './beside';

type Loaded = Promise<{ readonly default: Figure }>;
export type Figures = Readonly<Record<string, () => Loaded>>;

/** A file that came empty is a module too, without anything in it. */
function figureOf(came: { readonly default?: Figure }): Figure {
  if (!came.default) throw new Error('what came in its place is empty');
  return came.default;
}

/** Browsers remember what did not come, also when the line is back: under another address they ask again. */
let again = '';

/** Handed over by scripts that are for any figure and bring the list of all along. */
let brought: Figures | undefined;

export function bring(figures: Figures | undefined): void {
  brought = figures;
}

/**
 * A page of ours names the file of each of its figures (`tools/vite/preloads.ts`), so that it needs no list of all. `file` is that
 * name: it stands beside this one, and is called as the figure is. Any other figure is looked up in the list.
 */
export async function declarationOf(fig: string, file = ''): Promise<Figure> {
  if (/^[\w-]+$/.test(fig) && file.replace(/\.figure-[\w-]{8}\.js$/, '') === fig) {
    return await (beside(file + again) as Loaded).then(figureOf).catch((error) => {
      again += '?';
      throw error;
    });
  }
  const figures: Figures = brought ?? (await import('../../figures/registry')).figures;
  const load = Object.hasOwn(figures, fig) ? figures[fig] : undefined;
  if (!load) throw new RangeError(`there is no figure “${fig.slice(0, 40)}”`);
  return figureOf(await load());
}
