import type { Engine } from '../../engine/api';
import type { Figure, Param } from '../../figures/declare';
import { sameValue, short, type Value } from '../../kinds/kind';
import { kindOf } from '../../kinds/kinds';
import { counted, isNumeric, type Quantity } from '../../kinds/numbers';
import { beside, isIdle } from '../../kinds/param';
import { messageOf } from '../../words/message';
import { wordsOf } from '../../words/words';
import { type State, sealed, stepsOf } from '../address/state';
import { type Changed, createControls, type Wishes } from '../controls/controls';
import { onDesk } from '../controls/desk';
import { createPresets } from '../controls/presets';
import { createTimeRow } from '../controls/time';
import { createTools } from '../controls/tools';
import type { ExportKind } from '../panels/export-kinds';
import { act, fetchPanels } from '../panels/lazy';
import type { Card } from '../stage/card';
import { hearKeys } from '../stage/keys';
import { LazyHandles } from '../stage/lazy-handles';
import { watchSight } from '../stage/sight';
import { Drawings, FigureView } from '../stage/view';
import { type By, Voice } from '../stage/voice';
import { adoptStyles } from '../style/adopt';
import type { Comparison } from './ghost';
import { Player } from './player';
import { type Job, opened, Runner } from './runner';
import { States } from './states';

export interface SessionHooks {
  /** Called after each drawing. */
  drawn(by: By): void;
  failed(message: string, error: unknown): void;
  /** Called when the reader has kept a run, as a link writes it, or let one go. */
  ghost(text: string | undefined): void;
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
  readonly #handles: LazyHandles;
  readonly #presets: ReturnType<typeof createPresets>;
  readonly #time: ReturnType<typeof createTimeRow> | undefined;
  readonly #unwatch: () => void;
  readonly #states: States;
  readonly #voice: Voice;
  /** A better frame that waits for the screen's next one. */
  readonly #drawings: Drawings;
  readonly #tools: ReturnType<typeof createTools>;
  readonly #engine: Engine;
  #reduced = false;
  /** The ghost's keeper, once there is one. */
  #comparison: Comparison | undefined;

  constructor(wishes: Wishes, engine: Engine, card: Card, hooks: SessionHooks) {
    const { figure, locked } = wishes;
    this.#wishes = wishes;
    this.#figure = figure;
    this.#engine = engine;
    this.#card = card;
    this.#hooks = hooks;
    this.#states = new States(figure, locked);
    this.#voice = new Voice(card.announcer, hooks.drawn);
    adoptStyles(card.element, figure.params);
    const failed = (error: unknown): void => this.#fail(error);
    this.#drawings = new Drawings(failed);
    this.#runner = new Runner(
      figure,
      engine,
      (frame, job, refined) => this.#take(frame, job, refined),
      failed,
      (frontier) => {
        this.#time?.computed(frontier);
        if (frontier !== undefined) card.trained(frontier, this.#t);
      },
    );
    this.#player = new Player({
      position: () => ({ t: this.#t, ...this.#states.timeline }),
      ready: () => this.#runner.idle,
      go: (t) => void this.#go({ ...this.state, t }).catch(() => {}),
      changed: () => this.#playing(),
    });
    const changed: Changed = (name, value, jump) => void this.#byHand(this.#states.with(name, value), jump);
    this.#controls = createControls(figure.params, wishes, changed, figure);
    this.#handles = new LazyHandles(card.stage, ({ Handles }) => new Handles(figure.params, locked, changed));
    this.#presets = createPresets(figure, locked, (preset) => {
      this.#player.pause();
      void this.#byHand(this.#states.of(preset), true, preset.says);
    });
    this.#time = this.steps === undefined || !wishes.play ? undefined : this.#timeRow();
    card.element.addEventListener('pointerdown', () => this.#states.history.part(), true);
    hearKeys(card.element, {
      undo: () => void this.undo().catch(() => {}),
      toggle: () => this.#toggle(),
    });
    card.title.textContent = figure.title;
    card.claim.textContent = figure.claim;
    this.#tools = this.#createTools();
    card.desk.replaceChildren(...onDesk(this.#time, this.#controls, this.#presets, this.#tools));
    figure.words?.mark?.(card.element, figure);
    // The box of the drawing is measured when all else is in place.
    this.#view = new FigureView(figure, card, this.#handles, failed);
    this.#unwatch = watchSight(card.element, (seen) => {
      this.#player.hold(!seen);
      this.#runner.rest(!seen);
    });
    this.#setControls();
  }

  get state(): State {
    return this.#states.now;
  }

  get #t(): number {
    return this.state.t ?? 0;
  }

  /** The state as a link writes it. */
  get text(): string {
    return this.#states.text;
  }

  get steps(): number | undefined {
    return stepsOf(this.#figure, this.state.values);
  }

  get settled(): boolean {
    return this.#runner.settled && this.#handles.settled && !this.#drawings.waiting;
  }

  get playing(): boolean {
    return this.#player.playing;
  }

  /** Whether it shows what it starts with and what Reset goes back to. */
  get pristine(): boolean {
    return this.#states.pristine;
  }

  /** Sets what the figure starts with, the author's state over the declaration's, and shows a link's state over that. */
  async begin(
    author: string | undefined,
    link: string | undefined,
    about: readonly string[] = [],
  ): Promise<void> {
    const notes = [...this.#wishes.notes, ...about];
    this.#states.begin(author, notes);
    const state = link === undefined ? this.#states.start : this.#states.read(link, notes);
    this.#card.notes(notes);
    await this.#go(state);
  }

  /** Shows the state that a text names, or the start; what it cannot use falls back to the start, with a note. */
  async restore(text: string | undefined, about: readonly string[] = []): Promise<void> {
    if (text === this.text || text === sealed(this.text)) return;
    const notes = [...about];
    const state = text === undefined ? this.#states.start : this.#states.read(text, notes);
    this.#voice.told();
    await this.#goTo(state, notes);
  }

  quantity(name: string): Quantity | undefined {
    const { values } = this.state;
    const declared = this.#param(name);
    const param = declared && beside(declared, values);
    const value = param && counted(param, values[name] as Value);
    // Where a parameter has no effect, what stands in its place counts.
    if (param && value !== undefined && !isIdle(param, values)) {
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
    // What a script has given wrongly is told in English, as to all scripts.
    const got = kindOf(param).take({ ...param, words: undefined } as Param, value);
    if ('problem' in got) throw new RangeError(`set: ${name} is ${got.problem}`);
    if (!this.#wishes.locked.has(name)) await this.#byHand(this.#states.with(name, got.value));
  }

  async seek(t: number): Promise<void> {
    this.#player.pause();
    await this.#go(this.#states.at(t));
  }

  async step(by: number): Promise<void> {
    await this.seek(this.#t + by);
  }

  async reset(): Promise<void> {
    const { history, now, start } = this.#states;
    history.leave(now, start, true);
    this.#presets.forget();
    await this.#goTo(start);
  }

  /** Takes the last change of a parameter back. Resolves when what was before it is drawn. */
  async undo(): Promise<void> {
    const before = this.#states.history.back();
    if (!before) return;
    this.#voice.touch();
    await this.#goTo(before);
  }

  /** The ghost as a link writes it; `undefined` where there is none. */
  get ghost(): string | undefined {
    return this.#comparison?.text;
  }

  /** Computes the run that a link keeps, and draws it behind what is shown; `undefined` lets it go. */
  async restoreGhost(text: string | undefined): Promise<void> {
    if (!this.#figure.compares || (text === undefined && !this.#comparison)) return;
    await (this.#comparison ?? (await this.#compare())).restore(text);
    this.#haunted();
  }

  /** Keeps what is shown, to be compared with what comes; a second time it lets it go. */
  async keep(): Promise<void> {
    if (!this.#view.shown || !this.#figure.compares) return;
    (this.#comparison ?? (await this.#compare())).toggle();
    this.#voice.touch();
    this.#haunted();
    this.#hooks.ghost(this.ghost);
  }

  async #compare(): Promise<Comparison> {
    const { Comparison } = await import('./ghost');
    this.#comparison ??= new Comparison(this.#figure, this.#engine, this.#card, this.#view);
    return this.#comparison;
  }

  #haunted(): void {
    this.#tools.ghost(this.#view.ghost !== undefined);
    this.#comparison?.name(this.state.values);
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
    return (await fetchPanels()).exported(kind, what, this.#card.element);
  }

  dispose(): void {
    this.#player.pause();
    this.#runner.dispose();
    this.#drawings.stop();
    this.#comparison?.stop();
    this.#view.dispose();
    this.#unwatch();
    this.#voice.hush();
  }

  #toggle(): void {
    if (!this.#time || this.#reduced) return;
    this.#voice.touch();
    if (this.#player.playing) this.pause();
    else this.play();
  }

  #timeRow(): ReturnType<typeof createTimeRow> {
    const stand = (t: number): void => {
      this.#player.pause();
      void this.#byHand(this.#states.at(t));
    };
    const hooks = {
      toggle: () => this.#toggle(),
      step: (by: number) => stand(this.#t + by),
      seek: stand,
      speed: (times: number) => {
        this.#player.speed = times;
      },
      loop: (on: boolean) => {
        this.#player.loop = on;
      },
    };
    return createTimeRow(hooks, this.#figure);
  }

  #createTools(): ReturnType<typeof createTools> {
    const { link } = this.#hooks;
    const { action } = this.#figure;
    return createTools({
      ...(!this.#controls.element.hidden && { explain: () => this.#controls.explain() }),
      reset: () => {
        this.#voice.touch(true);
        void this.reset().catch(() => {});
      },
      undo: () => void this.undo().catch(() => {}),
      ...(this.#figure.compares && { keep: () => void this.keep().catch(() => {}) }),
      data: (open) => this.#view.openTable(open),
      offers: {
        figure: this.#figure,
        engine: this.#engine,
        exported: () => this.#view.exported,
        open: opened,
      },
      embed: async () => {
        this.pause();
        await (await fetchPanels()).embed(this.#card.element, this.#view.exported, link);
      },
      action: action && {
        name: action.name,
        run: (place) =>
          act(place, this.#figure, (...how) => action.run(this.#engine, this.state.values, ...how)),
      },
      ...(link && { link: () => link() }),
    });
  }

  #byHand(state: State, jump = false, news?: string): Promise<void> {
    this.#states.history.leave(this.state, state, jump);
    this.#voice.touch(jump);
    this.#voice.news = news;
    if (jump) this.#leap();
    this.#card.notes([]);
    const shown = this.#go(state);
    // What fails is told in the card; only scripts wait for it.
    shown.catch(() => {});
    return shown;
  }

  /** The next picture comes by degrees, unless motion is unwelcome. */
  #leap(): void {
    if (!this.#reduced) this.#card.leap = this.#drawings;
  }

  /** Leaves whatever is under way for a state from elsewhere. */
  async #goTo(state: State, notes: readonly string[] = []): Promise<void> {
    this.#player.pause();
    this.#voice.news = undefined;
    this.#leap();
    this.#card.notes(notes);
    await this.#go(state);
  }

  /** Shows the state in the controls at once, and in the drawing as soon as the engine has answered. */
  #go(state: State): Promise<void> {
    this.#states.now = state;
    this.#setControls();
    const shown = this.#runner.request({ values: state.values, t: state.t ?? 0 });
    this.#card.waits(shown, this.#view.shown ? 'Computing' : 'Loading', !this.#isShown(state));
    return shown;
  }

  /** Whether the picture, or before the first one the poster, is of this state. */
  #isShown({ values, t = 0 }: State): boolean {
    const { shown } = this.#view;
    return shown ? shown.t === t && sameValue(shown.values, values) : this.#states.pristine;
  }

  #setControls(): void {
    const { values } = this.state;
    this.#controls.set(values);
    this.#handles.set(values);
    this.#presets.set(this.state);
    this.#tools.changed(this.#states.history.any);
    this.#time?.set(this.#t, this.#states.timeline);
  }

  /** A frame that was asked for is drawn at once; of those that refine it the last, when the screen has time for it. */
  #take(frame: unknown, job: Job, refined: boolean): void {
    this.#drawings.draw(() => this.#show(frame, job, refined), refined);
  }

  #show(frame: unknown, job: Job, refined: boolean): void {
    this.#view.show({ frame, ...job });
    this.#comparison?.name(this.state.values);
    this.#card.trouble(undefined);
    this.#voice.tell(this.#view.sentence, this.#player.playing, refined);
  }

  #playing(): void {
    const { playing } = this.#player;
    this.#time?.playing(playing);
    if (playing) this.#voice.hush();
    // While it played neither the address nor the reader's ear was told.
    else if (this.#voice.touched && this.#runner.idle) this.#voice.tell(this.#view.sentence, false);
  }

  #fail(error: unknown): void {
    const message = messageOf(error);
    this.#player.pause();
    const words = wordsOf(this.#figure);
    const poster = this.#states.pristine ? '' : words.firstPicture;
    const stays = this.#view.shown ? words.lastPicture : poster;
    // Without a picture, or after a crash, the same again may well do; what the core refuses it will refuse again.
    const again = !this.#view.shown || (error instanceof Error && error.name.startsWith('Engine'));
    this.#card.trouble(
      words.notComputed(words.reason(error).replace(/\.$/, '')) + stays,
      again ? () => void this.#go(this.state).catch(() => {}) : undefined,
    );
    this.#hooks.failed(message, error);
  }
}
