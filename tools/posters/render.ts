/**
 * Draws posters: what a figure shows when it opens, with the figures' own code and the real core. Loaded by the plugin when a page
 * needs one, never by the configuration: an edit of drawing code must not restart the development server.
 */

import { textSize } from '../../web/src/draw/labels';
import { plainFonts } from '../../web/src/draw/paint';
import { colourOf, type Theme } from '../../web/src/draw/palette';
import { Scene, type SceneMark } from '../../web/src/draw/scene';
import type { Role, View } from '../../web/src/draw/surface';
import { svgText } from '../../web/src/draw/svg-text';
import { initialState, parse } from '../../web/src/element/address/state';
import { inWords } from '../../web/src/element/address/words';
import { posterOf, posterWidths as widths } from '../../web/src/element/panels/export';
import { answer } from '../../web/src/element/session/answer';
import { type Figure, plain } from '../../web/src/figures/declare';
import { figures } from '../../web/src/figures/registry';
import { type Author, captionHtml, deskHtml } from './desk';
import { fit } from './fit';
import { nodeEngine } from './node-engine';

export const themes: readonly Theme[] = ['light', 'dark'];

export { widths };
export type Width = keyof typeof widths;

export interface Picture {
  readonly width: Width;
  readonly theme: Theme;
  readonly pixels: { readonly width: number; readonly height: number };
  readonly svg: string;
}

export interface Poster {
  readonly title: string;
  readonly claim: string;
  /** The text alternative. */
  readonly description: string;
  /** The state that it shows, in words. */
  readonly words: string;
  /** The same with its numbers set apart, and what stands below it, as HTML. */
  readonly caption: string;
  readonly desk: string;
  readonly pictures: readonly Picture[];
  /** The drawing as it is best seen in one of several rooms, in light colours; and which one that is. */
  readonly within: (rooms: readonly View[]) => { readonly room: number; readonly svg: string };
  /** The part of the wasm that it is computed with. */
  readonly part: string | undefined;
  /** The TeX of its parameters by name, empty where they have none; and the other quantities that it shows. */
  readonly params: Readonly<Record<string, string>>;
  readonly draws: readonly string[];
}

export const ids = Object.keys(figures);

/** How high every figure's drawing is at a width. */
export const heights = async (): Promise<[id: string, height: (width: number) => number][]> =>
  Promise.all(
    Object.entries(figures).map(async ([id, load]) => {
      const figure = (await load()).default as Figure;
      return [id, (width) => figure.height(width)];
    }),
  );

/** `state` is what the page's author gave the figure, in the grammar of links. `wasm` is the folder of the core's parts. */
export async function renderPoster(
  id: string,
  state: string | undefined,
  { wasm, version }: { readonly wasm: string; readonly version: string },
  author: Author = {},
): Promise<Poster> {
  const load = Object.hasOwn(figures, id) ? figures[id as keyof typeof figures] : undefined;
  if (!load) throw new RangeError(`there is no figure “${id}”; there are ${ids.join(', ')}`);
  const figure = (await load()).default as Figure;
  const start = initialState(figure);
  const { state: shown, notes } = state ? parse(figure, state, start) : { state: start, notes: [] };
  if (notes.length) throw new RangeError(`the state of “${id}” cannot be used: ${notes.join(' ')}`);

  const t = shown.t ?? 0;
  const frame = await answer(figure, nodeEngine(wasm), shown.values, t);
  // What was computed before needs no part.
  const part =
    (await figure.precomputed?.(shown.values, t)) === undefined ? figure.core.part.name : undefined;
  const sentence = figure.describe(frame, shown.values);
  const description = plain(sentence);
  const draws = new Set(Object.keys(figure.quantities?.(frame, shown.values) ?? {}));
  const drawing = (view: View): readonly SceneMark[] => {
    const scene = new Scene();
    figure.draw(scene, frame, view, shown.values);
    return scene.marks;
  };
  const pictures = (Object.keys(widths) as Width[]).flatMap((width) => {
    const pixels = { width: widths[width], height: figure.height(widths[width]) };
    for (const { style } of drawing(pixels)) for (const name of style.of?.split(' ') ?? []) draws.add(name);
    const what = { figure, shown: { frame, values: shown.values, t }, version };
    return themes.map((theme): Picture => ({ width, theme, pixels, svg: posterOf(what, width, theme) }));
  });
  const params = Object.fromEntries(
    Object.entries(figure.params).map(([name, param]) => [name, param.kind === 'slider' ? param.symbol : '']),
  );
  const { title, claim } = figure;
  return {
    title,
    claim,
    description,
    words: inWords(figure, shown),
    caption: captionHtml(sentence),
    desk: deskHtml(figure, shown, author),
    pictures,
    within: (rooms) => {
      const { room, view, marks, letters } = fit(drawing, (width) => figure.height(width), rooms);
      const look = { colour: (role: Role) => colourOf(role, 'light'), fonts: plainFonts };
      const svg = svgText(marks, view, look, { title: figure.title, description });
      return { room, svg: svg.replace(`font-size="${textSize}"`, `font-size="${textSize * letters}"`) };
    },
    part,
    params,
    draws: [...draws],
  };
}
