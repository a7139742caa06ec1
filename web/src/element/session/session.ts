import type { Engine } from '../../engine/api';
import { answer } from '../../figures/answer';
import {
  type Figure,
  type Ghost,
  type Param,
  type Params,
  plain,
  type Timeline,
} from '../../figures/declare';
import { messageOf } from '../../kinds/dom';
import { short } from '../../kinds/kind';
import { kindOf } from '../../kinds/kinds';
import { isNumeric, type Quantity } from '../../kinds/quantity';
import {
  initialState,
  parse,
  type State,
  same,
  sealed,
  serialise,
  stepAt,
  stepsOf,
  stepWith,
  timelineOf,
} from '../address/state';
import { type Changed, createControls, type Wishes } from '../controls/controls';
import { type AnyPreset, createPresets, valuesOf } from '../controls/presets';
import { createTimeRow } from '../controls/time';
import { createTools } from '../controls/tools';
import type { ExportKind } from '../panels/export-kinds';
import { act } from '../panels/lazy';
import type { Card } from '../stage/card';
import { hearKeys } from '../stage/keys';
import { Grips } from '../stage/lazy-handles';
import { watchSight } from '../stage/sight';
import { FigureView } from '../stage/view';
import { adoptStyles } from '../style/adopt';
import { Late } from './draw-queue';
import { History } from './history';
import { Player } from './player';
import { type Job, Runner } from './runner';

export interface SessionHooks {
  /**
   * Called after each drawing. `reader` when it came from the reader's hand and the figure rests; `jump` when they went from one
   * state to another at a stroke, and not by degrees.
   */
  drawn(by: { readonly reader: boolean; readonly jump: boolean }): void;
  failed(message: string, error: unknown): void;
  /** Called when the reader has kept a run, as a link writes it, or let one go. */
  kept(text: string | undefined): void;
  /** The address of a state, by default the current one; absent where the figure does not use the page's address. */
  link?(state?: string): string;
}

/** One live figure: a definition, an engine and a card, wired together until `dispose`. */
export class Session {
  readonly #wishes: Wishes;
  readonly #figure: Figure;
  readonly #card: Card;
  readonly #hooks: SessionHooks;
  readonly #view: FigureView;
  readonly #runner: Runner;
  readonly #player: Player;
  readonly #controls: ReturnType<typeof createControls>;
  readonly #grips: Grips;
  readonly #presets: ReturnType<typeof createPresets>;
  readonly #time: ReturnType<typeof createTimeRow> | undefined;
  readonly #unwatch: () => void;
  #state: State;
  #start: State;
  #reduced = false;
  /** Whether the reader has changed anything: until then nothing is announced and the address is left alone. */
  #touched = false;
  /** Whether a jump has not been told to the page yet. */
  #jumped = false;
  /** What a preset says, for the ear in place of the caption: one sentence at a time. */
  #news: string | undefined;
  readonly #history = new History();
  /** A better frame that waits for the screen's next one. */
  readonly #late: Late;
  readonly #tools: ReturnType<typeof createTools>;
  readonly #engine: Engine;
  /** Ends the computing of a kept run that another one has replaced. */
  #keeping: AbortController | undefined;

  constructor(wishes: Wishes, engine: Engine, card: Card, hooks: SessionHooks) {
    const { figure, locked } = wishes;
    this.#wishes = wishes;
    this.#figure = figure;
    this.#engine = engine;
    this.#card = card;
    this.#hooks = hooks;
    this.#state = this.#start = initialState(figure);
    adoptStyles(card.element, figure.params);
    const failed = (error: unknown): void => this.#fail(error);
    this.#late = new Late(failed);
    this.#runner = new Runner(
      figure,
      engine,
      (frame, job, refined) => this.#take(frame, job, refined),
      failed,
      (frontier) => this.#time?.computed(frontier),
    );
    this.#player = new Player({
      position: () => ({ t: this.#state.t ?? 0, ...this.#timeline() }),
      ready: () => this.#runner.idle,
      go: (t) => void this.#go({ ...this.#state, t }).catch(() => {}),
      changed: () => this.#playing(),
    });
    const changed: Changed = (name, value, jump) =>
      void this.#byHand(this.#changed({ ...this.#state.values, [name]: value }), jump);
    this.#controls = createControls(figure.params, wishes, changed);
    this.#grips = new Grips(card.stage, ({ Handles }) => new Handles(figure.params, locked, changed));
    this.#presets = createPresets(figure, locked, (preset) => this.#choose(preset));
    this.#time = this.steps === undefined || !wishes.play ? undefined : this.#timeRow();
    hearKeys(card.element, {
      undo: () => void this.undo().catch(() => {}),
      toggle: () => this.#toggle(),
    });
    card.title.textContent = figure.title;
    card.claim.textContent = figure.claim;
    this.#tools = this.#createTools();
    card.desk.replaceChildren(
      ...(this.#time ? [this.#time.element] : []),
      this.#presets.element,
      this.#controls.element,
      this.#tools.element,
    );
    // The box of the drawing is measured when all else is in place.
    this.#view = new FigureView(figure, card, this.#grips, failed);
    this.#unwatch = watchSight(card.element, (seen) => {
      this.#player.hold(!seen);
      this.#runner.rest(!seen);
    });
    this.#setControls();
  }

  get state(): State {
    return this.#state;
  }

  /** The state as a link writes it. */
  get text(): string {
    return serialise(this.#figure, this.#state);
  }

  get steps(): number | undefined {
    return stepsOf(this.#figure, this.#state.values);
  }

  get settled(): boolean {
    return this.#runner.settled && this.#grips.settled && !this.#late.waiting;
  }

  get playing(): boolean {
    return this.#player.playing;
  }

  /** Whether it shows what it starts with and what Reset goes back to. */
  get pristine(): boolean {
    return same(this.#state, this.#start);
  }

  /** Sets what the figure starts with, the author's state over the declaration's, and shows a link's state over that. */
  async begin(
    author: string | undefined,
    link: string | undefined,
    about: readonly string[] = [],
  ): Promise<void> {
    const notes = [...this.#wishes.notes, ...about];
    this.#start = initialState(this.#figure);
    if (author) this.#start = this.#read(author, this.#start, notes, new Set());
    const state = link === undefined ? this.#start : this.#read(link, this.#start, notes);
    this.#card.notes(notes);
    await this.#go(state);
  }

  /** Shows the state that a text names, or the start; what it cannot use falls back to the start, with a note. */
  async restore(text: string | undefined, about: readonly string[] = []): Promise<void> {
    if (text === this.text || text === sealed(this.text)) return;
    const notes = [...about];
    const state = text === undefined ? this.#start : this.#read(text, this.#start, notes);
    this.#jumped = false;
    this.#player.pause();
    this.#card.notes(notes);
    await this.#go(state);
  }

  quantity(name: string): Quantity | undefined {
    const { values } = this.#state;
    const param = this.#param(name);
    const value = values[name];
    // Where a parameter has no effect, what stands in its place counts.
    const without = param && 'when' in param && param.when?.(values) === false;
    if (param && value !== undefined && !without) {
      const text = kindOf(param).aloud(param, value);
      return isNumeric(param) ? { text, param, value: value as number } : { text };
    }
    const { shown } = this.#view;
    const others = (shown && this.#figure.quantities?.(shown.frame, shown.values)) ?? {};
    const text = Object.hasOwn(others, name) ? others[name] : undefined;
    return text === undefined ? undefined : { text };
  }

  #param(name: string): Param | undefined {
    return Object.hasOwn(this.#figure.params, name) ? this.#figure.params[name] : undefined;
  }

  /** What the parameter's own slider would do. */
  async set(name: string, value: unknown): Promise<void> {
    const param = this.#param(name);
    if (!param)
      throw new RangeError(
        `set: there is no parameter “${short(String(name))}”; there are ${Object.keys(this.#figure.params).join(', ')}`,
      );
    const got = kindOf(param).take(param, value);
    if ('problem' in got) throw new RangeError(`set: ${name} is ${got.problem}`);
    if (!this.#wishes.locked.has(name))
      await this.#byHand(this.#changed({ ...this.#state.values, [name]: got.value }));
  }

  async seek(t: number): Promise<void> {
    this.#player.pause();
    await this.#go(this.#at(t));
  }

  async step(by: number): Promise<void> {
    await this.seek((this.#state.t ?? 0) + by);
  }

  async reset(): Promise<void> {
    this.#history.leave(this.#state, this.#start, true);
    this.#player.pause();
    this.#card.notes([]);
    this.#presets.forget();
    this.#news = undefined;
    await this.#go(this.#start);
  }

  /** Takes the last change of a parameter back. Resolves when what was before it is drawn. */
  async undo(): Promise<void> {
    const before = this.#history.back();
    if (!before) return;
    this.#player.pause();
    this.#touched = true;
    this.#news = undefined;
    this.#card.notes([]);
    await this.#go(before);
  }

  /** The kept run as a link writes it; `undefined` where there is none. */
  get kept(): string | undefined {
    const { kept } = this.#view;
    const t = this.steps === undefined ? undefined : kept?.t;
    return kept && serialise(this.#figure, { values: kept.values, t });
  }

  /** Computes the run that a link keeps, and draws it behind what is shown; `undefined` lets it go. */
  async restoreKept(text: string | undefined): Promise<void> {
    this.#keeping?.abort();
    if (text === undefined || !this.#figure.compares) return this.#keep(undefined);
    const keeping = new AbortController();
    this.#keeping = keeping;
    const { state, notes } = parse(this.#figure, text);
    if (notes.length) this.#card.notes(notes.map((note) => `Of the kept run: ${note}`));
    const { values, t = 0 } = state;
    const frame = await answer(this.#figure, this.#engine, values, t, keeping.signal);
    if (!keeping.signal.aborted) await this.#keep({ values, t, frame });
  }

  /** Keeps what is shown, to be compared with what comes; a second time it lets it go. */
  async keep(): Promise<void> {
    const { shown, kept } = this.#view;
    if (!shown || !this.#figure.compares) return;
    this.#keeping?.abort();
    this.#touched = true;
    await this.#keep(kept ? undefined : { values: shown.values, t: shown.t, frame: shown.frame });
    this.#hooks.kept(this.kept);
  }

  async #keep(kept: Ghost<Params, unknown> | undefined): Promise<void> {
    this.#view.keep(kept);
    this.#tools.kept(kept !== undefined);
    await this.#nameKept();
  }

  async #nameKept(): Promise<void> {
    if (!this.#view.kept) return this.#card.kept(undefined);
    const { nameOfGhost } = await import('./ghost');
    const { kept } = this.#view;
    this.#card.kept(kept && nameOfGhost(this.#figure, kept, this.#state.values));
  }

  play(): void {
    if (!this.#reduced) this.#player.play();
    else if (this.steps !== undefined) void this.seek(this.steps).catch(() => {});
  }

  pause(): void {
    this.#player.pause();
  }

  set reduced(reduced: boolean) {
    this.#reduced = reduced;
    if (reduced) this.#player.pause();
    this.#time?.reduced(reduced);
  }

  /** What is on the screen, as a file. */
  async export(kind: ExportKind): Promise<Blob> {
    const what = this.#view.exported;
    return (await import('../panels/export')).exportFigure(kind, what, this.#card.element);
  }

  dispose(): void {
    this.#player.pause();
    this.#runner.dispose();
    this.#late.stop();
    this.#keeping?.abort();
    this.#view.dispose();
    this.#unwatch();
    this.#card.announcer.hush();
  }

  #toggle(): void {
    if (!this.#time || this.#reduced) return;
    this.#touched = true;
    if (this.#player.playing) this.pause();
    else this.play();
  }

  #timeRow(): ReturnType<typeof createTimeRow> {
    const stand = (t: number): void => {
      this.#player.pause();
      void this.#byHand(this.#at(t));
    };
    return createTimeRow({
      toggle: () => this.#toggle(),
      step: (by) => stand((this.#state.t ?? 0) + by),
      seek: stand,
      speed: (times) => {
        this.#player.speed = times;
      },
      loop: (on) => {
        this.#player.loop = on;
      },
    });
  }

  #createTools(): ReturnType<typeof createTools> {
    const { link } = this.#hooks;
    const { action } = this.#figure;
    return createTools({
      reset: () => {
        this.#touched = this.#jumped = true;
        void this.reset().catch(() => {});
      },
      undo: () => void this.undo().catch(() => {}),
      ...(this.#figure.compares && { keep: () => void this.keep().catch(() => {}) }),
      data: (open) => this.#view.openTable(open),
      save: async (kind) => {
        const file = await this.export(kind);
        return (await import('../panels/export')).saveExport(file, this.#figure.id, kind);
      },
      embed: async () => {
        this.pause();
        await (await import('../panels/embedding')).openEmbedding(
          this.#card.element,
          this.#view.exported,
          link,
        );
      },
      action: action && {
        name: action.name,
        run: (place) => act(place, (...how) => action.run(this.#engine, this.#state.values, ...how)),
      },
      python: typeof this.#figure.python === 'object',
      ...(link && { link: () => link() }),
    });
  }

  #choose(preset: AnyPreset): void {
    this.#player.pause();
    const values = this.#held(valuesOf(this.#figure, preset));
    void this.#byHand({ values, t: stepAt(this.#figure, values, preset.t) }, true, preset.expect.says);
  }

  /** The state with other parameters. */
  #changed(values: State['values']): State {
    return { values, t: stepWith(this.#figure, this.#state, values) };
  }

  #at(t: number): State {
    if (Number.isNaN(Number(t))) throw new TypeError('seek: t is not a number');
    return { ...this.#state, t: stepAt(this.#figure, this.#state.values, t) };
  }

  /** The values with the locked ones as the author set them. */
  #held(values: State['values']): State['values'] {
    const locked = Object.entries(this.#start.values).filter(([name]) => this.#wishes.locked.has(name));
    return { ...values, ...Object.fromEntries(locked) };
  }

  #read(text: string, base: State, notes: string[], locked = this.#wishes.locked): State {
    const parsed = parse(this.#figure, text, base, locked);
    notes.push(...parsed.notes);
    return parsed.state;
  }

  #byHand(state: State, jump = false, news?: string): Promise<void> {
    this.#history.leave(this.#state, state, jump);
    this.#touched = true;
    this.#jumped ||= jump;
    this.#news = news;
    this.#card.notes([]);
    const shown = this.#go(state);
    // What fails is told in the card; only scripts wait for it.
    shown.catch(() => {});
    return shown;
  }

  /** Shows the state in the controls at once, and in the drawing as soon as the engine has answered. */
  #go(state: State): Promise<void> {
    this.#state = state;
    this.#setControls();
    const shown = this.#runner.request({ values: state.values, t: state.t ?? 0 });
    this.#card.waits(shown, this.#view.shown ? 'Computing' : 'Loading');
    return shown;
  }

  #setControls(): void {
    const { values, t } = this.#state;
    this.#controls.set(values);
    this.#grips.set(values);
    this.#presets.set(this.#state);
    this.#tools.changed(this.#history.any);
    this.#time?.set(t ?? 0, this.#timeline());
  }

  #timeline(): Required<Timeline> {
    return timelineOf(this.#figure, this.#state.values);
  }

  /** A frame that was asked for is drawn at once; of those that refine it the last, when the screen has time for it. */
  #take(frame: unknown, job: Job, refined: boolean): void {
    this.#late.draw(() => this.#show(frame, job, refined), refined);
  }

  #show(frame: unknown, job: Job, refined: boolean): void {
    this.#view.show({ frame, ...job });
    if (this.#view.kept) void this.#nameKept().catch(() => {});
    this.#card.trouble(undefined);
    this.#tell(refined);
  }

  #playing(): void {
    this.#time?.playing(this.#player.playing);
    if (this.#player.playing) this.#card.announcer.hush();
    // While it played neither the address nor the reader's ear was told.
    if (!this.#player.playing && this.#touched && this.#runner.idle) this.#tell();
  }

  /** Tells the reader's ear and the page. A refined frame is the same state: the page knows it already. */
  #tell(refined = false): void {
    const { sentence } = this.#view;
    if (!sentence) return;
    const reader = this.#touched && !this.#player.playing;
    if (reader) this.#card.announcer.say(this.#news ?? plain(sentence));
    if (refined) return;
    this.#hooks.drawn({ reader, jump: this.#jumped });
    if (reader) this.#jumped = false;
  }

  #fail(error: unknown): void {
    const message = messageOf(error);
    this.#player.pause();
    const stays = this.#view.shown ? ' The picture is the last one that worked.' : '';
    // Without a picture, or after a crash, the same again may well do; what the core refuses it will refuse again.
    const again = !this.#view.shown || (error instanceof Error && error.name.startsWith('Engine'));
    this.#card.trouble(
      `This could not be computed: ${message.replace(/\.$/, '')}.${stays}`,
      again ? () => void this.#go(this.#state).catch(() => {}) : undefined,
    );
    this.#hooks.failed(message, error);
  }
}
