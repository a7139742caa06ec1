import type { Engine } from '../../engine/api';
import { endSharedEngine, sharedEngine } from '../../engine/client';
import type { Figure } from '../../figures/declare';
import { html, notLoaded } from '../../kinds/dom';
import type { Value } from '../../kinds/kind';
import type { Quantity } from '../../kinds/numbers';
import { messageOf } from '../../words/message';
import { Entry } from '../address/address';
import { foldedOf, type Wishes } from '../controls/controls';
import type { ExportKind } from '../panels/export-kinds';
import { fetchPanels } from '../panels/lazy';
import { Session } from '../session/session';
import { type Card, createCard } from '../stage/card';
import { keepKeys } from '../stage/keys';
import { emptySheet, sheetOf } from '../style/adopt';
import { litStyle, style } from '../style/style';
import { isAuthored, observed, Reflecting, takeEarly } from './attributes';
import { declarationOf } from './declaration';
import { Deferred } from './deferred';
import type { FigureDetail, FigureEvents } from './events';
import { languageAt, wordsAt } from './language';
import { whenParsed } from './parsed';
import { turn } from './turn';

/** How long, in ms, a page is without figures before the engine ends: one that is moved or shown anew is back by then. */
const lull = 3000;

/**
 * `<attn-figure fig="particles">`: one live figure, started when it comes near the viewport.
 *
 * `state` is what it starts with and what Reset goes back to, `value` what is shown, as an `<input>` has `defaultValue` and `value`; as
 * attributes and as properties. `Attributes` has `state` and the others. Its children are shown until the first drawing. Events: see
 * `FigureEvents`.
 */
export class AttnFigure extends Reflecting {
  static readonly observedAttributes = observed;
  /** Whether figures of this page use its address where their `link` attribute does not say. */
  static linked = true;
  /** How many there are on the page. */
  static count = 0;

  readonly #root = this.attachShadow({ mode: 'open' });
  #lit: CSSStyleSheet | undefined;
  readonly #calm = matchMedia('(prefers-reduced-motion: reduce)');
  #card: Card | undefined;
  /** When the card has the words of the language that its place had as it was built. */
  #speaks: Promise<void> | undefined;
  #session: Session | undefined;
  #near: IntersectionObserver | undefined;
  /** Tells an attempt to start apart from one that has been given up. */
  #attempt: object | undefined;
  /** What is to be shown at the next start: set before that, or shown before the element was moved. */
  #pending: string | undefined;
  /** What this task has asked for. */
  #asked: string | undefined;
  #ready = new Deferred<void>();
  #isReady = false;
  /** Its part of the page's address, where it uses that. */
  #entry: Entry | undefined;
  /** What the reader points at, as last told to the page. */
  #pointedAt = '';

  readonly #onMotion = (): void => this.#setMotion();

  constructor() {
    super();
    keepKeys(this.#root);
  }

  /** Resolves after the first live drawing; rejects when the figure cannot be started. */
  get ready(): Promise<void> {
    return this.#ready.promise;
  }

  /** The name that it has in the page's address: its id, or its `fig`, with a number where another one came first. */
  get key(): string {
    return this.#entry?.key ?? (this.id || (this.fig ?? ''));
  }

  /**
   * What is shown, as text for a link. What a new text names and the figure cannot show falls back, with a note; `null` or nothing shows
   * what it starts with. The attribute sets it, and does not follow it.
   */
  get value(): string {
    return this.#session ? this.#session.text : (this.#pending ?? this.state ?? '');
  }

  set value(text: string | null) {
    this.#show(text);
  }

  /** The last step; `undefined` before the figure is there and where it does not evolve. */
  get steps(): number | undefined {
    return this.#session?.steps;
  }

  /** Whether it is live and stands still: what it shows is of its state, and there is nothing left to compute. */
  get settled(): boolean {
    return (this.#isReady && this.#session?.settled && !this.playing) ?? false;
  }

  /** Whether it plays. */
  get playing(): boolean {
    return this.#session?.playing ?? false;
  }

  /** The present values of the parameters, by name; `undefined` before the figure's code is there. */
  get values(): Readonly<Record<string, Value>> | undefined {
    return this.#session?.state.values;
  }

  /**
   * What a parameter, or another quantity that the figure shows, is now; `undefined` before the figure's code is there and for what
   * it does not know.
   */
  quantity(name: string): Quantity | undefined {
    return this.#session?.quantity(name);
  }

  /** Moves a parameter as its control does, to the nearest value that this can show. Resolves when it is drawn. */
  set(name: string, value: Value): Promise<void> {
    return this.#act((session) => session.set(name, value));
  }

  /** Lights what shows a quantity, in the drawing and among the controls, and starts the figure if need be; nothing, where absent. */
  highlight(quantity = ''): void {
    if (quantity && this.#card) this.#start();
    const drawn = this.#root.querySelector(`svg [data-of~="${CSS.escape(quantity)}"]`) !== null;
    this.#lit?.replaceSync(quantity ? litStyle(CSS.escape(quantity), drawn) : '');
  }

  /** Plays to the end, from the start where it stands there. Where motion is unwelcome it shows the end instead. */
  play(): void {
    void this.#act((session) => session.play()).catch(() => {});
  }

  /** Stands still where it is. */
  pause(): void {
    this.#session?.pause();
  }

  /** Goes `n` steps on, or back for a negative `n`. Resolves when they are drawn. */
  step(n = 1): Promise<void> {
    return this.#act((session) => session.step(n));
  }

  /** Goes to the step nearest to `t`. Resolves when it is drawn. */
  seek(t: number): Promise<void> {
    return this.#act((session) => session.seek(t));
  }

  /** Goes back to what the figure started with. Resolves when it is drawn. */
  reset(): Promise<void> {
    return this.#act((session) => session.reset());
  }

  /** Keeps what is shown behind the next pictures, or lets it go; nothing where the figure does not compare. */
  keep(): Promise<void> {
    return this.#act((session) => session.keep());
  }

  /** Takes the last change of a parameter by hand back. Resolves when it is drawn. */
  undo(): Promise<void> {
    return this.#act((session) => session.undo());
  }

  /** What is shown now, as a file: the picture as `svg` or `png`, the numbers behind it as `csv`, all that is known as `json`, and as `python` what recomputes the numbers, where the figure has that. */
  export(kind: ExportKind): Promise<Blob> {
    return this.#act((session) => session.export(kind));
  }

  connectedCallback(): void {
    takeEarly(this);
    const { ownerDocument } = this;
    if (this.#card || !ownerDocument.defaultView) return;
    this.#lit ??= emptySheet(ownerDocument);
    this.#root.adoptedStyleSheets = [sheetOf(ownerDocument, style), this.#lit];
    AttnFigure.count++;
    const linked = this.link === null ? AttnFigure.linked : this.link !== 'off';
    this.#entry = linked ? new Entry(this.key, () => this.#session) : undefined;
    this.#lay();
    this.#calm.addEventListener('change', this.#onMotion);
    // One screen ahead: what a reader scrolls to is there when they arrive.
    this.#near = new IntersectionObserver(
      (entries) => entries.some((e) => e.isIntersecting) && this.#start(),
      {
        rootMargin: '100% 0px',
      },
    );
    this.#near.observe(this);
    // What comes after it makes the page long enough to scroll there.
    whenParsed(() => this.#entry?.comeIntoView(this));
  }

  disconnectedCallback(): void {
    // Out of the page it is above nothing any more, and would lie in the card.
    this.#root.querySelector('dialog')?.close();
    // Moving an element takes it out and puts it in again: only what stays out is taken apart.
    queueMicrotask(() => {
      if (!this.isConnected) this.#stop();
    });
  }

  /** Another document has other style sheets: it begins anew there, with what it showed. */
  adoptedCallback(): void {
    this.#stop();
    this.#lit = undefined;
  }

  attributeChangedCallback(name: string, old: string | null, value: string | null): void {
    if (old === value) return;
    if (name === 'value') this.#show(value);
    else if (name === 'motion') this.#setMotion();
    else if (name === 'state') {
      this.#session?.pause();
      void this.#session?.begin(value ?? undefined, this.#asked).catch(() => {});
    } else if (this.#card) {
      // Built anew: it shows what it showed, and who waits for it goes on waiting.
      const waits = this.#attempt && !this.#isReady;
      this.#stop(true);
      if (this.isConnected) this.connectedCallback();
      if (waits) this.#start();
    }
    // Another figure, or another start, is shown as it starts, or as the same task has asked for.
    if (old !== null && (name === 'fig' || name === 'state')) this.#pending = this.#asked;
  }

  /** Where definitions come from. */
  protected loadFigure(fig: string): Promise<Figure> {
    return declarationOf(fig, this.dataset.code);
  }

  /** Where the engine comes from: one for all figures of the page. */
  protected async loadEngine(): Promise<Engine> {
    return sharedEngine();
  }

  #show(text: string | null): void {
    const asked = text || undefined;
    this.#asked = asked;
    queueMicrotask(() => {
      this.#asked = undefined;
    });
    if (this.#session) void this.#session.restore(asked).catch(() => {});
    else this.#pending = asked;
  }

  #lay(): void {
    const card = createCard();
    this.#card = card;
    this.#speaks = wordsAt(this).then(card.speak);
    const { element } = card;
    for (const type of ['pointerover', 'pointerleave', 'focusin', 'focusout'])
      element.addEventListener(type, (event) => this.#point(event));
    const come = (): void =>
      void fetchPanels().then(
        ({ come }) => come(card),
        () => {},
      );
    for (const type of ['pointerenter', 'focusin']) element.addEventListener(type, come, { once: true });
    // Its own direction, whatever the page's: style-card.ts keeps the rest of the page's text away.
    const box = html('div', { class: 'box', dir: 'ltr' }, element);
    this.#root.replaceChildren(box, html('canvas', { 'aria-hidden': 'true' }));
  }

  #point({ type, target }: Event): void {
    const ends = type === 'pointerleave' || type === 'focusout';
    const at = ends ? '' : ((target as Element).closest('[data-of]')?.getAttribute('data-of') ?? '');
    if (at === this.#pointedAt) return;
    this.#pointedAt = at;
    this.#emit('figure-highlight', { quantities: at ? at.split(' ') : [] });
  }

  #start(): void {
    if (this.#attempt || !this.#card) return;
    this.#near?.disconnect();
    const attempt = {};
    this.#attempt = attempt;
    const opening = this.#open(this.#card, attempt);
    const asked = this.#pending ?? this.#entry?.read().text;
    this.#card.waits(opening, 'Loading', asked !== undefined);
    void opening.catch(async (error) => {
      await this.#speaks;
      if (this.#attempt === attempt) this.#cannotStart(error);
    });
  }

  async #open(card: Card, attempt: object): Promise<void> {
    const [declared, engine, author] = await Promise.all([
      this.loadFigure(this.fig ?? ''),
      this.loadEngine(),
      isAuthored(this) ? import('../controls/wishes') : undefined,
      this.#speaks,
    ]);
    const figure = ((await card.words.spoken?.(declared)) ?? declared) as Figure;
    // A page with many figures stays responsive: each is built in a task of its own.
    await turn();
    if (this.#attempt !== attempt) return;
    const entry = this.#entry;
    const wishes = author?.readWishes(figure, this) ?? everything(figure);
    const session = new Session(wishes, engine, card, {
      drawn: (by) => this.#drawn(by),
      failed: (message, error) => this.#emit('figure-error', { message, error }),
      ghost: (text) => entry?.writeGhost(text),
      ...(entry && { link: (state = this.value) => entry.addressOf(state) }),
    });
    this.#session = session;
    author?.askFirst(card.element, this.ask, figure, languageAt(this));
    this.#setMotion();
    if (entry) entry.said = figure;
    const address = entry?.read();
    const value = this.#pending ?? address?.text;
    this.#pending = undefined;
    await session.begin(this.state ?? undefined, value, address?.about).catch((error) => {
      // The card says what went wrong, its controls work, and the next drawing that succeeds makes the figure ready.
      if (this.#attempt === attempt && !this.#isReady) this.#ready.reject(error);
    });
    entry?.restoreGhost();
  }

  #cannotStart(error: unknown): void {
    const message = messageOf(error);
    const card = this.#card as Card;
    card.absent(true);
    card.trouble(notLoaded(card.words, error, true), () => {
      card.absent(false);
      this.#attempt = undefined;
      this.#ready = new Deferred();
      this.#start();
    });
    this.#emit('figure-error', { message, error });
    this.#ready.reject(error);
  }

  #stop(rebuilds = false): void {
    if (!this.#card) return;
    AttnFigure.count--;
    if (!AttnFigure.count) setTimeout(() => AttnFigure.count || endSharedEngine(), lull);
    // Nor may an address come back that lags behind what is shown.
    const shown = this.#session && (!this.#session.pristine || this.#entry?.lags);
    this.#pending = shown ? this.value : this.#pending;
    this.#attempt = undefined;
    // Who waits for a figure that has been taken away hears of it.
    if (!rebuilds) this.#ready.reject(new Error('attn-figure: the element was removed'));
    this.#entry?.release();
    this.#entry = undefined;
    this.#near?.disconnect();
    this.#calm.removeEventListener('change', this.#onMotion);
    this.#session?.dispose();
    this.#session = undefined;
    this.#card.trouble(undefined);
    this.#card = undefined;
    // Chromium 156 keeps radio buttons of a group that are taken out of a shadow root, and with them the whole card.
    for (const radio of this.#root.querySelectorAll<HTMLInputElement>('[type=radio]')) radio.name = '';
    this.#root.replaceChildren();
    if (this.#ready.settled) this.#ready = new Deferred();
    this.#isReady = false;
  }

  /** At once where it is live, in the order in which it is asked; else when it is. */
  async #act<T>(act: (session: Session) => T | Promise<T>): Promise<T> {
    return act(this.#session ?? (await this.#live()));
  }

  async #live(): Promise<Session> {
    if (!this.#card) throw new Error('attn-figure: the element is not in a document');
    this.#start();
    await this.ready;
    if (!this.#session) throw new Error('attn-figure: the element was removed');
    return this.#session;
  }

  #drawn({ reader, jump }: { reader: boolean; jump: boolean }): void {
    if (!this.#isReady) {
      this.#isReady = true;
      this.#ready.resolve();
      // A first attempt may have failed; who asks from now on hears of this one.
      this.#ready = new Deferred();
      this.#ready.resolve();
      this.#emit('figure-ready', { steps: this.steps });
    }
    const session = this.#session;
    if (!session) return;
    const { values, t } = session.state;
    this.#emit('figure-state', { values, t });
    if (reader) this.#entry?.write(session.pristine ? undefined : this.value, jump);
  }

  #setMotion(): void {
    if (this.#session)
      this.#session.reduced = this.motion === 'reduced' || (this.motion !== 'full' && this.#calm.matches);
  }

  #emit<K extends keyof FigureEvents>(
    name: K,
    own: Omit<FigureEvents[K]['detail'], keyof FigureDetail>,
  ): void {
    const detail = { fig: this.fig ?? '', value: this.value, state: this.value, ...own };
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }
}

/** What the author of a page wants who says nothing. */
const everything = (figure: Figure): Wishes => ({
  ...foldedOf(figure),
  play: true,
  locked: new Set(),
  figure,
  notes: [],
});

declare global {
  interface HTMLElementTagNameMap {
    'attn-figure': AttnFigure;
  }
}
