/** The dialog that gives what to paste into another page. Loaded when it is asked for. */
import type { Theme } from '../../draw/palette';
import { type Figure, plain } from '../../figures/declare';
import { html, icon } from '../../kinds/dom';
import { embedding as en } from '../../words/en/embedding';
import { type Said, wordsOf } from '../../words/words';
import { initialState, intoHash, ofOwnFile, sealed, serialise } from '../address/state';
import { adopt } from '../style/adopt';
import { embedding } from '../style/embedding';
import { carried } from './carried';
import type { Exported } from './exported';
import { site } from './site';
import { type Colours, frame, isAsked, link, type Offer, picture, type Snippet, script } from './snippets';

type Here = (state: string) => string;

type Kind = 'frame' | 'script' | 'picture' | 'link';

interface Way {
  readonly kind: Kind;
  about(offer: Offer): string;
  readonly snippet: (offer: Offer, colours: Colours) => Snippet;
}

const wordsIn = ({ words }: Said): typeof en => words?.embedding ?? en;

/** `hosted`: the site has the picture. `here`: the link is to the page around. */
const waysOf = (words: typeof en, hosted: boolean, here: boolean): readonly Way[] => [
  { kind: 'frame', about: () => words.frameAbout, snippet: frame },
  { kind: 'script', about: () => words.scriptAbout, snippet: script },
  { kind: 'picture', about: () => (hosted ? words.pictureHere : words.pictureAbout), snippet: picture },
  {
    kind: 'link',
    about: (offer) => (here && !isAsked(offer) ? words.linkHere : words.linkAbout),
    snippet: link,
  },
];

/**
 * Opens it for what is shown, beside the card: keys pressed in it are none of the figure's. `here` gives the address of a state on the
 * page around, where the figure uses that.
 */
export async function openEmbedding(
  card: HTMLElement,
  what: Exported,
  here: Here | undefined,
): Promise<void> {
  const root = card.getRootNode() as ShadowRoot;
  adopt(card, embedding);
  const offer = offerOf(card, root.host, what, here);
  const hosted = offer.pictures.light.startsWith(site);
  const { figure } = what;
  const words = wordsIn(figure);
  const sections = waysOf(words, hosted, here !== undefined).map((way) => createSection(way, words));
  const theme = root.host.getAttribute('theme');
  let colours: Colours = theme === 'light' || theme === 'dark' ? theme : 'auto';
  let { attributes } = offer;
  const show = (): void => {
    for (const section of sections) section.show({ ...offer, attributes }, colours);
  };
  if (!hosted) sections[2]?.acts.append(...saveButtons(what, offer, sections[2].say));
  const heading = html('h2', { id: 'embedding', tabindex: -1 }, words.heading);
  const close = html('button', { type: 'button', 'aria-label': words.close }, icon('bad'));
  const dialog = html(
    'dialog',
    { class: 'embedding', lang: wordsOf(figure).lang, 'aria-labelledby': 'embedding' },
    html('header', {}, heading, close),
    html(
      'div',
      { class: 'ways' },
      ...remarks(what, offer.state, words).map((sentence) => html('p', {}, sentence)),
      choice(
        colours,
        (chosen) => {
          colours = chosen;
          show();
        },
        words,
      ),
      ...wishesOf(figure, attributes, words, (wanted) => {
        attributes = wanted;
        show();
      }),
      ...sections.map(({ element }) => element),
      html(
        'p',
        {},
        html('a', { href: `${site}embedding.html`, target: '_blank', rel: 'noopener' }, words.manual),
      ),
    ),
  );
  close.addEventListener('click', () => dialog.close());
  dialog.addEventListener('close', () => {
    // Chromium 156 would keep those of a group, and with them the dialog, in the shadow root.
    for (const radio of dialog.querySelectorAll<HTMLInputElement>('[type=radio]')) radio.name = '';
    dialog.remove();
  });
  if (parent !== window) putInto(dialog, await seen());
  card.after(dialog);
  dialog.showModal();
  show();
  // Left to itself, Firefox takes the first button, which is the one that closes.
  heading.focus();
}

/** The part of this document that the reader sees. In a frame it may be less than the window, which only an observer is told. */
const seen = (): Promise<DOMRectReadOnly> =>
  new Promise((resolve) => {
    const observer = new IntersectionObserver(([entry]) => {
      observer.disconnect();
      if (entry) resolve(entry.intersectionRect);
    });
    observer.observe(document.documentElement);
  });

/** In the middle of a frame as high as its figure it would be out of sight. */
function putInto({ style }: HTMLElement, { top, height }: DOMRectReadOnly): void {
  style.marginBlockStart = `${top + 8}px`;
  style.maxHeight = `${Math.max(height - 24, 200)}px`;
}

function offerOf(card: HTMLElement, host: Element, what: Exported, here: Here | undefined): Offer {
  const { figure, shown, version } = what;
  const { id, title } = figure;
  const textOf = (values: typeof shown.values, t: number | undefined): string =>
    serialise(figure, { values, t: figure.timeline && t });
  const state = textOf(shown.values, shown.t);
  const attributes = carried(host);
  // A card speaks as its place does, and the other page may be in another language.
  if (figure.words) attributes.lang = figure.words.lang;
  const start = initialState(figure);
  const opens = state === textOf(start.values, start.t) && !('step-range' in attributes);
  const address = (theme: Theme): string =>
    opens ? `${site}posters/${id}.${theme}.svg` : pictureName(id, state, theme);
  return {
    site,
    version,
    fig: id,
    title,
    description: plain(figure.describe(shown.frame, shown.values)),
    state,
    attributes,
    // With the line that a frame has below the figure.
    height: 10 * Math.ceil(card.offsetHeight / 10) + 40,
    pictures: { light: address('light'), dark: address('dark') },
    link: here?.(state) ?? `${site}figures/${id}.html${intoHash('', id, sealed(state))}`,
  };
}

/** Pictures of several states lie beside each other. */
function pictureName(id: string, state: string, theme: Theme): string {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(state)) hash = Math.imul(hash ^ byte, 0x01000193);
  return `${id}-${(hash >>> 0).toString(36)}.${theme}.svg`;
}

function remarks({ ghost }: Exported, state: string, words: typeof en): string[] {
  const own = /^(localhost|127\..*|\[::1\])$/.test(new URL(site).hostname);
  return [
    ofOwnFile(state) ? words.without : words.asNow,
    ...(ghost ? [words.kept] : []),
    ...(own ? [words.own] : []),
  ];
}

function choice(colours: Colours, choose: (colours: Colours) => void, words: typeof en): HTMLElement {
  const options = (['auto', 'light', 'dark'] as const).map((value) => {
    const input = html('input', { type: 'radio', name: 'colours', value, checked: value === colours });
    input.addEventListener('change', () => choose(value));
    return html('label', { class: 'option' }, input, words[value]);
  });
  return html(
    'div',
    { class: 'options', role: 'radiogroup', 'aria-label': words.colours },
    words.colours,
    ...options,
  );
}

type Wanted = Offer['attributes'];

/** What the other page leaves to its reader, and what it asks of them. Who touches nothing keeps what this page has. */
function wishesOf(
  figure: Figure,
  had: Wanted,
  words: typeof en,
  changed: (wanted: Wanted) => void,
): HTMLElement[] {
  const named = (text = ''): string[] => text.split(/[\s,]+/);
  const locked = named(had.lock);
  const open = Object.entries(figure.params).map(([name, { label }]) => [name, label]);
  if (figure.timeline) open.push(['play', wordsOf(figure).time]);
  const boxes = open.map(([name = '', label = '']) => {
    const checked =
      (had.controls === undefined || named(had.controls).includes(name)) && !locked.includes(name);
    const box = html('input', { type: 'checkbox', value: name, checked });
    box.addEventListener('change', () => {
      const [free, fixed] = [true, false].map((on) =>
        boxes.filter(({ box }) => box.checked === on).map(({ box }) => box.value),
      ) as [string[], string[]];
      const { controls: _, lock: __, ...rest } = wanted;
      const lock = fixed.filter((name) => name !== 'play');
      wanted = {
        ...rest,
        ...(fixed.length > 0 && { controls: free.join() }),
        ...(lock.length > 0 && { lock: lock.join() }),
      };
      changed(wanted);
    });
    return { box, option: html('label', { class: 'option' }, box, label) };
  });
  const field = html('input', { type: 'text', maxlength: 300, value: had.ask ?? '' });
  field.addEventListener('input', () => {
    const { ask: _, ...rest } = wanted;
    const ask = field.value.trim();
    wanted = ask ? { ...rest, ask } : rest;
    changed(wanted);
  });
  let wanted = had;
  return [
    html(
      'div',
      { class: 'options', role: 'group', 'aria-label': words.free },
      words.free,
      ...boxes.map(({ option }) => option),
    ),
    html('label', { class: 'options' }, words.ask, field),
  ];
}

interface Section {
  readonly element: HTMLElement;
  readonly acts: HTMLElement;
  show(offer: Offer, colours: Colours): void;
  /** Says what came of a click. */
  say(sentence: string): void;
}

function createSection({ kind, about, snippet }: Way, words: typeof en): Section {
  const id = `embedding-${kind}`;
  const name = words[kind];
  const field = html('textarea', {
    class: 'code',
    readonly: true,
    wrap: 'off',
    spellcheck: 'false',
    'aria-label': words.field(name),
  });
  const said = html('span', { class: 'did', role: 'status' });
  const copy = html(
    'button',
    { type: 'button' },
    words.copy,
    html('span', { class: 'visually-hidden' }, ` ${name}`),
  );
  const acts = html('div', { class: 'acts' }, copy);
  const what = html('p');
  const policy = html('code');
  const allows = html('p', {}, words.policy, policy);
  copy.addEventListener('click', async () => {
    said.textContent = '';
    try {
      await navigator.clipboard.writeText(field.value);
      said.textContent = words.copied;
    } catch {
      field.focus();
      field.select();
      said.textContent = words.byHand;
    }
  });
  return {
    element: html(
      'section',
      { 'aria-labelledby': id },
      html('h3', { id }, name),
      what,
      field,
      html('div', { class: 'acts' }, acts, said),
      allows,
    ),
    acts,
    show(offer, colours) {
      what.textContent = about(offer);
      const { code, policy: needs } = snippet(offer, colours);
      field.value = code;
      field.rows = code.split('\n').length;
      policy.textContent = needs;
      allows.hidden = needs === '';
      said.textContent = '';
      // In Firefox a scrollbar that takes room takes it from the last line. Before the dialog is open there is none.
      field.style.height = '';
      const hidden = field.scrollHeight - field.clientHeight;
      if (hidden > 0) field.style.height = `${field.offsetHeight + hidden}px`;
    },
    say(sentence) {
      said.textContent = sentence;
    },
  };
}

function saveButtons(what: Exported, { fig, state }: Offer, say: (sentence: string) => void): HTMLElement[] {
  const words = wordsIn(what.figure);
  return (['light', 'dark'] as const).map((theme) => {
    const button = html('button', { type: 'button' }, theme === 'light' ? words.saveLight : words.saveDark);
    button.addEventListener('click', async () => {
      say('');
      try {
        const { posterOf, saveFile } = await import('./export');
        const file = new Blob([posterOf(what, 'wide', theme)], { type: 'image/svg+xml' });
        say(words.saved(saveFile(file, pictureName(fig, state, theme), what.figure)));
      } catch (error) {
        say(words.notSaved(wordsOf(what.figure).reason(error).replace(/\.$/, '')));
      }
    });
    return button;
  });
}
