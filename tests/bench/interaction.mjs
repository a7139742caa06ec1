#!/usr/bin/env node
// From a slider's input event to the end of the drawing, in Chromium, on the built site (run `npm run build` first).
// Prints minimum, median and worst in ms. Absolute times move with the machine: this is for looking, no test depends on it.
import { line, withPreview } from './preview.mjs';

const repeats = Number(process.argv[2] ?? 41);

/** What is measured: a figure in a state, and the two values that its slider is moved between. */
const cases = [
  { name: 'particles, default, last layer', fig: 'particles', state: '', slider: 'beta', by: 1 },
  {
    name: 'particles, 200 tokens, layer 60',
    fig: 'particles',
    state: 'v1.count=200,layers=60,t=60',
    slider: 'beta',
    by: 1,
  },
  { name: 'before-after, default, last layer', fig: 'before-after', state: '', slider: 'beta', by: 1 },
  {
    name: 'before-after, 200 tokens, layer 60',
    fig: 'before-after',
    state: 'v1.count=200,layers=60,t=60',
    slider: 'beta',
    by: 1,
  },
  // What is aimed at for the dials is 50 ms.
  { name: 'five-readings, its temperature', fig: 'five-readings', state: '', slider: 'temperature', by: 0.5 },
  { name: 'five-readings, another token', fig: 'five-readings', state: '', slider: 'token', by: 1 },
  { name: 'five-readings, another window', fig: 'five-readings', state: '', slider: 'window', by: 1 },
];

/** Runs in the page: moves a slider to and fro, each time until the picture has been drawn. */
async function measure(figure, { slider: id, by, repeats }) {
  const slider = figure.shadowRoot.querySelector(`#p-${id}`);
  const middle = slider.valueAsNumber;
  const times = [];
  for (let i = 0; i < repeats; i++) {
    await new Promise((resolve) => setTimeout(resolve, 60));
    const drawn = new Promise((resolve) => figure.addEventListener('figure-state', resolve, { once: true }));
    slider.value = String(middle + (i % 2 ? 0 : by));
    const start = performance.now();
    slider.dispatchEvent(new Event('input', { bubbles: true }));
    await drawn;
    times.push(performance.now() - start);
  }
  return times.slice(5);
}

await withPreview(async (browser, origin) => {
  for (const { name, fig, state, slider, by } of cases) {
    const page = await browser.newPage();
    await page.goto(`${origin}/figures/${fig}.html${state && `#${fig}=${state}`}`);
    const figure = page.locator(`attn-figure[fig="${fig}"]`);
    await figure.scrollIntoViewIfNeeded();
    await figure.evaluate((element) => element.ready);
    console.log(line(name, await figure.evaluate(measure, { slider, by, repeats })));
    await page.close();
  }
});
