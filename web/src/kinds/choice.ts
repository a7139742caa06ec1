/** The control of names: radio buttons, or a list. */
import { html, named, sized } from './dom';
import type { Control, Report } from './kind';
import type { Choice } from './param';

export function choiceControl(param: Choice, id: string, changed: Report<string>): Control<string> {
  const names = Object.entries(param.options);
  // More than fit beside each other are a list.
  if (names.length > 4) return listControl(param, id, changed);
  const options = html('span', { class: 'segments' });
  const inputs = names.map(([name, text]) => {
    const input = html('input', { type: 'radio', name: id, value: name, id: `${id}-${name}` });
    input.addEventListener('change', () => changed(name, true));
    options.append(html('label', {}, input, html('span', {}, text)));
    return input;
  });
  const [label, about] = named(param, id, 'span');
  const element = html(
    'div',
    {
      class: sized(names.reduce((sum, [, text]) => sum + text.length + 2.5, 0)),
      role: 'radiogroup',
      'aria-labelledby': id,
      'aria-describedby': about.id,
    },
    label,
    html('div', {}, options),
    about,
  );
  const set = (value: string): void => {
    for (const input of inputs) input.checked = input.value === value;
  };
  return { element, set };
}

function listControl(param: Choice, id: string, changed: Report<string>): Control<string> {
  const options = Object.entries(param.options).map(([name, text]) => html('option', { value: name }, text));
  const list = html('select', { class: 'list', id, 'aria-describedby': `${id}-about` }, ...options);
  list.addEventListener('change', () => changed(list.value, true));
  const [label, about] = named(param, id);
  return {
    element: html(
      'div',
      { class: sized(8 + Math.max(...options.map(({ text }) => text.length))) },
      label,
      list,
      about,
    ),
    set(value) {
      list.value = value;
    },
  };
}
