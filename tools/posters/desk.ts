/**
 * What keeps the place of a figure's caption, time, presets, parameters and tools until it is live: the same words in boxes of the same
 * size, so that lines break where they will break, at every width and every size of text. `web/src/article/waiting.css` lays them out.
 */
import { type State, timelineOf } from '../../web/src/element/address/state';
import { readWishes } from '../../web/src/element/controls/wishes';
import type { Figure, Param, Sentence } from '../../web/src/figures/declare';
import type { Value } from '../../web/src/kinds/kind';
import { escapeHtml } from '../vite/pages.ts';

/** What the author of a page has written beside `fig` and `state`. */
export interface Author {
  readonly controls?: string | undefined;
  readonly lock?: string | undefined;
}

const span = (text: string, kind = ''): string =>
  `<span${kind && ` class="${kind}"`}>${escapeHtml(text)}</span>`;
const row = (kind: string, ...parts: readonly string[]): string =>
  `<div class="${kind}">${parts.join('')}</div>`;

export const captionHtml = ({ text, numbers }: Sentence): string =>
  text
    .map((part, i) => {
      const number = numbers[i];
      return escapeHtml(part) + (number === undefined ? '' : `<b>${escapeHtml(number)}</b>`);
    })
    .join('');

export function deskHtml(figure: Figure, { values, t = 0 }: State, author: Author): string {
  const { controls = null, lock = null } = author;
  const { first, more, play, locked } = readWishes(figure, { controls, lock, range: null, motion: null });
  const effective = first.filter((name) => {
    const param = figure.params[name];
    return !(param && 'when' in param && param.when?.(values) === false);
  });
  const parts: string[] = [];
  if (figure.timeline && play) {
    const { unit, steps } = timelineOf(figure, values);
    parts.push(row('desk-time', '<i></i>'.repeat(6), span(`${unit} ${t} of ${steps}`)));
  }
  if (figure.presets.length)
    parts.push(
      row('desk-tries', span('Try:', 'desk-first'), ...figure.presets.map(({ name }) => span(name))),
    );
  if (first.length) {
    const foot = row(
      'desk-foot',
      ...(more.length ? [span(`${more.length} more`)] : []),
      span('What they mean'),
    );
    const params = effective.map((name) =>
      paramHtml(figure.params[name] as Param, values[name] as Value, locked.has(name)),
    );
    parts.push(row('desk-params', ...params, foot));
  }
  const tools = [
    'Reset',
    'Undo',
    ...(figure.compares ? ['Keep this run'] : []),
    ...(figure.action ? [figure.action.name] : []),
    'Copy link',
    'Embed',
    'Export',
    'Data',
  ];
  parts.push(row('desk-tools', ...tools.map((name) => span(name))));
  return parts.join('');
}

function paramHtml(param: Param, value: Value, locked: boolean): string {
  const symbol = 'symbol' in param ? param.symbol.replace(/\\[a-zA-Z]+/g, 'β').replace(/[{}^_]/g, '') : '';
  const label = `<span>${escapeHtml(param.label)}${symbol && `\u00a0<i>${escapeHtml(symbol)}</i>`}</span>`;
  if (!locked && Array.isArray(value))
    return row('desk-param', label, row('desk-options', ...pieces(param, value)));
  const options = param.kind === 'choice' && !locked ? Object.values(param.options) : [];
  // Of the others all but options beside each other are one line high, a list too.
  if (options.length === 0 || options.length > 4)
    return row('desk-param', label, ...(param.kind === 'seed' ? ['<i></i>'] : []));
  return row('desk-param', label, row('desk-options', ...options.map((option) => span(option))));
}

/** The boxes of a value that has several pieces: cells in rows, or a list and what the chosen piece is. */
function pieces(param: Param, value: readonly unknown[]): string[] {
  type Limits = readonly [number, number];
  const { count, length, rows: lines } = param as { count?: Limits; length?: Limits; rows?: Limits };
  const limits = count ?? length ?? lines;
  const buttons = limits && limits[0] < limits[1] ? ['<b><i></i><i></i></b>'] : [];
  const name = 'name' in param ? String(param.name) : undefined;
  // Points have a name, and where there are several a list to choose one from.
  if (name !== undefined) {
    const list =
      value.length > 1 || buttons.length ? [`<em class="desk-list">${escapeHtml(name)} 1</em>`] : [];
    return [...list, '<em class="desk-pair"></em>', ...buttons];
  }
  // A sequence, and below it the letters to choose from.
  if (!Array.isArray(value[0])) {
    const { symbols = [] } = param as { readonly symbols?: readonly string[] };
    const letters = [value.length, symbols.length].map((n) => `<div>${'<i></i>'.repeat(n)}</div>`);
    return [`<div class="desk-tokens">${letters.join('')}</div>`, ...buttons];
  }
  const rows = value as readonly (readonly unknown[])[];
  const cells = rows.map((line) => `<div>${'<i></i>'.repeat(line.length)}</div>`).join('');
  const columns = rows[0]?.length ?? 0;
  const wide = columns > 8 && columns <= 12 ? ' desk-wide' : '';
  // A pattern has smaller cells, and a button for painting.
  return typeof rows[0]?.[0] === 'boolean'
    ? [`<div class="desk-cells desk-bits${wide}">${cells}</div>`, '<b><i></i></b>']
    : [`<div class="desk-cells">${cells}</div>`, ...buttons];
}
