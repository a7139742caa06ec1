/**
 * What all figures of a chapter read: the model that is kept, or one that is trained here on a text of the reader's own. The text stays in
 * the memory of the page, and is never sent.
 */
import { fixed, whole } from '../draw/format';
import type { AttnFigure } from '../element/shell/attn-figure';
import { sharedEngine } from '../engine/client';
import { every } from '../figures/one-head/shared/kept-ladder';
import { modelOf, newestModel, onModels, ownModel } from '../figures/one-head/shared/own-model';
import { type OwnText, ownTextOrError } from '../figures/one-head/shared/own-text';
import { html, setText } from '../kinds/dom';
import { bring, type FileValue, filesOf, letGo, pickerFor, sourceOf } from '../kinds/file';
import { messageOf } from '../words/message';

/** Shows a value in all figures that have a choice of models, and in those that have not begun once they are there. */
function showIn(figures: readonly AttnFigure[], value: FileValue, isWanted: () => boolean): void {
  for (const figure of figures)
    void figure.ready
      .then(() => {
        if (isWanted() && figure.values?.text !== undefined && figure.values.text !== value)
          return figure.set('text', value);
        return undefined;
      })
      // The figure says itself what went wrong.
      .catch(() => {});
}

/** What is read, where that is a model of the reader's own. */
function toldOf(value: FileValue): string | undefined {
  const model = modelOf(value);
  if (!model) return undefined;
  const { name, own, climb } = model;
  const updates = `${climb.step < climb.steps ? `${whole(climb.step * every)} of ` : ''}${whole(own.updates)} updates`;
  return `All figures but the last read a model of ${name}, ${whole(own.characters)} characters${own.short ? ', which are few' : ''}. After ${updates} it needs ${fixed(climb.bits[climb.step] as number, 2)} bits a character. What is written around the figures is of the kept model.`;
}

/** Puts buttons into a bench that says what is read. */
export function furnish(bench: HTMLElement): void {
  const says = bench.querySelector('p') as HTMLElement;
  says.setAttribute('role', 'status');
  const asIs = says.textContent ?? '';
  const button = (name: string, click: () => void): HTMLButtonElement => {
    const made = html('button', { type: 'button' }, name);
    made.addEventListener('click', click);
    return made;
  };
  const picker = pickerFor(
    bench,
    { endings: ownModel.endings, label: 'A text of yours' },
    (files) => void opened(files),
  );
  const bar = html('progress', { max: 1, value: 0, 'aria-label': 'Training' });
  // The bar says it to the ear, when it is asked.
  const count = html('small', { 'aria-hidden': 'true' });
  const open = button('Open a text…', () => picker.click());
  const stop = button('Stop', () => training?.abort());
  const other = button('', () => show(shown === 'example' ? (newest ?? shown) : 'example'));
  const forget = button('Forget it', () => {
    if (newest) letGo(sourceOf(newest));
    open.focus();
  });
  const running = html('div', {}, bar, count);
  bench.append(running, html('span', {}, open, stop, other, forget), picker);

  /** The newest model of a text of the reader's own, and which of the two is read. */
  let newest: FileValue | undefined;
  let shown: FileValue = 'example';
  let training: AbortController | undefined;

  function furniture(): void {
    running.hidden = stop.hidden = !training;
    open.hidden = training !== undefined;
    const model = newest === undefined ? undefined : modelOf(newest);
    other.hidden = forget.hidden = training !== undefined || !model;
    if (model) setText(other, shown === 'example' ? `Read ${model.name}` : 'Read the kept model');
  }

  function show(value: FileValue): void {
    shown = value;
    setText(says, toldOf(value) ?? asIs);
    furniture();
    showIn([...document.querySelectorAll<AttnFigure>('attn-figure')], value, () => shown === value);
  }

  /** The button that is under a hand gives it on to the one that takes its place; nobody else's focus is touched. */
  function turned(change: () => void, from: HTMLElement, to: HTMLElement): void {
    const held = document.activeElement === from;
    change();
    furniture();
    if (held) to.focus();
  }

  async function train(value: FileValue, own: OwnText): Promise<void> {
    const { trainOn } = await import('../figures/one-head/shared/train-own');
    const run = new AbortController();
    const tell = (share: number): void => {
      bar.value = share;
      const done = every * Math.round((share * own.updates) / every);
      setText(count, `update ${whole(done)} of ${whole(own.updates)}`);
    };
    tell(0);
    setText(
      says,
      `A model is trained on ${filesOf(value)?.names}. After the first hundred updates the figures read it.`,
    );
    turned(() => (training = run), open, stop);
    try {
      await trainOn(value, own, sharedEngine(), run.signal, tell);
      turned(() => (training = undefined), stop, other);
    } catch (error) {
      turned(() => (training = undefined), stop, open);
      show(shown);
      // What it has come by when it is stopped stays.
      if (!newest || sourceOf(newest) !== value) letGo(value);
      if (!run.signal.aborted) setText(says, messageOf(error));
    }
  }

  async function opened(files: readonly File[]): Promise<void> {
    if (training) return;
    const got = await bring(ownModel, files);
    if ('problem' in got) return setText(says, got.problem);
    if (modelOf(got.value)) return show(got.value);
    try {
      const own = ownTextOrError(got.value, every);
      if (own) await train(got.value, own);
    } catch (error) {
      letGo(got.value);
      setText(says, messageOf(error));
    }
  }

  // Trained from here, or by the ladder where it stands; forgotten here or there. One text is in hand at a time.
  onModels(() => {
    const before = newest;
    newest = newestModel();
    show(newest ?? 'example');
    if (before && newest && sourceOf(before) !== sourceOf(newest)) letGo(sourceOf(before));
  });
  furniture();
}
