/** The film of a figure that evolves. Loaded when it is asked for. */
import type { Run } from '../../engine/api';
import { better } from '../../engine/better';
import type { Params, Timeline, Values } from '../../figures/declare';
import { html } from '../../kinds/dom';
import { film as en } from '../../words/en/film';
import { composer } from './composed';
import { lookIn, posterWidths, saveFile } from './export';
import type { Offers } from './export-files';
import type { Recorder } from './recorder';

/** How long each picture is shown, in ms: 25 a second, which a file can say exactly. A player can start at one of fifty. */
const each = 40;
const pace = { each: each / 1000, keys: (50 * each) / 1000 };
/** How long it moves at least and at most, and how long the last picture stays, in ms: the end is what most figures are about. */
const [shortest, longest, rest] = [5000, 12000, 1600];
/** How long one step is shown at most where there are enough of them, in ms. */
const slowest = 200;
/** Device pixels per CSS pixel: letters are to be sharp on a slide, and files not too large to be sent. */
const ratio = 4 / 3;
/** Lines of the caption that each picture has room for. */
const lines = 3;

/** The step of each picture. All steps are shown as long; where there are more of them than pictures, as many are left out between. */
export function stepsOf({ first = 0, steps }: Timeline): number[] {
  const apart = steps - first;
  const moves = Math.round(Math.min(longest, Math.max(shortest, slowest * apart)) / each);
  return Array.from({ length: moves + rest / each }, (_, i) =>
    Math.min(steps, first + Math.floor((i * (apart + 1)) / moves)),
  );
}

/**
 * Makes the film in a place that shows how far it is and lets the reader cancel it, saves it, and says in a sentence what came of it. It ends
 * by itself when the place leaves the page.
 */
export async function film(place: HTMLElement, offers: Offers, card: Element): Promise<string> {
  const words = offers.figure.words?.film ?? en;
  const control = new AbortController();
  const { signal } = control;
  const bar = html('progress', { max: 1 });
  const cancel = html('button', { type: 'button', class: 'file' }, words.cancel);
  cancel.addEventListener('click', () => control.abort());
  place.replaceChildren(html('p', { class: 'filming' }, html('label', {}, words.making, bar), ' ', cancel));
  /** Undefined where it cannot be said how far it is. */
  const told = (share?: number): void => {
    if (!place.isConnected) control.abort();
    else if (share !== undefined) bar.value = share;
  };
  let to: Recorder | undefined;
  try {
    // Absent in older browsers, and where the page has no secure address.
    if (typeof VideoEncoder === 'function')
      to = await (await import('./recorder')).recorder(offers.figure.title, pace);
    if (!to) return words.none;
    const { count, file } = await filmed(offers, card, to, signal, told);
    const name = saveFile(file, `attention-${offers.figure.id}.${to.extension}`, offers.figure);
    return words.saved(name, Math.round((count * each) / 1000));
  } catch (error) {
    if (signal.aborted) return words.cancelled;
    throw error;
  } finally {
    to?.close();
    // Who has pressed Cancel goes on beside what was cancelled.
    const held = place.matches(':focus-within');
    place.replaceChildren();
    if (held) card.querySelector<HTMLElement>('.tool[aria-controls=exports]')?.focus();
  }
}

/** Records all pictures: of what is asked of a run of its own, so that what the reader has open stays as it is. */
async function filmed(
  offers: Offers,
  card: Element,
  to: Recorder,
  signal: AbortSignal,
  told: (share?: number) => void,
): Promise<{ readonly count: number; readonly file: Blob }> {
  const what = offers.exported();
  const { figure, shown } = what;
  const { values } = shown;
  if (!figure.timeline) throw new Error('this figure does not evolve');
  const width = posterWidths.wide;
  const view = { width, height: figure.height(width) };
  const compose = composer(lookIn(card), { ratio, lines }, figure);
  const frames = new Frames(offers, values, signal, told);
  const steps = stepsOf(figure.timeline(values));
  try {
    let canvas: HTMLCanvasElement | undefined;
    for (const [i, t] of steps.entries()) {
      if (!canvas || t !== steps[i - 1]) {
        const frame = await frames.at(t);
        signal.throwIfAborted();
        canvas = compose({ ...what, view, shown: { values, t, frame } });
      }
      await to.add(canvas);
      told((i + 1) / steps.length);
      signal.throwIfAborted();
    }
    return { count: steps.length, file: await to.end() };
  } finally {
    frames.dispose();
  }
}

/** Frames as the figure's pictures need them: from the page where it brings them, else from a run that is as good as it gets. */
class Frames {
  #run: Run<unknown> | undefined;

  constructor(
    readonly offers: Offers,
    readonly values: Values<Params>,
    readonly signal: AbortSignal,
    readonly told: () => void,
  ) {}

  async at(t: number): Promise<unknown> {
    const { values, signal } = this;
    const { figure } = this.offers;
    const known = await figure.precomputed?.(values, t);
    if (known !== undefined) return known;
    const told = this.#run ? await this.#run.seek(t, signal) : await this.#open(t);
    return figure.frame ? figure.frame(told, values) : told;
  }

  async #open(t: number): Promise<unknown> {
    const { offers, values, signal, told } = this;
    const at = { t, signal, progress: () => told() };
    const { run, told: first } = await offers.open(offers.figure, offers.engine, values, at);
    this.#run = run;
    let last = first;
    // What trains does so on its way to each step.
    if (run.frontier === undefined)
      for await (const next of better(run, signal)) {
        last = next;
        told();
      }
    return last;
  }

  dispose(): void {
    this.#run?.dispose();
  }
}
