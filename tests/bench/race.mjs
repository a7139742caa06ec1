#!/usr/bin/env node
// What further workers gain: "Race ten draws here" of em-vs-sgd by one and by several of them, in turns, in Chromium on the built site (run
// `npm run build` first), and whether what comes out is the same. Then how a page scrolls meanwhile, four times slower.
//   node tests/bench/race.mjs [--workers 2] [--runs 5] [--length 250]
// Times move with the machine: this is for looking, no test depends on it.
import { parseArgs } from 'node:util';
import { line, median, withPreview } from './preview.mjs';

const { values } = parseArgs({
  options: {
    workers: { type: 'string', default: '2' },
    runs: { type: 'string', default: '5' },
    length: { type: 'string', default: '' },
  },
});
const several = Number(values.workers);

/** Opens the figure in a page that believes to have so many cores. */
async function open(browser, origin, cores, where = 'figures/em-vs-sgd.html') {
  const page = await browser.newPage();
  await page.addInitScript((n) => {
    Object.defineProperty(navigator, 'hardwareConcurrency', { value: n });
  }, cores);
  await page.goto(`${origin}/${where}${values.length && `#em-vs-sgd=v1.length=${values.length}`}`);
  const figure = page.locator('attn-figure[fig="em-vs-sgd"]');
  await figure.scrollIntoViewIfNeeded();
  await figure.evaluate((element) => element.ready);
  return { page, figure };
}

const button = (figure) => figure.getByRole('button', { name: 'Race ten draws here' });

/** Presses it and waits for the sentence. Milliseconds, and the table that came out. */
async function race(figure) {
  const start = performance.now();
  await button(figure).click();
  const table = figure.locator('.action table');
  await table.waitFor({ timeout: 300_000 });
  return { ms: performance.now() - start, text: await table.textContent() };
}

/** Runs in the page: scrolls to and fro for so long, and tells the milliseconds between frames. */
async function scroll(ms) {
  const between = [];
  const end = performance.now() + ms;
  let last = performance.now();
  for (let i = 0; performance.now() < end; i++) {
    scrollBy(0, i % 100 < 50 ? 24 : -24);
    await new Promise(requestAnimationFrame);
    const now = performance.now();
    between.push(now - last);
    last = now;
  }
  return between;
}

await withPreview(async (browser, origin) => {
  const times = { 1: [], [several]: [] };
  const told = new Set();
  for (let run = 0; run < Number(values.runs); run++)
    for (const cores of run % 2 ? [several, 1] : [1, several]) {
      const { page, figure } = await open(browser, origin, cores);
      const { ms, text } = await race(figure);
      times[cores].push(ms);
      told.add(text);
      await page.close();
    }
  for (const [cores, list] of Object.entries(times)) console.log(line(`ten draws, workers: ${cores}`, list));
  const least = (cores) => Math.min(...times[cores]);
  const gain = (least(1) / least(several)).toFixed(2);
  const middle = (median(times[1]) / median(times[several])).toFixed(2);
  console.log(`${several} workers against one: ${gain} times as fast at the least, ${middle} in the middle`);
  console.log(told.size === 1 ? 'the same numbers each time' : `${told.size} DIFFERENT TABLES`);

  for (const racing of [false, true]) {
    const { page, figure } = await open(browser, origin, several, 'chapters/gradient-dynamics.html');
    const protocol = await page.context().newCDPSession(page);
    await protocol.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    if (racing) await button(figure).click();
    await page.waitForTimeout(500);
    const between = (await page.evaluate(scroll, 4000)).sort((a, b) => a - b);
    const at = (share) => between[Math.floor(share * (between.length - 1))].toFixed(1);
    console.log(
      `scrolling ${racing ? 'while it races' : 'alone'}: ${between.length} frames in 4 s, ${at(0.5)} ms between them in the middle, ${at(0.95)} ms but for a twentieth`,
    );
    await page.close();
  }
});
