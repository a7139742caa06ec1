/** A card on the whole screen, for who shows it to a room. Loaded when it is asked for. */
import type { Figure } from '../../figures/declare';
import { html, type Icon, icon, setText } from '../../kinds/dom';
import { lecture as en } from '../../words/en/lecture';
import { adopt } from '../style/adopt';
import { lecture as style } from '../style/lecture';

/** What is needed of a figure. */
type Shows = Pick<Figure, 'height' | 'presets' | 'words' | 'lang'>;

/** What ends each lecture that goes on, by its card. */
const leaving = new WeakMap<HTMLElement, () => void>();

/** How long the dot stays where the pointer rests, in ms. */
const idle = 2500;

/** Fills the screen with a card; one that does so already goes back to its place. The card stays the same one, where it is in the page's tree. */
export function lecture(card: HTMLElement, figure: Shows): void {
  const leave = leaving.get(card);
  if (leave) leave();
  else void enter(card, figure);
}

async function enter(card: HTMLElement, figure: Shows): Promise<void> {
  const box = card.parentElement as HTMLElement;
  const root = card.getRootNode() as ShadowRoot;
  const page = card.ownerDocument;
  // That of the card, which may be another one than that of this script.
  const view = page.defaultView as Window;
  const end = new AbortController();
  const { signal } = end;
  const focused = root.activeElement as HTMLElement | null;
  adopt(card, style);
  // Keeps the page as it is while the card is not in it.
  const place = html('div');
  place.style.height = `${box.offsetHeight}px`;
  const before = box.getBoundingClientRect();
  const more = presetsOf(card, figure, signal);
  const dot = dotOf(box, signal);
  const leave = (): void => {
    if (signal.aborted) return;
    end.abort();
    leaving.delete(card);
    for (const name of ['popover', 'role', 'aria-modal', 'aria-labelledby']) box.removeAttribute(name);
    box.classList.remove('lecture', 'beside');
    for (const extra of [dot, ...more.elements]) extra.remove();
    for (const name of ['--_w', '--_times', '--_aside']) card.style.removeProperty(name);
    settleLines(card);
    if (card.isConnected) (focused?.isConnected ? focused : card).focus({ preventScroll: true });
    const settle = (): void => {
      place.remove();
      // Where it was in the window: on a phone that has been turned meanwhile all above it has another height.
      if (!card.isConnected) return;
      const { left, top } = box.getBoundingClientRect();
      view.scrollBy({ left: left - before.left, top: top - before.top, behavior: 'instant' });
    };
    // A page that is shorter until the card is back in it would be scrolled by the height of the card.
    if (root.fullscreenElement === box) void page.exitFullscreen().then(settle, settle);
    else settle();
  };
  leaving.set(card, leave);
  more.close.addEventListener('click', leave);
  box.after(place);
  box.append(dot);
  box.classList.add('lecture');
  for (const [name, value] of Object.entries({
    role: 'dialog',
    'aria-modal': 'true',
    'aria-labelledby': card.getAttribute('aria-labelledby') ?? 'title',
  }))
    box.setAttribute(name, value);
  settleLines(card);
  fitting(card, box, figure, signal, leave);
  card.focus({ preventScroll: true });
  card.addEventListener('keydown', (event) => pressed(event, more.turn, leave), { capture: true, signal });
  // Slides behind it must not turn, whichever key they turn by.
  for (const type of ['keydown', 'keypress', 'keyup'])
    box.addEventListener(type, (event) => event.stopPropagation(), { signal });
  // What is behind it can be reached by the Tab key in some browsers.
  const keep = (): void => {
    if (!card.isConnected) leave();
    else if (!root.activeElement) card.focus({ preventScroll: true });
  };
  page.addEventListener('focusin', keep, { signal });
  const changed = (): void => {
    if (root.fullscreenElement !== box) leave();
  };
  try {
    await box.requestFullscreen();
    if (signal.aborted) return await page.exitFullscreen();
    page.addEventListener('fullscreenchange', changed, { signal });
  } catch {
    // Refused in many frames, and unknown on phones: it fills the window, above everything else in it.
    if (signal.aborted || typeof box.showPopover !== 'function') return;
    box.popover = 'manual';
    box.showPopover();
  }
}

/** The caption keeps as many lines as it has needed; in letters of another size those are others. */
function settleLines(card: HTMLElement): void {
  const caption = card.querySelector('figcaption');
  if (caption) caption.style.minHeight = '';
}

interface Extras {
  readonly elements: readonly HTMLElement[];
  readonly close: HTMLElement;
  /** Goes through the presets. */
  turn(by: number): void;
}

/** Beside the title what ends it, and the ways through the presets; below it the name of the preset that is shown, and what it says. */
function presetsOf(card: HTMLElement, figure: Shows, signal: AbortSignal): Extras {
  const words = figure.words?.lecture ?? en;
  const pills = [...card.querySelectorAll<HTMLElement>('.pill')];
  const offered = pills.filter(({ hidden }) => !hidden);
  const says = card.querySelector<HTMLElement>('.says');
  const button = (name: string, kind: Icon, by = 0): HTMLElement =>
    html('button', { type: 'button', 'aria-label': name, title: name, 'data-by': by }, icon(kind));
  const [back, on] = [button(words.previous, 'play', -1), button(words.next, 'play', 1)];
  const close = button(words.leave, 'bad');
  const name = html('b');
  const what = html('span');
  const line = html('p', { class: 'preset' }, name, ' ', what);
  const row = html('div', { class: 'turn' }, ...(offered.length ? [back, on] : []), close);
  const pressed = (pill: HTMLElement): boolean => pill.getAttribute('aria-pressed') === 'true';
  // How the figure opens is one of the ring. The first of its tools leads there.
  const opens = card.querySelector<HTMLElement>('.tool') as HTMLElement;
  const ring = [opens, ...offered];
  const turn = (by: number): void => {
    if (!offered.length) return;
    const { length } = ring;
    const at = ring.findIndex(pressed);
    // Where none is pressed the reader has moved on from how it opens, or is there.
    const from = at >= 0 || by < 0 || ring[0] === opens ? Math.max(at, 0) : -1;
    const next = ring[(from + by + length) % length];
    next?.click();
    // Where one of the presets is how it opens, there is no place of its own for that.
    if (next !== opens || !offered.some(pressed)) return;
    ring.shift();
    offered.at(by < 0 ? -1 : 0)?.click();
  };
  for (const [way, by] of [
    [back, -1],
    [on, 1],
  ] as const)
    way.addEventListener('click', () => turn(by));
  const claim = card.querySelector<HTMLElement>('.claim');
  const tell = (): void => {
    const at = pills.findIndex(pressed);
    const told = says?.hidden === false;
    setText(name, pills[at]?.textContent ?? '');
    setText(what, (told ? says.textContent : figure.presets[at]?.says) ?? '');
    line.hidden = at < 0 && !told;
    if (claim) claim.hidden = !line.hidden;
  };
  claim?.after(line);
  figure.words?.mark?.(card, figure);
  const observer = new MutationObserver(tell);
  const tried = card.querySelector('.try');
  if (tried)
    observer.observe(tried, { attributes: true, subtree: true, childList: true, characterData: true });
  signal.addEventListener('abort', () => {
    observer.disconnect();
    if (claim) claim.hidden = false;
  });
  tell();
  card.querySelector('.head')?.append(row);
  return { elements: [row, line], close, turn };
}

/** What does something with arrows by itself. */
const control = 'input,select,textarea,.grip,[role=toolbar] *,.cells *,.data-box';
/** Where the keys that turn pages move what is read or written; a slider has the arrows, and leaves these to the remote control. */
const typed = 'input:not([type=range]),select,textarea,.data-box';

function pressed(event: KeyboardEvent, turn: (by: number) => void, leave: () => void): void {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  // A presenter's remote control sends the keys that turn pages.
  const by = { ArrowLeft: -1, PageUp: -1, ArrowRight: 1, PageDown: 1 }[event.key];
  const at = event.target as Element;
  const free = by !== undefined && !at.matches(event.key.startsWith('Page') ? typed : control);
  // Nowhere else does Space on a card play, so that the code for it is not fetched with every figure.
  const plays = event.key === ' ' && at.matches('.card');
  if (event.key !== 'Escape' && !free && !plays) return;
  event.preventDefault();
  // What Escape closes otherwise lies out of sight.
  if (event.key === 'Escape') leave();
  else if (event.repeat) return;
  else if (plays) at.querySelector<HTMLElement>('.play')?.click();
  else turn(by as number);
}

/** A dot around the pointer that can be seen from the last row. It does not move by itself, and a finger needs none. */
function dotOf(box: HTMLElement, signal: AbortSignal): HTMLElement {
  const dot = html('div', { class: 'dot', 'aria-hidden': 'true' });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const hide = (): void => dot.classList.remove('there');
  box.addEventListener(
    'pointermove',
    ({ clientX, clientY, pointerType }) => {
      if (pointerType === 'touch') return;
      dot.style.transform = `translate(${clientX}px,${clientY}px)`;
      dot.classList.add('there');
      clearTimeout(timer);
      timer = setTimeout(hide, idle);
    },
    { signal },
  );
  box.addEventListener('pointerleave', hide, { signal });
  return dot;
}

interface Fit {
  readonly width: number;
  readonly times: number;
  readonly score: number;
}

/**
 * Widths in px that a drawing is tried at: those of a phone and those of a wide page. In between panels begin to stand beside each other,
 * and what is scaled up from there is as crowded as it is on a tablet.
 */
const widths = Array.from({ length: 60 }, (_, i) => 320 + 15 * i).filter((w) => w <= 440 || w >= 710);

/**
 * The width at which a drawing is largest in a room of such a size; letters that are larger are worth some of it. It is made smaller than it
 * is on the page down to `least` of that alone.
 */
export function fitted(height: (width: number) => number, across: number, down: number, least = 0): Fit {
  const tried = [...widths.filter((width) => width <= across), Math.min(across, 320)].map((width) => {
    const times = Math.min(across / width, Math.max(down / height(width), least));
    return { width, times, score: width * height(width) * times ** 2.5 };
  });
  return tried.reduce((a, b) => (b.score > a.score ? b : a));
}

/** Keeps the picture as large as fits beside or above what belongs to it, whatever becomes larger or smaller. */
function fitting(
  card: HTMLElement,
  box: HTMLElement,
  { height }: Shows,
  signal: AbortSignal,
  leave: () => void,
): void {
  const [stage, bench] = ['.stage', '.bench'].map((name) => card.querySelector(name) as HTMLElement);
  if (!stage || !bench) return;
  const reserved = stage.style.height;
  const reserve = (height: string): void => {
    stage.style.height = height;
    stage.style.setProperty('--_height', height);
  };
  const put = ({ width, times }: Pick<Fit, 'width' | 'times'>, aside = 0): void => {
    for (const [name, value] of [
      ['--_w', `${width}px`],
      ['--_times', times],
      ['--_aside', `${aside}px`],
    ] as const)
      card.style.setProperty(name, String(value));
  };
  /** `share` of the screen's height is for the picture at least, and `least` as of `fitted`. */
  const room = (beside: boolean, share = 0, least = 0): Fit & { readonly across: number } => {
    box.classList.toggle('beside', beside);
    // With no height at all its two margins would be one.
    stage.style.height = '1px';
    put({ width: 0, times: 1 });
    const gaps = Number.parseFloat(getComputedStyle(stage).marginTop) * 2;
    const padding = Number.parseFloat(getComputedStyle(card).paddingBottom);
    const across = beside ? bench.clientWidth * 0.73 - 32 : bench.clientWidth;
    card.style.minHeight = '0';
    const rest = card.offsetHeight;
    card.style.minHeight = '';
    const above = bench.getBoundingClientRect().top - card.getBoundingClientRect().top;
    const left = box.clientHeight - (beside ? above + gaps + padding : rest);
    // Words and controls that leave it too little make the screen scroll, which is worth a smaller picture to go without.
    const fits = rest <= box.clientHeight ? 1 : 0.8;
    const down = beside ? left * fits : Math.max(left, box.clientHeight * share);
    return { ...fitted(height, across, down, least), across };
  };
  const fit = (): void => {
    const wide = box.clientWidth > box.clientHeight;
    // On a phone nothing is read from afar: a picture that is higher than the screen scrolls, as on the page.
    const small = Math.min(box.clientWidth, box.clientHeight) < 500;
    // What is measured is less high: a reader who has scrolled to the controls would be taken back up.
    const { scrollTop } = box;
    const below = room(false, wide ? 0.3 : 0.6, small ? 1 : 0);
    const beside = wide ? room(true) : undefined;
    const isWhole = beside && (!small || beside.times >= 1);
    const best = isWhole && beside.score > below.score ? beside : below;
    box.classList.toggle('beside', best === beside);
    const { width, times, across } = best;
    put(best, (across - width * times) / 2);
    reserve(`${height(width)}px`);
    box.scrollTop = scrollTop;
  };
  let frame = 0;
  const observer = new ResizeObserver(() => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(card.isConnected ? fit : leave);
  });
  for (const part of [box, ...card.querySelectorAll('.head,figcaption,.kept,.controls')])
    observer.observe(part);
  signal.addEventListener('abort', () => {
    observer.disconnect();
    cancelAnimationFrame(frame);
    // Where its width has become another one meanwhile, the view reserves anew.
    reserve(reserved);
  });
  fit();
}
