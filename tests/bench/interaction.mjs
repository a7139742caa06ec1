#!/usr/bin/env node
// From a slider's input event to the end of the drawing, in Chromium, on the built site (run `npm run build` first).
// Prints minimum and median in ms. Absolute times move with the machine: this is for looking, no test depends on it.
import { spawn } from 'node:child_process';
import { chromium } from '@playwright/test';

const port = 4175;
const repeats = Number(process.argv[2] ?? 41);

/** What is measured: a figure in a state, and the two values that its slider is moved between. */
const cases = [
  { name: 'particles, default, last layer', fig: 'particles', state: '' },
  { name: 'particles, 200 tokens, layer 60', fig: 'particles', state: 'v1.count=200,layers=60,t=60' },
  { name: 'before-after, default, last layer', fig: 'before-after', state: '' },
  { name: 'before-after, 200 tokens, layer 60', fig: 'before-after', state: 'v1.count=200,layers=60,t=60' },
];

/** Runs in the page: moves the bandwidth to and fro, each time until the picture has been drawn. */
async function measure(figure, repeats) {
  const slider = figure.shadowRoot.querySelector('#p-beta');
  const middle = slider.valueAsNumber;
  const times = [];
  for (let i = 0; i < repeats; i++) {
    await new Promise((resolve) => setTimeout(resolve, 60));
    const drawn = new Promise((resolve) => figure.addEventListener('figure-state', resolve, { once: true }));
    slider.value = String(middle + (i % 2 ? 0 : 1));
    const start = performance.now();
    slider.dispatchEvent(new Event('input', { bubbles: true }));
    await drawn;
    times.push(performance.now() - start);
  }
  return times.slice(5).sort((a, b) => a - b);
}

const server = spawn('node_modules/.bin/vite', ['preview', '--port', String(port), '--strictPort'], {
  stdio: 'ignore',
});
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});
try {
  await new Promise((resolve) => setTimeout(resolve, 1500));
  for (const { name, fig, state } of cases) {
    const page = await browser.newPage();
    await page.goto(`http://localhost:${port}/chapters/denoising.html${state && `#${fig}=${state}`}`);
    const figure = page.locator(`attn-figure[fig="${fig}"]`);
    await figure.scrollIntoViewIfNeeded();
    await figure.evaluate((element) => element.ready);
    const times = await figure.evaluate(measure, repeats);
    const median = times[times.length >> 1];
    console.log(
      `${name.padEnd(40)} min ${times[0].toFixed(1).padStart(6)}   median ${median.toFixed(1).padStart(6)} ms`,
    );
    await page.close();
  }
} finally {
  await browser.close();
  server.kill();
}
