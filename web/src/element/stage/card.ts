import { SvgPicture } from '../../draw/svg';
import { html, setText } from '../../kinds/dom';
import { type Words, wordsOf } from '../../words/words';
import type { Moving } from '../panels/motion';
import { createBadge } from './badge';
import { Announcer } from './voice';

type Doing = 'Computing' | 'Loading';

/** The parts of a figure's card. They are there, at their size, before the figure's code is. */
export interface Card extends Moving {
  readonly element: HTMLElement;
  readonly title: HTMLElement;
  readonly claim: HTMLElement;
  readonly badge: ReturnType<typeof createBadge>;
  readonly stage: HTMLElement;
  /** Where time, presets, controls and tools go. */
  readonly desk: HTMLElement;
  readonly data: HTMLElement;
  readonly caption: HTMLElement;
  /** What a kept run is, below the picture. */
  ghost(sentence: string | undefined): void;
  readonly announcer: Announcer;
  /** What it says by itself; English before it has been told. */
  readonly words: Words;
  readonly speak: (words: Words) => void;
  /** Sentences about a state that could not be used; none hides the line. */
  notes(sentences: readonly string[]): void;
  /** What failed, and what the reader can do; `undefined` when all is well again, which other figures then try too. */
  trouble(sentence: string | undefined, again?: () => void): void;
  /**
   * Says what is under way: at once in the place of what has failed, else when it takes long. Then `other` tells that the picture is of
   * another state, which is dimmed, and whose numbers are away.
   */
  waits(end: Promise<unknown>, doing: Doing, other?: boolean): void;
  /** How much of what is under way has been trained. */
  trained(steps: number, of: number): void;
  /** Folds what was kept free for a figure that does not come; its poster stays. */
  absent(absent: boolean): void;
  /** Puts the live drawing in the place of the poster. */
  live(): void;
}

/** After so many ms without an answer a card says what it is at. */
const patience = 1000;

/** What stands still on this page until a reader tries again. What felled one has mostly felled all, so one press is for all of them. */
const stuck = new Set<() => void>();

export function createCard(): Card {
  // A page may bring both with the poster: then they stand where they will be before the figure's code says the same.
  const title = html('p', { class: 'title', id: 'title' }, html('slot', { name: 'title' }));
  const claim = html('p', { class: 'claim' }, html('slot', { name: 'claim' }));
  const badge = createBadge();
  const picture = new SvgPicture();
  // The caption is what the picture says: as its name it is read out once, and not a second time below it.
  picture.element.setAttribute('role', 'img');
  picture.element.setAttribute('aria-labelledby', 'caption');
  const wait = html('p', { class: 'wait' });
  const poster = html('slot', {}, wait);
  const trouble = html('div', { class: 'trouble', role: 'alert', hidden: true });
  const stage = html('div', { class: 'stage' }, poster, trouble);
  const desk = html(
    'div',
    { class: 'desk' },
    html('slot', { name: 'desk' }, html('div', { class: 'blank' })),
  );
  const data = html('div', { class: 'data', id: 'data', hidden: true });
  const notes = html('div', { class: 'notes', role: 'status', hidden: true });
  const ghost = html('p', { class: 'kept', hidden: true });
  const spoken = { id: 'caption', 'aria-hidden': 'true' };
  const caption = html('figcaption', spoken, html('slot', { name: 'caption' }));
  const announcer = new Announcer();
  const end = html('span', { class: 'visually-hidden', tabindex: -1 });
  const skip = html('button', { type: 'button', class: 'skip' });
  // Only while it is the stop that was asked for: from an element that is none, Chromium would go back to the first of the card.
  skip.addEventListener('click', () => {
    end.tabIndex = 0;
    end.focus();
  });
  end.addEventListener('blur', () => {
    end.tabIndex = -1;
  });
  const element = html(
    'figure',
    { class: 'card waiting', 'aria-labelledby': 'title', tabindex: -1 },
    skip,
    html('div', { class: 'head' }, html('div', {}, title, claim), badge.element),
    // The picture stays in view over all of this on a narrow screen.
    html('div', { class: 'bench' }, stage, caption, ghost, desk),
    notes,
    data,
    announcer.element,
    end,
  );
  badge.set([]);
  let words = wordsOf({});
  let retry: (() => void) | undefined;
  let pressed = false;
  /** What was asked for last and is under way, when that is to be said, and how far it is. Not read out: it changes too often. */
  let wanted: { readonly doing: Doing; readonly other: boolean } | undefined;
  let late: ReturnType<typeof setTimeout> | undefined;
  const progress = html('span', { 'aria-hidden': 'true' });
  const say = (sentence: string | undefined, role: 'alert' | 'status', again?: () => void): void => {
    if (retry) stuck.delete(retry);
    retry = again;
    if (again) stuck.add(again);
    if (sentence === undefined && trouble.hidden) return;
    // Who has pressed “Try again” keeps the focus: on its next button, or on the figure that works.
    const held = trouble.matches(':focus-within');
    trouble.hidden = sentence === undefined;
    const button = again && html('button', { type: 'button' }, words.again);
    button?.addEventListener('click', () => {
      pressed = true;
      again?.();
    });
    // Nothing stays of what was said: a card that has waited is as one that has not.
    trouble.setAttribute('role', role);
    trouble.replaceChildren();
    if (sentence !== undefined) {
      trouble.append(html('p', {}, sentence), role === 'status' ? progress : '', button ?? '');
      setText(wait, '');
    }
    if (held) (button ?? element).focus({ preventScroll: true });
  };
  const busy = (busy: boolean): void => {
    element.classList.toggle('other', busy);
    element.setAttribute('aria-busy', String(busy));
  };
  /** From the last picture on, or from when it was asked: a hand that drags asks without an end. */
  const listen = (): void => {
    late ??= setTimeout(() => {
      const silent = trouble.hidden || trouble.getAttribute('role') === 'alert';
      if (wanted && silent) say(`${words[wanted.doing]} …`, 'status');
      busy(wanted?.other ?? false);
    }, patience);
  };
  const hear = (): void => {
    clearTimeout(late);
    late = undefined;
    busy(false);
    setText(progress, '');
  };
  const speak = (said: Words): void => {
    words = said;
    element.lang = said.lang;
    setText(wait, said.starts);
    setText(end, said.end);
    setText(skip, said.skip);
  };
  return {
    element,
    speak,
    get words() {
      return words;
    },
    title,
    claim,
    badge,
    stage,
    picture,
    desk,
    data,
    caption,
    announcer,
    ghost(sentence) {
      ghost.hidden = sentence === undefined;
      setText(ghost, sentence ?? '');
    },
    notes(sentences) {
      notes.replaceChildren(...sentences.slice(0, 6).map((s) => html('p', {}, s)));
      notes.hidden = sentences.length === 0;
    },
    trouble(sentence, again) {
      hear();
      if (wanted && sentence === undefined) listen();
      say(sentence, 'alert', again);
      if (sentence !== undefined || !pressed) return;
      pressed = false;
      for (const other of [...stuck]) other();
    },
    waits(end, doing, other = false) {
      if (retry) say(`${words[doing]} …`, 'status');
      const mine = { doing, other };
      wanted = mine;
      // A poster has not been asked for: it is dimmed at once.
      if (!picture.element.isConnected) busy(other);
      listen();
      const stop = (): void => {
        if (wanted !== mine) return;
        wanted = undefined;
        hear();
      };
      end.then(stop, stop);
    },
    trained(steps, of) {
      if (wanted && steps < of) setText(progress, words.trained(steps, of));
    },
    absent(absent) {
      element.classList.toggle('waiting', !absent);
      element.classList.toggle('absent', absent);
    },
    live() {
      if (picture.element.isConnected) return;
      element.classList.remove('waiting');
      poster.remove();
      stage.prepend(picture.element);
    },
  };
}
