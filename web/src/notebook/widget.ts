/** A figure as a widget of notebooks (AFM, what anywidget renders): the state goes both ways. */
import type { AttnFigure } from '../element/shell/attn-figure';
import { defineAttnFigure } from '../element/shell/define';
import type { FigureEvents } from '../element/shell/events';
import type { Figure } from '../figures/declare';
import type { Value } from '../kinds/kind';

/** What a notebook keeps of the figure, on both sides. */
interface Kept {
  readonly state: string;
  readonly value: string;
  readonly values: Readonly<Record<string, Value>>;
  readonly t: number | null;
}

interface Model {
  get<Name extends keyof Kept>(name: Name): Kept[Name];
  set<Name extends keyof Kept>(name: Name, value: Kept[Name]): void;
  save_changes(): void;
  on(event: `change:${keyof Kept}`, heard: () => void): void;
  off(event: `change:${keyof Kept}`, heard: () => void): void;
}

interface Place {
  readonly model: Model;
  readonly el: HTMLElement;
}

declare global {
  /** The figures of all widgets of a page: each brings its own, and the element is defined by the first. */
  var attnFigures: Record<string, () => Promise<{ readonly default: Figure }>> | undefined;
}

/** How long, in ms, the kernel hears nothing of what a hand still moves. */
const pause = 120;

export const widget = (figure: Figure): { render(place: Place): () => void } => ({
  render({ model, el }) {
    globalThis.attnFigures ??= {};
    globalThis.attnFigures[figure.id] = () => Promise.resolve({ default: figure });
    defineAttnFigure({ link: false, figures: globalThis.attnFigures });
    const element: AttnFigure = document.createElement('attn-figure');
    element.fig = figure.id;
    element.state = model.get('state') || null;
    if (model.get('value')) element.value = model.get('value');
    let later: ReturnType<typeof setTimeout> | undefined;
    const tell = ({ detail }: FigureEvents['figure-state']): void => {
      clearTimeout(later);
      later = setTimeout(() => {
        // Not that of the event: a hand may be further by now, and what the model is given comes back to `obey`.
        model.set('value', element.value);
        model.set('values', detail.values);
        model.set('t', detail.t ?? null);
        model.save_changes();
      }, pause);
    };
    const obey = (): void => {
      if (model.get('value') !== element.value) element.value = model.get('value') || null;
    };
    const begin = (): void => {
      element.state = model.get('state') || null;
    };
    element.addEventListener('figure-state', tell);
    model.on('change:value', obey);
    model.on('change:state', begin);
    el.append(element);
    return () => {
      clearTimeout(later);
      model.off('change:value', obey);
      model.off('change:state', begin);
      element.remove();
    };
  },
});
