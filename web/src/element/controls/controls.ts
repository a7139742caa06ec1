import type { Figure, Param, Params, Values } from '../../figures/declare';
import { html, setText } from '../../kinds/dom';
import { type Control, sameValue, type Value } from '../../kinds/kind';
import { kindOf } from '../../kinds/kinds';
import { beside, isIdle } from '../../kinds/param';
import { type Said, type Words, wordsOf } from '../../words/words';

/** Attributes that say what the author of a page wants of a figure besides its state; `null` where one is absent. */
export type Authored = Readonly<Record<'motion' | 'controls' | 'lock' | 'stepRange' | 'ask', string | null>>;

/** What such an author wants, as far as it can be had. */
export interface Wishes {
  /** Names of the parameters whose controls are shown, and of those that are folded away. */
  readonly first: readonly string[];
  readonly more: readonly string[];
  /** Whether time can be controlled, where the figure evolves. */
  readonly play: boolean;
  /** Names of the parameters that stay at what the author set. */
  readonly locked: ReadonlySet<string>;
  /** What shows one of these; absent where there is none. */
  fixed?(param: Param): Control;
  /** The figure, over the steps that the author picked. */
  readonly figure: Figure;
  /** Sentences about what could not be understood. */
  readonly notes: readonly string[];
}

export interface Controls {
  readonly element: HTMLElement;
  /** Shows what each parameter is for, or no longer; true when it does. */
  explain(): boolean;
  /** Shows values without reporting a change. */
  set(values: Values<Params>): void;
}

/** Hears a value that a parameter can have; `jump` when it has nothing to do with the last one. */
export type Changed = (name: string, value: Value, jump?: boolean) => void;

/** Which parameters are there at once, and which are folded away, where the author of the page does not say. */
export function foldedOf({ params, first }: Figure): Pick<Wishes, 'first' | 'more'> {
  const names = Object.keys(params);
  return { first: first ?? names, more: first ? names.filter((name) => !first.includes(name)) : [] };
}

/** One control for each parameter: those that matter first, and the others folded away. */
export function createControls(
  params: Params,
  { first, more, locked, fixed }: Pick<Wishes, 'first' | 'more' | 'locked' | 'fixed'>,
  changed: Changed,
  said: Said = {},
): Controls {
  const words = wordsOf(said);
  const controls: (readonly [string, Control])[] = [];
  const build = (name: string): HTMLElement => {
    const param = params[name] as Param;
    const control =
      fixed && locked.has(name)
        ? fixed(param)
        : kindOf(param).control(param, `p-${name}`, (value, jump) => changed(name, value, jump));
    control.element.dataset.of = name;
    controls.push([name, control]);
    return control.element;
  };
  const element = html('div', { class: 'controls', role: 'group', 'aria-label': words.parameters });
  element.append(...first.map(build));
  element.hidden = first.length + more.length === 0;
  const rest = html('div', { class: 'rest', id: 'rest', hidden: true }, ...more.map(build));
  const fold = foldButton(more, rest, words);
  if (more.length) element.append(html('div', { class: 'foot' }, fold.button), rest);
  return {
    element,
    // It is always there for the ear; this shows it to the eye, under a finger too.
    explain: () => element.classList.toggle('explained'),
    set(values) {
      const without = (name: string): boolean => isIdle(params[name] as Param, values);
      for (const [name, control] of controls) {
        control.element.hidden = without(name);
        control.set(values[name] as Value, beside(params[name] as Param, values));
      }
      const told = more
        .filter((name) => !without(name) && !sameValue(values[name], params[name]?.value))
        .map(
          (name) =>
            `${params[name]?.label} ${kindOf(params[name] as Param).aloud(params[name] as Param, values[name] as Value)}`,
        );
      fold.tell(told.join(', '));
    },
  };
}

/**
 * Opens what is folded away, by hand alone: a preset, a link, an equation or a handle may change a parameter in there, and the page would
 * jump under the reader who looks at the picture or drags a symbol. The button says instead which of them are not at their defaults.
 */
function foldButton(
  names: readonly string[],
  rest: HTMLElement,
  words: Words,
): { button: HTMLElement; tell(told: string): void } {
  const text = html('span');
  const told = html('span', { class: 'told' });
  const button = html(
    'button',
    {
      type: 'button',
      class: 'more',
      'aria-expanded': 'false',
      'aria-controls': 'rest',
      'data-holds': names.join(' '),
    },
    text,
    told,
  );
  const name = (): void => setText(text, rest.hidden ? words.more(names.length) : words.fewer);
  name();
  button.addEventListener('click', () => {
    rest.hidden = !rest.hidden;
    button.setAttribute('aria-expanded', String(!rest.hidden));
    name();
  });
  return { button, tell: (sentence) => setText(told, sentence) };
}
