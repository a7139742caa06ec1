// What a reader does to a figure, one act each. An act says in a word or two what it did, for whoever has to find it again.

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Brings one of the visible elements that `selector` finds in the figure into view. Where it is then; undefined where there is none. */
const place = (page, id, selector, share) =>
  page.evaluate(
    ([id, selector, share]) => {
      const root = document.getElementById(id)?.shadowRoot;
      const all = [...(root?.querySelectorAll(selector) ?? [])].filter((e) => e.getClientRects().length);
      const one = all[Math.floor(share * all.length)];
      if (!one) return undefined;
      one.scrollIntoView({ block: 'center' });
      const { x, y, width, height } = one.getBoundingClientRect();
      const name = one.getAttribute('aria-label') ?? one.textContent.slice(0, 30) ?? '';
      return { x: x + width / 2, y: y + height / 2, width, name: `${one.localName} ${one.id} ${name}` };
    },
    [id, selector, share],
  );

async function press({ page, id, dice }, selector) {
  const at = await place(page, id, selector, dice.roll());
  if (!at) return 'nothing to press';
  await page.mouse.click(at.x, at.y);
  return at.name;
}

async function drag({ page, id, dice }, selector) {
  const at = await place(page, id, selector, dice.roll());
  if (!at) return 'nothing to drag';
  const wide = Math.max(at.width, 160);
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  for (let i = 0; i < 2 + dice.below(5); i++) {
    await page.mouse.move(at.x + (dice.roll() - 0.5) * wide, at.y + (dice.roll() - 0.5) * 160);
    await sleep(dice.below(30));
  }
  await page.mouse.up();
  return at.name;
}

async function keys({ page, id, dice }) {
  const share = dice.roll();
  const focused = await page.evaluate(
    ([id, share]) => {
      const all = document
        .getElementById(id)
        ?.shadowRoot?.querySelectorAll('.grip, .desk input, .desk button');
      const one = all?.[Math.floor(share * all.length)];
      one?.focus();
      return one?.getAttribute('aria-label') ?? one?.id;
    },
    [id, share],
  );
  const pressed = [];
  for (let i = 0; i < 1 + dice.below(5); i++) {
    const key = dice.pick([
      'ArrowLeft',
      'ArrowRight',
      'ArrowUp',
      'ArrowDown',
      'Home',
      'End',
      'PageUp',
      'Space',
      'Control+z',
    ]);
    pressed.push(key);
    await page.keyboard.press(key);
  }
  return `${focused}: ${pressed.join(' ')}`;
}

/** A tool by its name; it may have gone, or stand behind a dialog. */
const tool = ({ page, id }, name) =>
  page.evaluate(
    ([id, name]) => {
      const all = document.getElementById(id)?.shadowRoot?.querySelectorAll('button') ?? [];
      [...all].find((button) => button.textContent === name)?.click();
      return '';
    },
    [id, name],
  );

const call = ({ page, id }, name, ...words) =>
  page.evaluate(
    async ([id, name, words]) => {
      const figure = document.getElementById(id);
      const done = figure?.[name](...words);
      // What is given up for something newer says so to whoever asked for it.
      done?.catch?.((error) => {
        if (error.name !== 'AbortError' && !/was removed/.test(error.message)) throw error;
      });
      return words.join(' ');
    },
    [id, name, words],
  );

/** A state that this figure has had, or the same at another step. */
const stateFor = ({ fig, states, dice }) => {
  const state = dice.pick(states.get(fig) ?? ['v1.']);
  return dice.roll() < 0.3 ? state.replace(/t=\d+$/, `t=${dice.below(60)}`) : state;
};

async function link(reader) {
  const { page, id, dice } = reader;
  const state = stateFor(reader);
  const back = dice.roll() < 0.4;
  await page.evaluate(
    async ([id, state, back]) => {
      location.hash = `${id}=${state}`;
      if (!back) return;
      await new Promise((done) => setTimeout(done, 100));
      history.back();
    },
    [id, state, back],
  );
  return `${state}${back ? ' and back' : ''}`;
}

async function window({ page, dice }) {
  const size = { width: dice.pick([320, 390, 768, 1000, 1300]), height: dice.pick([480, 800, 1100]) };
  await leave(page);
  await page.setViewportSize(size);
  return `${size.width} x ${size.height}`;
}

async function theme({ page, id, dice }) {
  const to = dice.pick(['light', 'dark']);
  if (dice.roll() < 0.5) await page.emulateMedia({ colorScheme: to });
  else
    await page.evaluate(
      ([id, to]) => {
        const figure = document.getElementById(id);
        if (figure) figure.theme = to;
      },
      [id, to],
    );
  return to;
}

/** Takes the figure out and puts it back, at once or later, there or elsewhere: it shows what it showed. */
const away = ({ page, id, dice }) =>
  page.evaluate(
    async ([id, ms, first]) => {
      const figure = document.getElementById(id);
      if (!figure?.values) return 'not there yet';
      figure.pause();
      const before = figure.value;
      figure.remove();
      if (ms) await new Promise((done) => setTimeout(done, ms));
      document.querySelector('main')[first ? 'prepend' : 'append'](figure);
      // What it shows is known before it is drawn.
      figure.scrollIntoView();
      for (let i = 0; i < 400 && !figure.values; i++) await new Promise((done) => setTimeout(done, 50));
      if (figure.value !== before) throw new Error(`put back it shows ${figure.value} and not ${before}`);
      return `${ms} ms`;
    },
    [id, dice.pick([0, 0, 1, 50, 300]), dice.roll() < 0.5],
  );

async function room(reader) {
  const { page, dice } = reader;
  await tool(reader, 'Full screen');
  await sleep(100 + dice.below(200));
  for (let i = 0; i < dice.below(4); i++)
    await page.keyboard.press(dice.pick(['ArrowRight', 'ArrowLeft', 'Space', 'PageDown']));
  await page.keyboard.press('Escape');
  await leave(page);
  return '';
}

/** A browser leaves the whole screen at Escape by itself; one that is driven does not, and its window cannot be resized then. */
async function leave(page) {
  await page.evaluate(() => document.fullscreenElement && document.exitFullscreen());
  const cdp = await page.context().newCDPSession(page);
  const { windowId } = await cdp.send('Browser.getWindowForTarget');
  await cdp.send('Browser.setWindowBounds', { windowId, bounds: { windowState: 'normal' } });
  await cdp.detach();
}

/** A file of what is shown. A figure without a program to recompute it says so, as does one that has drawn nothing yet. */
const files = ({ page, id, dice }) =>
  page.evaluate(
    async ([id, kind]) => {
      const given = document.getElementById(id)?.export(kind);
      const text = await given?.then(
        (blob) => (kind === 'png' ? blob.type : blob.text()),
        (error) => {
          if (
            kind !== 'python' &&
            error.name !== 'AbortError' &&
            !/was removed|nothing has been drawn/.test(error.message)
          )
            throw error;
          return 'refused';
        },
      );
      if (text === '') throw new Error(`the ${kind} is empty`);
      if (kind === 'svg' && /NaN|undefined|Infinity/.test(text))
        throw new Error('the svg has numbers that are none');
      return kind;
    },
    [id, dice.pick(['svg', 'png', 'csv', 'json', 'python'])],
  );

/** Another figure in its place for a moment. */
const other = ({ page, id, fig, names, dice }) =>
  page.evaluate(
    async ([id, fig, other, ms]) => {
      const figure = document.getElementById(id);
      if (!figure) return '';
      figure.fig = other;
      await new Promise((done) => setTimeout(done, ms));
      figure.fig = fig;
      return other;
    },
    [id, fig, dice.pick(names), dice.pick([0, 20, 200, 600])],
  );

async function field({ page, id, dice }) {
  const at = await place(page, id, '.field', dice.roll());
  if (!at) return 'no field';
  await page.mouse.click(at.x, at.y, { clickCount: 3 });
  const text = dice.pick(['0', '1', '3', '0.5', '12', '-1', '1e9', 'abc', '', '7,5']);
  await page.keyboard.type(text);
  await page.keyboard.press(dice.pick(['Enter', 'Enter', 'Escape', 'Tab']));
  return `${at.name}: ${text}`;
}

/** The name of each act, how often it is drawn, and under which name it is counted. */
export const acts = {
  time: { weight: 3, counts: 'played', act: (r) => press(r, '.time button, .time input[type=radio]') },
  play: { weight: 2, counts: 'played', act: (r) => call(r, 'play') },
  seek: { weight: 1, counts: 'played', act: (r) => call(r, 'seek', r.dice.below(120)) },
  slider: { weight: 4, counts: 'dragged', act: (r) => drag(r, '.desk input[type=range]') },
  handle: { weight: 5, counts: 'dragged', act: (r) => drag(r, '.grip') },
  keys: { weight: 2, counts: 'pressed', act: keys },
  field: { weight: 1, counts: 'pressed', act: field },
  control: {
    weight: 2,
    counts: 'pressed',
    act: (r) => press(r, '.controls button, .controls label, .controls [role=gridcell]'),
  },
  preset: { weight: 3, counts: 'presets', act: (r) => press(r, '.pill') },
  undo: { weight: 2, counts: 'undone', act: (r) => tool(r, 'Undo') },
  reset: { weight: 1, counts: 'undone', act: (r) => tool(r, 'Reset') },
  keep: { weight: 1, counts: 'pressed', act: (r) => tool(r, 'Keep this run') },
  link: { weight: 3, counts: 'linked', act: link },
  copy: { weight: 1, counts: 'linked', act: (r) => tool(r, 'Copy link') },
  data: { weight: 1, counts: 'pressed', act: (r) => tool(r, 'Data') },
  badge: { weight: 1, counts: 'pressed', act: (r) => press(r, '.badge') },
  fold: { weight: 1, counts: 'pressed', act: (r) => press(r, '.more') },
  window: { weight: 2, counts: 'resized', act: window },
  theme: { weight: 1, counts: 'resized', act: theme },
  away: { weight: 2, counts: 'removed', act: away },
  other: { weight: 1, counts: 'removed', act: other },
  room: { weight: 1, counts: 'full screens', act: room },
  files: { weight: 1, counts: 'exported', act: files },
};
