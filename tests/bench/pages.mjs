#!/usr/bin/env node
// How soon each page is there, on a processor made slower, from the built site on this machine (run `npm run build` first):
//   node tests/bench/pages.mjs [--slower 4] [--runs 5] [PAGE...]
// Medians over fresh browsers. Times move with the machine: this is for looking, no test depends on it.
import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { slower: { type: 'string', default: '4' }, runs: { type: 'string', default: '5' } },
});
const slower = Number(values.slower);
const runs = Number(values.runs);
const port = 4176;

const all = readdirSync('dist', { recursive: true }).filter((name) => name.endsWith('.html'));
const pages = positionals.length
  ? positionals
  : all.sort().map((name) => (name === 'embed.html' ? 'embed.html?fig=particles' : name));

/** Runs in the page, before anything of its own: collects what the browser measures. */
function watch() {
  const seen = { ready: undefined, paint: undefined, largest: undefined, shift: 0, tasks: [] };
  addEventListener('figure-ready', () => {
    seen.ready ??= performance.now();
  });
  const observe = (type, take) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  observe('paint', (entry) => {
    if (entry.name === 'first-contentful-paint') seen.paint = entry.startTime;
  });
  observe('largest-contentful-paint', (entry) => {
    seen.largest = entry.startTime;
  });
  observe('layout-shift', (entry) => {
    seen.shift += entry.value;
  });
  observe('longtask', ({ startTime, duration }) => seen.tasks.push([startTime, duration]));
  globalThis.seen = seen;
}

async function visit(path) {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await page.addInitScript(watch);
    const protocol = await page.context().newCDPSession(page);
    // A browser that has just started has work of its own.
    await page.waitForTimeout(1000);
    await protocol.send('Emulation.setCPUThrottlingRate', { rate: slower });
    await page.goto(`http://localhost:${port}/${path}`);
    if (await page.locator('attn-figure').count()) {
      await page.waitForTimeout(200);
      // The first figure may stand below the first screens, where it does not start by itself.
      await page
        .waitForFunction(() => globalThis.seen.ready !== undefined, null, { timeout: 5000 })
        .catch(() => {});
    }
    await page.waitForTimeout(2000);
    const { ready, paint, largest, shift, tasks } = await page.evaluate(() => globalThis.seen);
    // What tasks of more than 50 ms take beyond that, from the first paint on.
    const blocking = tasks
      .filter(([start]) => start >= (paint ?? 0))
      .reduce((sum, [, duration]) => sum + duration - 50, 0);
    return { ready, paint, largest, shift, blocking };
  } finally {
    await browser.close();
  }
}

const median = (numbers) => {
  const known = numbers.filter((n) => n !== undefined).sort((a, b) => a - b);
  return known[known.length >> 1];
};
const ms = (time) => (time === undefined ? '-' : time.toFixed(0)).padStart(9);

const server = spawn('node_modules/.bin/vite', ['preview', '--port', String(port), '--strictPort'], {
  stdio: 'ignore',
});
try {
  await new Promise((resolve) => setTimeout(resolve, 1500));
  console.log(`processor ${slower} times slower, median of ${runs}, ms`);
  console.log(`${''.padEnd(32)}    figure     first   largest  blocking     shift`);
  for (const path of pages) {
    const seen = [];
    for (let run = 0; run < runs; run++) seen.push(await visit(path));
    const of = (name) => median(seen.map((one) => one[name]));
    console.log(
      path.padEnd(32) +
        ['ready', 'paint', 'largest', 'blocking'].map((name) => ms(of(name))).join(' ') +
        of('shift').toFixed(4).padStart(10),
    );
  }
} finally {
  server.kill();
}
