export interface Clock {
  request(callback: (now: number) => void): number;
  cancel(handle: number): void;
}

const frames: Clock = {
  request: (callback) => requestAnimationFrame(callback),
  cancel: (handle) => cancelAnimationFrame(handle),
};

/** How long the whole timeline takes to play, in ms; more where the screen has fewer frames than that. */
const duration = 4500;
/** How long one step takes at most: eight a second still look like a movement. */
const slowest = 120;
/** How long the end is shown before it starts over, in ms: it is what most figures are about. */
const rest = 1200;

export interface Track {
  /** Where it stands, where it starts and where it ends, and how many steps a frame takes. */
  position(): { readonly t: number; readonly first: number; readonly steps: number; readonly stride: number };
  /** Whether the picture of the last step has been drawn. */
  ready(): boolean;
  go(t: number): void;
  changed(): void;
}

/** Plays a timeline: one stride per frame at most, never a step that depends on the time that has passed. */
export class Player {
  /** Times the usual pace. */
  speed = 1;
  /** Whether it starts over at the end. */
  loop = false;
  readonly #track: Track;
  readonly #clock: Clock;
  #playing = false;
  #held = false;
  #handle: number | undefined;
  /** When the next step is to be shown. */
  #due = -Infinity;

  constructor(track: Track, clock: Clock = frames) {
    this.#track = track;
    this.#clock = clock;
  }

  get playing(): boolean {
    return this.#playing;
  }

  /** Plays on, from the start where it stands at the end. */
  play(): void {
    const { t, first, steps } = this.#track.position();
    if (this.#playing || steps <= first) return;
    this.#playing = true;
    this.#due = -Infinity;
    if (t >= steps) this.#track.go(first);
    this.#track.changed();
    this.#schedule();
  }

  pause(): void {
    if (!this.#playing) return;
    this.#playing = false;
    this.#schedule();
    this.#track.changed();
  }

  /** Stands still without forgetting that it plays: while nobody can see it. */
  hold(held: boolean): void {
    this.#held = held;
    this.#schedule();
  }

  #schedule(): void {
    const run = this.#playing && !this.#held;
    if (run) this.#handle ??= this.#clock.request((now) => this.#tick(now));
    else if (this.#handle !== undefined) {
      this.#clock.cancel(this.#handle);
      this.#handle = undefined;
    }
  }

  #tick(now: number): void {
    this.#handle = undefined;
    const { t, first, steps, stride } = this.#track.position();
    if (t >= steps && !this.loop) this.pause();
    else if (now >= this.#due - 1 && this.#track.ready()) {
      const next = t >= steps ? first : Math.min(t + stride, steps);
      const wait =
        next === steps && this.loop ? rest : Math.min(slowest, (duration * stride) / (steps - first));
      const due = this.#due === -Infinity ? now : this.#due;
      // From when it was due, so that the pace is right on average; what came late is not made up for.
      this.#due = Math.max(due + wait / this.speed, now);
      this.#track.go(next);
    }
    this.#schedule();
  }
}
