import type { Timeline } from '../../figures/declare';
import { html, icon, setText } from '../../kinds/dom';
import { fill, forgive } from '../../kinds/numbers';
import { rove } from '../../kinds/roving';
import { type Said, wordsOf } from '../../words/words';

export interface TimeHooks {
  toggle(): void;
  step(by: number): void;
  seek(t: number): void;
  speed(times: number): void;
  loop(on: boolean): void;
}

export interface TimeRow {
  readonly element: HTMLElement;
  set(t: number, timeline: Required<Timeline>): void;
  /** How many steps have been computed, where that goes on; undefined where it does not. */
  computed(frontier: number | undefined): void;
  playing(playing: boolean): void;
  /** Where motion is unwelcome there is nothing to play: the steps stay. */
  reduced(reduced: boolean): void;
}

const speeds = [
  ['0.25', '¼×'],
  ['0.5', '½×'],
  ['1', '1×'],
  ['2', '2×'],
] as const;

/** Play, one step back, one step on, over and over, how fast, and the scrubber with where it stands. */
export function createTimeRow(hooks: TimeHooks, said: Said = {}): TimeRow {
  const words = wordsOf(said);
  const button = (name: string, kind: 'back' | 'on' | 'play' | 'loop', type = 'step'): HTMLButtonElement =>
    html('button', { type: 'button', class: type, 'aria-label': name, title: name }, icon(kind));
  const play = button(words.play, 'play', 'play');
  const back = button(words.back, 'back');
  const on = button(words.on, 'on');
  const loop = button(words.loop, 'loop', 'again');
  loop.setAttribute('aria-pressed', 'false');
  const scrubber = html('input', {
    type: 'range',
    class: 'scrubber',
    min: 0,
    step: 1,
    'aria-label': words.time,
  });
  const speed = html('span', {
    class: 'segments speed',
    role: 'radiogroup',
    'aria-label': words.speed,
    title: words.speed,
  });
  for (const [times, text] of speeds) {
    const input = html('input', { type: 'radio', name: 'speed', value: times, checked: times === '1' });
    input.addEventListener('change', () => hooks.speed(Number(times)));
    speed.append(html('label', {}, input, html('span', {}, text)));
  }
  let at = 0;
  let last = 0;
  let done: number | undefined;
  const now = html('b');
  const unit = html('span');
  const of = html('span');
  // Not on a narrow card: the line would wrap, and what is below move while the run trains.
  const more = html('span', { class: 'more-done' });
  const output = html('span', { class: 'now' }, unit, ' ', now, ' ', of, more);
  const still = html('span', { class: 'still', hidden: true }, words.still);
  /** What has been computed of it, in words and along the scrubber; when it is all, nothing. */
  const tell = (): void => {
    const part = done !== undefined && done < last ? words.computed(done) : '';
    setText(of, words.of(last));
    setText(more, part);
    scrubber.setAttribute('aria-valuetext', `${unit.textContent} ${at} ${words.of(last)}${part}`);
    scrubber.style.setProperty('--_done', String(part ? (done ?? 0) / last : 0));
  };
  play.addEventListener('click', () => hooks.toggle());
  // A button that is disabled drops its focus; one that is marked so keeps it.
  for (const [b, by] of [
    [back, -1],
    [on, 1],
  ] as const)
    b.addEventListener('click', () => b.getAttribute('aria-disabled') !== 'true' && hooks.step(by));
  loop.addEventListener('click', () => {
    const on = loop.getAttribute('aria-pressed') !== 'true';
    loop.setAttribute('aria-pressed', String(on));
    hooks.loop(on);
  });
  scrubber.addEventListener('input', () => hooks.seek(scrubber.valueAsNumber));
  forgive(scrubber, () => at, hooks.seek);
  const row = { class: 'time', role: 'toolbar', 'aria-label': words.time };
  const element = html('div', row, play, back, on, scrubber, output, loop, speed, still);
  const settle = rove(element);
  return {
    element,
    set(t, { first, steps, unit: name }) {
      at = t;
      last = steps;
      scrubber.min = String(first);
      scrubber.max = String(steps);
      scrubber.value = String(t);
      fill(scrubber);
      scrubber.setAttribute('aria-label', name);
      setText(unit, name);
      setText(now, String(t));
      tell();
      // Room for the largest number: the row stays put while the step counts up.
      now.style.minWidth = `${String(steps).length}ch`;
      back.setAttribute('aria-disabled', String(t <= first));
      on.setAttribute('aria-disabled', String(t >= steps));
    },
    computed(frontier) {
      done = frontier;
      tell();
    },
    playing(playing) {
      const name = playing ? words.pause : words.play;
      play.replaceChildren(icon(playing ? 'pause' : 'play'));
      play.setAttribute('aria-label', name);
      play.title = name;
    },
    reduced(reduced) {
      for (const element of [play, loop, speed]) element.hidden = reduced;
      still.hidden = !reduced;
      settle();
    },
  };
}
