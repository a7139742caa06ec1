#!/usr/bin/env node
// A figure dragged with the mouse, alone and beside ten others that are at rest or refine, in turns, in Chromium, on the built site (run
// `npm run build` first): from a move of the mouse to the end of the drawing, and how many drawings a second a steady drag gets.
//   node tests/bench/drag.mjs [ROUNDS] [FIGURE...]
// Read the ratio to the figure alone: times move with the machine. It takes two cores that have nothing else to do.
import { line, median, withPreview } from './preview.mjs';

const [rounds = '8', ...chosen] = process.argv.slice(2);
const moves = 12;

/** What is taken hold of, and how many px it is moved to and fro: to values that the figure has, or nothing is drawn. */
const dragged = {
  // Inwards: a little further out the variance is at its largest.
  'gaussian-flow': { grip: '[role=slider]', by: -30 },
  particles: { grip: '#p-beta', by: 30 },
  'before-after': { grip: '[role=slider]', by: 30 },
};
/** What refines for longer than it is watched here, also on a slow machine: for seconds alone, and ten of them share a worker. */
const states = {
  'two-stage': 'v1.count=200,layers=120',
  'variance-decay': 'v1.count=600,beta=20',
  'mse-depth': 'v1.tokens=8000,repeats=10',
};
/** The same figures, where little is to be refined. */
const small = {
  'two-stage': 'v1.layers=5',
  'variance-decay': 'v1.count=6',
  'mse-depth': 'v1.setting=one-dimension,tokens=1000,repeats=1',
};
const ten = (states) => Array.from({ length: 10 }, (_, i) => Object.entries(states)[i % 3]);

const html = (fig, beside) => `<!doctype html><html lang="en"><meta charset="utf-8"><title>Drag</title>
<link rel="stylesheet" href="drag.css"><script type="module" src="attn-figure.js"></script><main>
<attn-figure class="dragged" fig="${fig}"></attn-figure>
${beside.map(([id, state], i) => `<attn-figure class="other" id="o${i}" fig="${id}" state="${state}"></attn-figure>`).join('\n')}
</main></html>`;
const css = `body { margin: 8px }
main { display: grid; grid-template-columns: repeat(3, 1fr); gap: 8px; align-items: start }
.away .other { display: none }`;

/** A page whose figures are all on its screen. */
async function open(browser, origin, fig, beside) {
  const page = await browser.newPage({ viewport: { width: 1800, height: 4600 } });
  await page.route('**/drag.html', (route) =>
    route.fulfill({ contentType: 'text/html', body: html(fig, beside) }),
  );
  await page.route('**/drag.css', (route) => route.fulfill({ contentType: 'text/css', body: css }));
  await page.goto(`${origin}/drag.html`);
  await page.evaluate(async () => {
    await Promise.all([...document.querySelectorAll('attn-figure')].map((figure) => figure.ready));
    globalThis.log = [];
    // When the mouse was moved, and not when the page had time for it.
    addEventListener('pointermove', ({ timeStamp }) => log.push({ moved: timeStamp }), true);
    const below = [...document.querySelectorAll('attn-figure')].some(
      (figure) => figure.getBoundingClientRect().top > innerHeight,
    );
    if (below) throw new Error('a figure is not on the screen');
    document.querySelector('.dragged').addEventListener('figure-state', () => {
      log.push({ drawn: performance.now() });
      globalThis.drawn?.();
    });
  });
  return page;
}

const unsettled = (page) =>
  page.evaluate(() => [...document.querySelectorAll('.other')].filter((one) => !one.settled).length);
/** Figures that nobody sees compute nothing. */
const hide = (page, away) => page.evaluate((on) => document.body.classList.toggle('away', on), away);
const refine = (page, seed) =>
  page.evaluate((seed) => {
    for (const other of document.querySelectorAll('.other')) other.set('seed', seed).catch(() => {});
    return new Promise((resolve) => setTimeout(resolve, 400));
  }, seed);

async function drag(page, { grip, by }) {
  // Every round begins where the first did.
  await page.evaluate(() => document.querySelector('.dragged').reset());
  const box = await page.locator(`.dragged ${grip}`).first().boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  const taken = () => page.evaluate(() => log.splice(0));
  const times = [];
  for (let i = 1; i <= moves; i++) {
    await taken();
    const drawn = page
      .evaluate(() => new Promise((resolve) => Object.assign(globalThis, { drawn: resolve })))
      .catch(() => {});
    await page.mouse.move(x + (i % 2 ? by + i : 0), y);
    await Promise.race([drawn, page.waitForTimeout(3000)]);
    const log = await taken();
    const moved = log.find((entry) => entry.moved)?.moved;
    const end = log.find((entry) => entry.drawn > moved)?.drawn;
    // Meanwhile the others would refine at full speed, and come to their end.
    if (!end) throw new Error(`move ${i} has drawn nothing`);
    times.push(end - moved);
    await page.waitForTimeout(30);
  }
  const start = Date.now();
  for (let i = 0; Date.now() < start + 1000; i++) await page.mouse.move(x + by * Math.sin(i / 7) ** 2, y);
  const rate = (await taken()).filter((entry) => entry.drawn).length;
  await page.mouse.up();
  return { times, rate };
}

await withPreview(async (browser, origin) => {
  for (const fig of chosen.length ? chosen : Object.keys(dragged)) {
    const alone = await open(browser, origin, fig, []);
    const still = await open(browser, origin, fig, ten(small));
    for (let left = 10; left > 0; left = await unsettled(still)) await still.waitForTimeout(500);
    const crowd = await open(browser, origin, fig, ten(states));
    const cases = { alone, 'beside ten at rest': still, 'beside ten that refine': crowd };
    const seen = Object.fromEntries(Object.keys(cases).map((name) => [name, { times: [], rates: [] }]));
    // The first round only warms up.
    for (let round = 0; round <= Number(rounds); round++) {
      for (const [name, page] of Object.entries(cases)) {
        await hide(crowd, page !== crowd);
        await page.bringToFront();
        if (page === crowd) await refine(page, round + 1);
        else await page.waitForTimeout(400);
        const { times, rate } = await drag(page, dragged[fig]);
        if (page === crowd && (await unsettled(page)) < 10) throw new Error('they have ended refining');
        if (round === 0) continue;
        seen[name].times.push(...times);
        seen[name].rates.push(rate);
      }
    }
    console.log(fig);
    for (const [name, { times, rates }] of Object.entries(seen)) {
      const ratio = median(times) / median(seen.alone.times);
      console.log(`  ${line(name, times)}   ratio ${ratio.toFixed(2)}   ${median(rates)} drawings a second`);
    }
    for (const page of Object.values(cases)) await page.close();
  }
});
