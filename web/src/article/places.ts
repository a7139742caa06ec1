import type { AttnFigure } from '../element/shell/attn-figure';
import type { Slider } from '../figures/declare';
import { html } from '../kinds/dom';
import { rangeOf } from '../kinds/numbers';
import type { SymbolEntry } from './symbols';

/** What a symbol's quantity is in the figure that it is bound to; a parameter comes with what is needed to change it. */
export type Now =
  | {
      readonly text: string;
      readonly param: Slider;
      readonly value: number;
      readonly range: readonly [number, number];
    }
  | {
      readonly text: string;
      readonly param?: undefined;
      readonly value?: undefined;
      readonly range?: undefined;
    };

/** One symbol of one equation, with all the places in it where it stands. */
export interface SymbolTie {
  readonly entry: SymbolEntry;
  readonly marks: readonly HTMLElement[];
  /** What has the focus for it. */
  readonly control: HTMLElement;
  /** The number of headings before it. */
  readonly section: number;
  /** The figures that show it. */
  readonly figures: readonly AttnFigure[];
  /** `undefined` while no figure that shows it is live. */
  now(): Now | undefined;
  set(value: number): void;
  /** The first place where it can be seen: of the two renderings of a long equation one is hidden. */
  visible(): HTMLElement | undefined;
}

/** An equation with linked symbols. */
export interface Place {
  /** After which the controls go. */
  readonly element: Element;
  readonly name: string;
  readonly links: readonly SymbolTie[];
}

/** A figure, and where it stands: its number among all figures and symbols of the page, and its section. */
export interface Placed {
  readonly figure: AttnFigure;
  readonly order: number;
  readonly section: number;
  readonly params: readonly string[];
  readonly draws: readonly string[];
}

/**
 * The figures for a symbol: those of its section that show it; else the nearest on the page that does. One that is a parameter goes
 * to a figure where it can be changed, and to others that draw it.
 */
export function bind(
  entry: SymbolEntry,
  at: { readonly order: number; readonly section: number },
  figures: readonly Placed[],
): AttnFigure[] {
  const has = ({ params, draws }: Placed): boolean => params.includes(entry.id) || draws.includes(entry.id);
  const changes = ({ params }: Placed): boolean => params.includes(entry.id);
  const nearest = (of: readonly Placed[]): Placed[] =>
    [...of].sort((a, b) => Math.abs(a.order - at.order) - Math.abs(b.order - at.order)).slice(0, 1);
  const here = figures.filter((figure) => figure.section === at.section && has(figure));
  const wanted = entry.param ? changes : has;
  const chosen = here.some(wanted) ? here : [...nearest(figures.filter(wanted)), ...here];
  // The first one says what the present value is.
  return [...chosen].sort((a, b) => Number(changes(b)) - Number(changes(a))).map(({ figure }) => figure);
}

const words = (text: string | undefined): string[] => text?.split(' ').filter(Boolean) ?? [];

/** Finds the equations of a page with symbols of the table, and the figures that go with them. */
export function findPlaces(main: HTMLElement, table: ReadonlyMap<string, SymbolEntry>): Place[] {
  const figures: Placed[] = [];
  const found = new Map<
    Element,
    { order: number; section: number; marks: Map<SymbolEntry, HTMLElement[]> }
  >();
  let section = 0;
  const all = main.querySelectorAll<HTMLElement>('h2, attn-figure, [data-s]');
  for (const [order, element] of all.entries()) {
    const { dataset } = element;
    if (element.localName === 'h2') section++;
    else if (element.localName === 'attn-figure')
      figures.push({
        figure: element as AttnFigure,
        order,
        section,
        params: words(dataset.params),
        draws: words(dataset.draws),
      });
    else {
      const entry = table.get(dataset.s ?? '');
      const equation = element.closest('.eq') ?? element.closest('.katex');
      if (!entry || !equation) continue;
      const place = found.get(equation) ?? { order, section, marks: new Map() };
      found.set(equation, place);
      place.marks.set(entry, [...(place.marks.get(entry) ?? []), element]);
    }
  }
  return [...found].map(([element, { order: place, section, marks }]) => {
    const number = element.getAttribute('data-number');
    const order = words(element.getAttribute('data-order') ?? '');
    const inOrder = [...marks].sort(([a], [b]) => order.indexOf(a.id) - order.indexOf(b.id));
    return {
      // Inside of an equation on its own, so that the focus brings it into view.
      element: element.matches('.eq')
        ? (element.lastElementChild ?? element)
        : (element.closest('a') ?? element),
      name: number ? `equation ${number}` : 'this equation',
      links: inOrder.map(([entry, own]) =>
        linkOf(entry, own, section, bind(entry, { order: place, section }, figures)),
      ),
    };
  });
}

function linkOf(
  entry: SymbolEntry,
  marks: readonly HTMLElement[],
  section: number,
  figures: readonly AttnFigure[],
): SymbolTie {
  return {
    entry,
    marks,
    section,
    figures,
    control: html('span', { 'aria-label': entry.name }),
    now() {
      for (const figure of figures) {
        const quantity = figure.quantity(entry.id);
        if (!quantity) continue;
        const { text, param, value } = quantity;
        return param?.kind === 'slider' && value !== undefined
          ? { text, param, value, range: rangeOf(param) }
          : { text };
      }
      return undefined;
    },
    set(value) {
      for (const figure of figures)
        if (figure.quantity(entry.id)?.param) void figure.set(entry.id, value).catch(() => {});
    },
    visible: () => marks.find((mark) => mark.getClientRects().length > 0),
  };
}
