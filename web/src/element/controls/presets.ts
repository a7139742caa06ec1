import { defaults, type Figure, type Params, type Preset, type Values } from '../../figures/declare';
import { html, setText } from '../../kinds/dom';
import { sameValue } from '../../kinds/kind';
import { rove } from '../../kinds/roving';
import { wordsOf } from '../../words/words';
import type { State } from '../address/state';

export type AnyPreset = Preset<Params, unknown>;

export interface Presets {
  readonly element: HTMLElement;
  /** Marks the preset that the state is, if any, and says what to look for. */
  set(state: State): void;
  /** Takes back what was said about the last preset. */
  forget(): void;
}

/** All values of a preset: what it does not name is at its default. */
export const valuesOf = (figure: Figure, preset: AnyPreset): Values<Params> =>
  ({ ...defaults(figure.params), ...preset.params }) as Values<Params>;

export function createPresets(
  figure: Figure,
  locked: ReadonlySet<string>,
  chosen: (preset: AnyPreset) => void,
): Presets {
  const words = wordsOf(figure);
  const row = html(
    'div',
    { class: 'presets', role: 'toolbar', 'aria-label': words.toTry },
    html('span', {}, `${words.toTry}:`),
  );
  const says = html('p', { class: 'says', hidden: true });
  let last: AnyPreset | undefined;
  const pills = figure.presets.map((preset) => {
    const pill = html('button', { type: 'button', class: 'pill', 'aria-pressed': 'false' }, preset.name);
    pill.addEventListener('click', () => {
      last = preset;
      chosen(preset);
    });
    row.append(pill);
    return { pill, preset, own: valuesOf(figure, preset), fits: false };
  });
  const settle = rove(row);
  const element = html('div', { class: 'try' }, row, says);
  return {
    element,
    forget() {
      last = undefined;
    },
    set({ values, t }) {
      // A preset that is about a step is left as soon as another step is shown.
      for (const one of pills) {
        const { pill, preset, own } = one;
        const others = Object.keys(own).filter((name) => !sameValue(own[name], values[name]));
        // What is locked stays as its author has it: a preset that is about another value of it would not do what it says.
        pill.hidden = others.some((name) => locked.has(name) && name in preset.params);
        one.fits = !pill.hidden && (preset.t ?? t) === t && others.every((name) => locked.has(name));
        pill.setAttribute('aria-pressed', String(one.fits));
      }
      settle();
      element.hidden = pills.every(({ pill }) => pill.hidden);
      const now = pills.find((p) => p.preset === last);
      // The line is left standing when the reader moves on: taking it away would pull the page from under the pointer.
      says.hidden = !now;
      if (!now) return;
      const still = now.fits;
      says.classList.toggle('past', !still);
      setText(says, still ? now.preset.says : words.left(now.preset.name));
    },
  };
}
