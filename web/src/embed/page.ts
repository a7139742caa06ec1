/** embed.html: one figure for a frame on another page. Its address holds the state, its messages the height. */
import 'virtual:fonts.css';
import 'virtual:colours.css';
import '../article/tokens.css';
import './embed.css';
import 'virtual:heights.css';
import figurePages from 'virtual:figure-pages';
import { showPosters } from '../article/theme';
import { defineAttnFigure } from '../element/shell/define';
import { figures } from '../figures/registry';
import { html } from '../kinds/dom';
import { Heights } from './heights';
import { hear, type Report, toMessage } from './messages';
import { askedAs, heightForOthers, secretOf } from './other-hosts';
import { readSettings, stateOf } from './settings';

/** Browsers refuse a page that rewrites its address too often. */
const addressInterval = 400;

const { fig, id, origin, attributes } = readSettings(location.search);
const main = document.querySelector('main') as HTMLElement;
const home = document.querySelector('.home') as HTMLAnchorElement;
const framed = parent !== window;

/**
 * Messages go to the origin that the address names. Without one they go to any page around: who embeds this page knows the figure
 * and its address already, and a height tells them nothing else. Whoever meant one and wrote none is told, and nobody else.
 */
const send = (message: unknown): void => {
  if (framed && origin !== '') parent.postMessage(message, origin ?? '*');
};
if (origin === '') console.warn('embed.html: ?origin= is no origin, as in https://blog.example: no messages');
const tell = (report: Report): void => send(toMessage(id, report));

// As the frame was given: both change with the state.
const [src, secret] = [location.href, secretOf(location.hash)];
let asked: number | undefined;
let told: number | undefined;
function tellHeight(height: number): void {
  told = height;
  tell({ event: 'height', height });
  for (const message of heightForOthers(height, {
    src,
    ...(secret !== undefined && { secret }),
    ...(asked !== undefined && { asked }),
  }))
    send(message);
}
addEventListener('message', ({ data, source }) => {
  const by = source === parent ? askedAs(data) : undefined;
  if (by === undefined) return;
  asked = by;
  if (told !== undefined) tellHeight(told);
});

if (Object.hasOwn(figures, fig)) showFigure();
else sayThereIsNone();
// Once the card stands: that of an empty page would have the page around shrink first.
reportHeights();

/** The height of the content, never that of the window: the window's is what the page around makes of it. */
function reportHeights(): void {
  const heights = new Heights();
  let waiting: ReturnType<typeof setTimeout> | undefined;
  const report = (): void => {
    clearTimeout(waiting);
    const height = Math.ceil(document.body.getBoundingClientRect().height);
    const left = heights.offer(height, performance.now());
    if (left === 0) tellHeight(height);
    else if (left !== undefined) waiting = setTimeout(report, left);
  };
  new ResizeObserver(report).observe(document.body);
  // A frame out of sight is not laid out by itself.
  addEventListener('figure-ready', report);
  report();
}

function showFigure(): void {
  defineAttnFigure({ link: false, figures });
  const text = stateOf(location.hash, fig);
  // What the frame's author has put in the address is also what Reset goes back to.
  const figure = html('attn-figure', { fig, ...attributes, state: text || undefined });
  const page = figurePages[fig];
  if (page) home.href = page.href;

  let settled: string | undefined;
  let waiting: ReturnType<typeof setTimeout> | undefined;
  const write = (): void => {
    waiting = undefined;
    if (figure.playing) later();
    if (figure.playing || figure.value === settled) return;
    settled = figure.value;
    if (page) home.href = `${page.href}#${page.key}=${settled}`;
    try {
      history.replaceState(history.state, '', `#${settled}`);
    } catch {
      // A sandboxed frame may not touch its address; the figure works without.
    }
  };
  const later = (): void => {
    waiting ??= setTimeout(write, addressInterval);
  };
  figure.addEventListener('figure-ready', () => {
    settled = figure.value;
    if (page && text) home.href = `${page.href}#${page.key}=${settled}`;
    tell({ event: 'ready' });
  });
  figure.addEventListener('figure-state', later);
  figure.addEventListener('figure-error', () => tell({ event: 'error' }));

  addEventListener('hashchange', () => {
    clearTimeout(waiting);
    waiting = undefined;
    const state = stateOf(location.hash, fig);
    if (state) figure.value = state;
    else void figure.reset().catch(() => {});
    settled = figure.value;
  });

  addEventListener('message', (event) => {
    const command = hear(event, { parent, self: window, origin, id });
    if (command?.command === 'state') figure.value = command.state;
    else if (command?.command === 'seek') void figure.seek(command.t).catch(() => {});
    else if (command?.command === 'play') figure.play();
    else if (command?.command === 'pause') figure.pause();
  });

  if (!text && !('step-range' in attributes)) figure.append(poster());
  main.append(figure);
  showPosters();
  // The page around needs the height before its reader arrives; `loading="lazy"` on the frame is what keeps the cost down.
  void figure.step(0).catch(() => {});
}

/** What the figure opens with, until it is live and where it cannot be. Under another state it would be another picture. */
function poster(): HTMLElement {
  const dark = 'screen and (prefers-color-scheme: dark)';
  const narrow = '(max-width: 44rem)';
  const source = (media: string, name: string): HTMLElement =>
    html('source', { media, srcset: `posters/${fig}.${name}.svg` });
  return html(
    'picture',
    {},
    source(`${dark} and ${narrow}`, 'narrow.dark'),
    source(dark, 'dark'),
    source(narrow, 'narrow.light'),
    html('img', { alt: 'The figure as it opens.', src: `posters/${fig}.light.svg` }),
  );
}

function sayThereIsNone(): void {
  const sentence = fig
    ? `There is no figure called “${fig.slice(0, 40)}” here.`
    : 'This address names no figure: it needs ?fig= and a name.';
  main.append(html('p', { class: 'none' }, sentence));
  tell({ event: 'error' });
}
