/** A run that the reader keeps behind the picture, to be compared with others. Loaded when there is one. */
import type { Engine } from '../../engine/api';
import type { Figure, Ghost, Params, Values } from '../../figures/declare';
import { sameValue, type Value } from '../../kinds/kind';
import { kindOf } from '../../kinds/kinds';
import { kept as en } from '../../words/en/kept';
import { wordsOf } from '../../words/words';
import { parse, serialise } from '../address/state';
import type { Card } from '../stage/card';
import type { FigureView } from '../stage/view';
import { answer } from './answer';

const wordsIn = (figure: Figure): typeof en => figure.words?.kept ?? en;

export class Comparison {
  readonly #figure: Figure;
  readonly #engine: Engine;
  readonly #card: Card;
  readonly #view: FigureView;
  /** Ends the computing of a ghost that another one has replaced. */
  #computing: AbortController | undefined;

  constructor(figure: Figure, engine: Engine, card: Card, view: FigureView) {
    this.#figure = figure;
    this.#engine = engine;
    this.#card = card;
    this.#view = view;
  }

  /** The ghost as a link writes it; `undefined` where there is none. */
  get text(): string | undefined {
    const { ghost } = this.#view;
    return ghost && serialise(this.#figure, { values: ghost.values, t: this.#figure.timeline && ghost.t });
  }

  /** Computes the run that a link names; `undefined` lets it go. Resolves when it is drawn, or another one has taken its place. */
  async restore(text: string | undefined): Promise<void> {
    this.stop();
    if (text === undefined) return this.#view.setGhost(undefined);
    this.#computing = new AbortController();
    const { signal } = this.#computing;
    const { state, notes } = parse(this.#figure, text);
    const words = wordsIn(this.#figure);
    const told = notes.map(words.about);
    try {
      const { values, t = 0 } = state;
      const frame = await answer(this.#figure, this.#engine, values, t, signal);
      if (!signal.aborted) this.#view.setGhost({ values, t, frame });
    } catch (error) {
      if (signal.aborted) return;
      told.push(words.notComputed(wordsOf(this.#figure).reason(error)));
    }
    if (told.length) this.#card.notes(told);
  }

  /** Keeps what is shown; a second time it lets it go. */
  toggle(): void {
    this.stop();
    const { shown, ghost } = this.#view;
    if (shown) this.#view.setGhost(ghost ? undefined : shown);
  }

  /** Says below the picture what the ghost is. */
  name(now: Values<Params>): void {
    const { ghost } = this.#view;
    this.#card.ghost(ghost && nameOfGhost(this.#figure, ghost, now));
  }

  stop(): void {
    this.#computing?.abort();
  }
}

/** In what a ghost differs from what is shown, in a sentence. */
export function nameOfGhost(figure: Figure, ghost: Ghost<Params, unknown>, now: Values<Params>): string {
  const other = Object.entries(figure.params).filter(([name]) => !sameValue(ghost.values[name], now[name]));
  const said = other.map(
    ([name, param]) => `${param.label} ${kindOf(param).aloud(param, ghost.values[name] as Value)}`,
  );
  const step = figure.timeline ? `, ${figure.timeline(ghost.values).unit} ${ghost.t}` : '';
  return wordsIn(figure).name(said.join(', '), step);
}
