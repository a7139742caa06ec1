import type { Param, Params, Values } from '../figures/declare';
import { html, setText } from '../kinds/dom';
import type { Control, Value } from '../kinds/kind';
import { symbol } from '../kinds/symbol';
import { kindOf } from './kinds';
import type { Wishes } from './wishes';

export interface Controls {
  readonly element: HTMLElement;
  /** Shows values without reporting a change. */
  set(values: Values<Params>): void;
}

/** Hears a value that a parameter can have; `jump` when it has nothing to do with the last one. */
export type Changed = (name: string, value: Value, jump?: boolean) => void;

/** One control per parameter, in the order of the declaration. */
export function createControls(
  params: Params,
  { shown, locked }: Pick<Wishes, 'shown' | 'locked'>,
  changed: Changed,
): Controls {
  const entries = Object.entries(params).filter(([name]) => shown.has(name));
  const hidden = entries.length === 0;
  const element = html('div', { class: 'controls', role: 'group', 'aria-label': 'Parameters', hidden });
  const controls = entries.map(([name, param]) => {
    const control = locked.has(name)
      ? fixedControl(param)
      : kindOf(param).control(param, `p-${name}`, (value, jump) => changed(name, value, jump));
    control.element.dataset.of = name;
    element.append(control.element);
    return [name, control] as const;
  });
  return {
    element,
    set(values) {
      for (const [name, control] of controls) {
        const param = params[name] as Param;
        control.element.hidden = 'when' in param && param.when?.(values) === false;
        control.set(values[name] as Value);
      }
    },
  };
}

/** A parameter that the author has fixed, as text. */
function fixedControl(param: Param): Control {
  const value = html('b', { class: 'fixed' });
  const label = html('span', { class: 'label', title: param.about }, param.label);
  if (param.kind === 'slider' && param.symbol) label.append('\u00a0', symbol(param.symbol));
  return {
    element: html('div', { class: 'control' }, label, html('span'), html('span', { class: 'value' }, value)),
    set: (now) => setText(value, kindOf(param).aloud(param, now)),
  };
}
