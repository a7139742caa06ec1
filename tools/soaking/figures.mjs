#!/usr/bin/env node
// Figures by turns on one page, used as readers use them, at random: node tools/soaking/figures.mjs SECONDS [SEED]
import { acts } from './acts.mjs';
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
  statsOf,
  take,
  withSite,
} from './browser.mjs';

const weights = Object.fromEntries(Object.entries(acts).map(([name, { weight }]) => [name, weight]));
/** At once on the page. */
const together = 3;
/** So many rounds tell a trend, after those in which code is fetched and compiled for the first time. */
const leastRounds = 12;

/** What may grow from the second quarter of a run to its last, as a factor and besides. */
const bars = {
  'heap in kB': [1.1, 800],
  nodes: [1.1, 200],
  listeners: [1.1, 40],
  'wasm memory in kB': [1.25, 32_768],
};

/** What grows, from the least of the second quarter to that of the last: what lingers for seconds is no leak, and a leak raises the least. */
export function grown(rounds) {
  if (rounds.length < leastRounds) return [];
  const quarter = (k) => rounds.slice((k * rounds.length) / 4, ((k + 1) * rounds.length) / 4);
  return Object.entries(bars).flatMap(([name, [factor, besides]]) => {
    const [before, after] = [1, 3].map((k) => Math.min(...quarter(k).map((round) => round[name])));
    return after <= factor * before + besides ? [] : [`the ${name} went from ${before} to ${after}`];
  });
}

/** What is held when no figure is on the page. */
async function held(page, cdp) {
  // What is let go of in one collection may let go of more.
  for (let i = 0; i < 2; i++) await cdp.send('HeapProfiler.collectGarbage');
  const { metrics } = await cdp.send('Performance.getMetrics');
  const metric = (name) => metrics.find((one) => one.name === name).value;
  const { objects, memoryBytes } = await statsOf(page);
  return {
    runs: objects,
    'heap in kB': Math.round(metric('JSHeapUsedSize') / 1024),
    nodes: metric('Nodes'),
    listeners: metric('JSEventListeners'),
    'wasm memory in kB': Math.round(memoryBytes / 1024),
  };
}

/** Rounds of `perRound` acts until `over` says so of how many there have been. Each round has other figures, and none is left behind. */
export async function walk(
  page,
  origin,
  { names, seed, over, say = () => {}, limit = 90_000, perRound = 24 },
) {
  const dice = diceOf(seed);
  const deck = deckOf(names, dice);
  const findings = createFindings(say);
  const counts = { acts: 0, figures: 0 };
  const rounds = [];
  const states = new Map();
  const heard = listen(page);
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable');
  await openPage(page, origin);
  while (!over(rounds.length)) {
    const figs = Array.from({ length: Math.min(together, names.length) }, () => deck.next().value);
    const trail = [];
    const fault = (what) =>
      findings.add(what, `seed ${seed}, round ${rounds.length}: ${trail.slice(-8).join('; ')}`);
    await put(page, figs, rounds.length % 2 === 1);
    for (const what of await ask(page, 'live', limit)) fault(what);
    counts.figures += figs.length;
    for (let k = 0; k < perRound && !over(rounds.length); k++) {
      const i = dice.below(figs.length);
      const name = dice.weighed(weights);
      const { act, counts: under } = acts[name];
      const reader = { page, id: `soak-${i}`, fig: figs[i], names, states, dice };
      try {
        trail.push(`${name} ${figs[i]} ${await act(reader)}`);
      } catch (error) {
        trail.push(`${name} ${figs[i]}`);
        fault(`${figs[i]}, ${name}: ${error.message.split('\n')[0]}`);
      }
      counts.acts += 1;
      counts[under] = (counts[under] ?? 0) + 1;
      await page.waitForTimeout(dice.pick([0, 0, 20, 60, 150, 400]));
      for (const what of await look(page)) fault(what);
      for (const what of heard.splice(0)) fault(what);
      await remember(page, states);
    }
    // Whatever was done to it, every figure answers when it is asked to start anew.
    for (const what of await ask(page, 'anew', limit)) fault(what);
    for (const what of await look(page)) fault(what);
    await take(page);
    const now = await held(page, cdp);
    rounds.push(now);
    if (now.runs) fault(`${now.runs} runs are open and no figure is there`);
    for (const what of heard.splice(0)) fault(what);
    if (rounds.length % 10 === 0) say(`round ${rounds.length}, ${counts.acts} acts: ${JSON.stringify(now)}`);
  }
  const warm = rounds.slice(Math.ceil(names.length / together));
  if (warm.length < leastRounds) say(`Too short to tell whether memory stays flat: ${rounds.length} rounds.`);
  for (const what of grown(warm)) findings.add(what, `seed ${seed}, ${rounds.length} rounds`);
  return { ...counts, rounds: rounds.length, found: findings.all, held: rounds };
}

/** Keeps a dozen states of each figure, for links. */
async function remember(page, states) {
  const now = await page.evaluate(() =>
    [...document.querySelectorAll('main attn-figure')].map(({ fig, value }) => [fig, value]),
  );
  for (const [fig, value] of now)
    if (value) states.set(fig, [...new Set([value, ...(states.get(fig) ?? [])])].slice(0, 12));
}

/** Without the last figure the engine ends, and its memory is given back. */
async function ends(page) {
  await page.evaluate(() => document.getElementById('unseen').remove());
  // It waits for three seconds: figures that are moved are back by then.
  for (let i = 0; i < 20 && page.workers().length; i++) await page.waitForTimeout(500);
  return page.workers().length === 0;
}

export const part = {
  name: 'figures',
  about: 'all figures played, dragged, linked, resized, removed; heap and wasm memory stay flat',
  async run({ seconds, seed, say }) {
    const end = Date.now() + 1000 * seconds;
    return withSite(async (browser, origin) => {
      const context = await browser.newContext({ permissions: ['clipboard-write'] });
      const page = await context.newPage();
      const over = () => Date.now() > end;
      const { held, ...counts } = await walk(page, origin, { names: figureNames(), seed, over, say });
      const found = (await ends(page)) ? [] : ['The worker outlives the last figure of the page.'];
      const last = held.at(-1);
      if (last)
        say(`at the end: ${JSON.stringify(last)}; in the middle: ${JSON.stringify(held[held.length >> 1])}`);
      return { ...counts, found: [...counts.found, ...found] };
    });
  },
};

export const { name, about, run } = part;

await byHand(import.meta.url, part);
