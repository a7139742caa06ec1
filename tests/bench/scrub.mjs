#!/usr/bin/env node
// The scrubber of a figure that has trained 5000 steps, from its end to its start and from place to place, in Chromium: from the event
// to the end of the drawing. On the model figures (run `npm run build:models` first):
//   node tests/bench/scrub.mjs [UNKNOWNS...]
// With 8 and 64 unknowns every state is kept. Times move with the machine: this is for looking, no test depends on it.
import { line, withPreview } from './preview.mjs';

const sizes = process.argv.length > 2 ? process.argv.slice(2) : ['8', '64'];
const port = Number(process.env.ATTN_MODELS_PORT ?? 4175);

/** Runs in the page: shows one step after the other, each when the one before has been drawn. */
async function scrub(figure, steps) {
  const scrubber = figure.shadowRoot.querySelector('.scrubber');
  const times = [];
  for (const t of steps) {
    const drawn = new Promise((resolve) => figure.addEventListener('figure-state', resolve, { once: true }));
    scrubber.value = String(t);
    const start = performance.now();
    scrubber.dispatchEvent(new Event('input', { bubbles: true }));
    await drawn;
    times.push(performance.now() - start);
    await new Promise(requestAnimationFrame);
  }
  return times;
}

const back = Array.from({ length: 101 }, (_, i) => 5000 - 50 * i);
/** Places in no order, the same in each run. */
const places = Array.from({ length: 100 }, (_, i) => (i * 3671 + 11) % 5001);

await withPreview(
  async (browser, origin) => {
    for (const size of sizes) {
      const page = await browser.newPage();
      await page.goto(`${origin}/?fig=model-training&state=v1.size=${size},t=5000`);
      const figure = page.locator('attn-figure');
      await figure.evaluate((element) => element.ready);
      await page.waitForFunction(() => document.querySelector('attn-figure').settled);
      console.log(line(`${size} unknowns, end to start`, await figure.evaluate(scrub, back)));
      console.log(line(`${size} unknowns, from place to place`, await figure.evaluate(scrub, places)));
      await page.close();
    }
  },
  { port, config: 'tests/web/models/vite.config.ts' },
);
