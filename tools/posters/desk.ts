/**
 * What keeps the place of a figure's time, presets, parameters and tools until it is live: the element's own controls, made here by the
 * element's own code. They are nothing but boxes: seen, heard and pressed by nobody. `desk-sheet.ts` lays them out by the element's own rules.
 */
import { Window } from 'happy-dom';
import { initialState, type State, timelineOf } from '../../web/src/element/address/state';
import { createControls } from '../../web/src/element/controls/controls';
import { onDesk } from '../../web/src/element/controls/desk';
import { createPresets } from '../../web/src/element/controls/presets';
import { createTimeRow } from '../../web/src/element/controls/time';
import { createTools } from '../../web/src/element/controls/tools';
import { readWishes } from '../../web/src/element/controls/wishes';
import type { Offers } from '../../web/src/element/panels/export-files';
import type { Figure, Sentence } from '../../web/src/figures/declare';
import { escapeHtml } from '../vite/pages.ts';
import { all, boxes, names, waitingSheet } from './desk-sheet.ts';

/** What the author of a page has written beside `fig` and `state`. */
export interface Author {
  readonly controls?: string | undefined;
  readonly lock?: string | undefined;
}

/** What has no place of its own in the layout. */
const unseen = '[hidden],.about,.visually-hidden,.icon,.segments input,.told,.more-done,.exports';

export const captionHtml = ({ text, numbers }: Sentence): string =>
  text
    .map((part, i) => {
      const number = numbers[i];
      return escapeHtml(part) + (number === undefined ? '' : `<b>${escapeHtml(number)}</b>`);
    })
    .join('');

export function deskHtml(figure: Figure, { values, t = 0 }: State, author: Author): string {
  const { controls = null, lock = null } = author;
  const wishes = readWishes(figure, { controls, lock, stepRange: null, motion: null });
  return inPage(() => {
    const time = figure.timeline && wishes.play ? createTimeRow(unheard) : undefined;
    time?.set(t, timelineOf(figure, values));
    const presets = createPresets(figure, wishes.locked, unheard.press);
    const parameters = createControls(figure.params, wishes, unheard.press);
    parameters.set(values);
    const desk = page.createElement('div');
    desk.append(...onDesk(time, parameters, presets, createTools(hooksOf(figure, parameters))));
    return boxed(desk);
  });
}

const press = (): void => {};
const never = (): Promise<never> => new Promise(() => {});
const unheard = { press, toggle: press, step: press, seek: press, speed: press, loop: press };
const hooksOf = (
  figure: Figure,
  { element, explain }: ReturnType<typeof createControls>,
): Parameters<typeof createTools>[0] => ({
  reset: press,
  undo: press,
  data: press,
  embed: never,
  link: () => '',
  offers: { figure } as Offers,
  ...(!element.hidden && { explain }),
  ...(figure.compares && { keep: press }),
  action: figure.action && { name: figure.action.name, run: press },
});

/** What the element makes is made in the document of the page; here in this one, as long as it takes. */
const page = new Window().document as unknown as Document;

function inPage<T>(make: () => T): T {
  const { document: before } = globalThis;
  globalThis.document = page;
  try {
    return make();
  } finally {
    globalThis.document = before;
  }
}

/** The markup of what is in an element, less what does nothing for the layout. */
function boxed(element: Element): string {
  for (const list of element.querySelectorAll('select')) {
    const [longest] = [...list.options].sort((a, b) => b.text.length - a.text.length);
    if (longest) list.replaceChildren(longest);
  }
  for (const one of element.querySelectorAll(unseen)) one.remove();
  for (const one of [...element.querySelectorAll('*')]) {
    const { localName, childNodes } = one;
    const type = one.getAttribute('type');
    if (type === 'range') one.classList.add(type);
    // A field is as high as it is, but its text stands on a line with others.
    if (type === 'text') one.append('0');
    // How many digits there is room for; a page may not say so itself, by its policy.
    const [, digits] = /(\d+)ch/.exec(one.getAttribute('style') ?? '') ?? [];
    const own = [...one.classList].flatMap((name) => names.get(name) ?? []);
    const classes = [...own, ...(digits ? [`ch${digits}`] : [])].join(' ');
    // Words that no rule means need nothing around them, nor does a row that stands alone.
    const bare = localName === 'span' && !classes && one.firstChild && !one.firstElementChild;
    if (bare || (one.parentElement === element && !classes && one.children.length === 1)) {
      one.replaceWith(...childNodes);
      continue;
    }
    const box = page.createElement(boxes[localName] ?? localName);
    box.append(...childNodes);
    if (classes) box.className = classes;
    // The one thing that would still be a stop of the Tab key.
    if (localName === 'select') box.setAttribute('disabled', '');
    one.replaceWith(box);
  }
  return element.innerHTML;
}

/** How all that is laid out, for every figure of the site. */
export function waitingCss(): string {
  const desks = page.createElement('div');
  desks.innerHTML = all.map((figure) => deskHtml(figure, initialState(figure), {})).join('');
  return waitingSheet(desks);
}
