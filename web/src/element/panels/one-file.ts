/** A figure as it is shown, as a page that needs no other file. Loaded when it is asked for. */
import { ofOwnFile } from '../address/state';
import { carried } from './carried';
import { posterOf, saveFile, stateOf } from './export';
import type { Exported } from './exported';
import { filesOf, onePage, type Singles } from './one-page';
import { site } from './site';

async function fetched(path: string): Promise<Response> {
  // A site that was built anew has other files under a name without a hash.
  const cache = path.startsWith('assets/') ? 'default' : 'no-cache';
  const response = await fetch(site + path, { cache });
  if (!response.ok) throw new Error(`the server answered ${response.status} for ${path}`);
  return response;
}

/** Saves it, and tells what has been saved, and whether a file of the reader's own is left out. The card in it has the language of this one; the rest is English. */
export async function saveOneFile(shown: Exported, host: Element) {
  const figure = shown.figure.original ?? shown.figure;
  const what = { ...shown, figure };
  const { id, title, claim } = figure;
  const { version } = shown;
  const lang = shown.figure.words?.lang;
  // As it is now, whatever is shown by the time that the files are there.
  const state = stateOf(what);
  const picture = posterOf(what, 'wide', 'light');
  const list: Singles = await (await fetched('singles.json')).json();
  const files = await Promise.all(
    filesOf(list, id).map(async (path) => {
      const bytes = new Uint8Array(await (await fetched(path)).arrayBuffer());
      return [path, bytes] as const;
    }),
  );
  const attributes = carried(host);
  const page = await onePage({ id, title, claim, state, lang, attributes, version, picture }, new Map(files));
  const name = saveFile(new Blob([page], { type: 'text/html' }), `attention-${id}.html`, shown.figure);
  return { name, kilobytes: Math.round(page.length / 1000), brought: ofOwnFile(state) };
}
