import type { Param } from '../../figures/declare';
import { html, setText } from '../../kinds/dom';
import type { Control } from '../../kinds/kind';
import { kindOf } from '../../kinds/kinds';
import { counted } from '../../kinds/numbers';
import { symbol } from '../../kinds/symbol';

/** A parameter that the author has fixed, as text. */
export function fixedControl(param: Param): Control {
  const value = html('b', { class: 'fixed' });
  const label = html('span', { class: 'label', title: param.about }, param.label);
  if (param.kind === 'slider' && param.symbol) label.append('\u00a0', symbol(param.symbol));
  const about = html('span', { class: 'about' }, param.about);
  return {
    element: html(
      'div',
      { class: 'control' },
      label,
      html('span'),
      html('span', { class: 'value' }, value),
      about,
    ),
    set: (now, beside = param) => setText(value, kindOf(param).aloud(param, counted(beside, now))),
  };
}
