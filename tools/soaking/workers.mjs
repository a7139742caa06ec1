#!/usr/bin/env node
// Figures at work whose worker ends at random moments. Each comes back by itself, with the same bits: node tools/soaking/workers.mjs SECONDS [SEED]
import {
  ask,
  byHand,
  createFindings,
  deckOf,
  diceOf,
  figureNames,
  listen,
  look,
  openPage,
  put,
  take,
  withSite,
} from './browser.mjs';

/** At once on the page, and ends of their worker until the next ones come. */
const together = 3;
const perRound = 20;
/** Where those take longer than this, in ms, the next ones come sooner. */
const longRound = 30_000;
/** What takes longer, in ms, to come to rest undisturbed would take the time of many ends. */
const quick = 12_000;
/** How long, in ms, a figure may take to come back: some moments end a worker without a word, which is noticed after fifteen seconds. */
const patience = 90_000;

/** Ours, so that the console may have it. */
const word = 'ended by the soak';

/** Keeps the workers of the page that have said their first word at hand: one that is gone before that is replaced by the page's own thread. */
function keepWorkers() {
  const Real = globalThis.Worker;
  const alive = new Set();
  globalThis.Worker = class extends Real {
    constructor(...words) {
      super(...words);
      this.addEventListener('message', () => alive.add(this), { once: true });
    }

    terminate() {
      alive.delete(this);
      super.terminate();
    }
  };
  globalThis.endWorkers = (message) => {
    const ended = [...alive];
    for (const worker of ended) {
      worker.terminate();
      if (message) worker.dispatchEvent(new ErrorEvent('error', { message }));
    }
    return ended.length;
  };
}

/** How a worker ends: from outside with an error, or without a word; by itself between two calls, or in the next one. */
const ends = {
  told: { weight: 14, end: (page) => page.evaluate((word) => globalThis.endWorkers(word), word) },
  silent: { weight: 1, end: (page) => page.evaluate(() => globalThis.endWorkers('')) },
  between: {
    weight: 3,
    end: inside((word) => {
      setTimeout(() => {
        throw new Error(word);
      });
    }),
  },
  within: {
    weight: 2,
    end: inside((word) => {
      self.onmessage = () => {
        throw new Error(word);
      };
    }),
  },
};
const weights = Object.fromEntries(Object.entries(ends).map(([name, { weight }]) => [name, weight]));

/** Runs code in the worker, where there is one; it may end meanwhile. */
function inside(code) {
  return async (page) => {
    const [worker] = page.workers();
    if (!worker) return 0;
    const late = page.waitForTimeout(3000).then(() => 0);
    const done = worker.evaluate(code, word).then(
      () => 1,
      () => 0,
    );
    return Promise.race([done, late]);
  };
}

/** Has each figure begin with something that keeps the worker busy, or rest. */
const begin = (page, plans) =>
  page.evaluate((plans) => {
    for (const [i, { act, state, share }] of plans.entries()) {
      const figure = document.getElementById(`soak-${i}`);
      const steps = figure.steps ?? 0;
      const given = () => {};
      if (act === 'state') figure.value = state;
      if (act === 'play') figure.play();
      if (act === 'seek') figure.seek(Math.floor(share * steps)).catch(given);
      if (act === 'slide') {
        const sliders = [...figure.shadowRoot.querySelectorAll('.desk input[type=range]')];
        const slider = sliders[Math.floor(share * sliders.length)];
        if (!slider) continue;
        slider.valueAsNumber = Number(slider.min) + share * (Number(slider.max) - Number(slider.min));
        slider.dispatchEvent(new Event('input', { bubbles: true }));
      }
    }
  }, plans);

const late = 'is not at rest';

/** Goes to a state each, unless that is what is under way already; what the figures that have come to rest then hold, to the last bit. */
const arrive = (page, goals, limit) =>
  page.evaluate(
    async ([goals, limit, late]) => {
      const end = performance.now() + limit;
      const moment = () => new Promise((done) => setTimeout(done, 30));
      return Promise.all(
        goals.map(async ({ state, go }, i) => {
          const figure = document.getElementById(`soak-${i}`);
          if (go) {
            figure.pause();
            figure.value = state;
          }
          await moment();
          while (!figure.settled) {
            const box = figure.shadowRoot.querySelector('.trouble[role=alert]:not([hidden])');
            if (box) return { fault: `says “${box.textContent.slice(0, 160)}”` };
            if (performance.now() > end) return { fault: late };
            await moment();
          }
          const [numbers, drawing] = await Promise.all(
            ['json', 'svg'].map(async (kind) => (await figure.export(kind)).text()),
          );
          return { bits: numbers + drawing, value: figure.value };
        }),
      );
    },
    [goals, limit, late],
  );

/** The states between which a figure goes: as it starts, and what a preset or a key makes of it. */
const statesOf = (page, count, dice) =>
  page.evaluate(
    async ([count, shares]) => {
      const all = [];
      for (let i = 0; i < count; i++) {
        const figure = document.getElementById(`soak-${i}`);
        const start = figure.value;
        const pills = [...figure.shadowRoot.querySelectorAll('.pill')];
        pills[Math.floor(shares[i] * pills.length)]?.click();
        all.push([start, figure.value]);
      }
      return all;
    },
    [count, Array.from({ length: count }, dice.roll)],
  );

/** Where two texts part. */
function parting(a, b) {
  let i = 0;
  while (i < a.length && a[i] === b[i]) i += 1;
  return `“${a.slice(Math.max(0, i - 40), i + 40)}” is “${b.slice(Math.max(0, i - 40), i + 40)}”`.replaceAll(
    /\s+/g,
    ' ',
  );
}

/** Rounds of ends until `over()`. Each round has other figures. */
export async function endings(page, origin, { names, seed, over, say = () => {} }) {
  const dice = diceOf(seed);
  const deck = deckOf(names, dice);
  const findings = createFindings(say);
  const counts = { ended: 0, 'ended without a word': 0, figures: 0, compared: 0, 'too slow': 0 };
  const heard = listen(page, new RegExp(word));
  await page.setViewportSize({ width: 1760, height: 1900 });
  await page.addInitScript(keepWorkers);
  await openPage(page, origin);
  for (let round = 0; !over(counts); round++) {
    const figs = Array.from({ length: Math.min(together, names.length) }, () => deck.next().value);
    const trail = [];
    const before = counts.ended;
    const fault = (what) => findings.add(what, `seed ${seed}, round ${round}: ${trail.slice(-3).join('; ')}`);
    await put(page, figs);
    // The opening is one of the moments, too.
    if (dice.roll() < 0.5) {
      await page.waitForTimeout(dice.below(400));
      trail.push(`${figs}: told while they open`);
      counts.ended += await ends.told.end(page);
    }
    for (const what of await ask(page, 'live', patience)) fault(what);
    counts.figures += figs.length;
    const pairs = await statesOf(page, figs.length, dice);
    const truth = [];
    for (const which of [0, 1]) {
      const goals = pairs.map((pair) => ({ state: pair[which], go: true }));
      const seen = await arrive(page, goals, quick);
      for (const [i, { fault: wrong }] of seen.entries())
        if (wrong && wrong !== late) fault(`${figs[i]}, undisturbed, ${wrong}`);
      truth.push(seen);
    }
    // Undisturbed for too long, or in a state that is not kept: not asked for again.
    const usable = figs.map((_, i) => [0, 1].filter((which) => truth[which][i].bits));
    counts['too slow'] += usable.filter((states) => states.length < 2).length;
    const until = Date.now() + longRound;
    const more = (k) => k < perRound && Date.now() < until && !over(counts);
    for (let k = 0; more(k) && usable.every((states) => states.length); k++) {
      const goals = figs.map((_, i) => dice.pick(usable[i]));
      const plans = figs.map((_, i) => ({
        act: dice.pick(['state', 'state', 'play', 'seek', 'slide', 'rest']),
        state: pairs[i][goals[i]],
        share: dice.roll(),
      }));
      await begin(page, plans);
      await page.waitForTimeout(dice.pick([0, 0, 5, 20, 60, 150, 400]));
      const how = dice.weighed(weights);
      const ended = await ends[how].end(page);
      counts.ended += ended;
      if (how === 'silent') counts['ended without a word'] += ended;
      const said = plans.map(({ act, state }, i) => `${figs[i]} ${act} ${state}`);
      trail.push(`${said.join(', ')}: ${how}`);
      await page.waitForTimeout(dice.pick([0, 0, 30, 200]));
      // Who was on the way to the state arrives there without being asked again.
      const going = plans.map(({ act, state }) => ({ state, go: act !== 'state' }));
      const now = await arrive(page, going, patience);
      for (const [i, { fault: wrong, bits }] of now.entries()) {
        const was = truth[goals[i]][i].bits;
        if (wrong) fault(`${figs[i]} ${wrong}`);
        else if (bits !== was) fault(`${figs[i]} has come back with other bits: ${parting(was, bits)}`);
        counts.compared += 1;
      }
      for (const what of await look(page)) fault(what);
      for (const what of heard.splice(0)) fault(what);
      if (now.some(({ fault }) => fault)) break;
    }
    await take(page);
    if (page.workers().length > 1) fault(`${page.workers().length} workers are there at once`);
    // One that went before its first word has been replaced by the page’s own thread, for as long as the page lives.
    if (counts.ended === before) await openPage(page, origin);
    if (round % 5 === 4) say(`round ${round + 1}: ${JSON.stringify(counts)}`);
  }
  return { ...counts, found: findings.all };
}

export const part = {
  name: 'workers',
  about: 'workers ended at random; every figure comes back by itself with the same bits',
  run({ seconds, seed, say }) {
    const end = Date.now() + 1000 * seconds;
    return withSite(async (browser, origin) => {
      const page = await browser.newPage();
      return endings(page, origin, { names: figureNames(), seed, over: () => Date.now() > end, say });
    });
  },
};

export const { name, about, run } = part;

await byHand(import.meta.url, part);
