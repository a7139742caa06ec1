#!/usr/bin/env node
// How soon each page is there, on a processor made slower, from the built site on this machine (run `npm run build` first), over
// a fast line and over a slow one:
//   node tests/bench/pages.mjs [--slower 4] [--runs 5] [--line fast|slow] [--width 1280] [--before FOLDER] [PAGE...]
// Medians over fresh browsers, with what was aimed at; of what is missed, where the time goes: what was fetched in the run of the median.
// `--before` names another built site, a copy of an earlier `dist`, say: the two take turns, so that both meet the same machine.
// Times move with the machine: this is for looking, no test depends on it.
import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { serveOverLine } from './harness/line.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    slower: { type: 'string', default: '4' },
    runs: { type: 'string', default: '5' },
    line: { type: 'string' },
    width: { type: 'string', default: '1280' },
    before: { type: 'string' },
  },
});
const slower = Number(values.slower);
const runs = Number(values.runs);

const dist = new URL('../../dist/', import.meta.url);
const all = readdirSync(dist, { recursive: true }).filter((name) => name.endsWith('.html'));
const pages = positionals.length
  ? positionals
  : all.sort().map((name) => (name === 'embed.html' ? 'embed.html?fig=particles' : name));

/**
 * In ms, but for the last: text of the page, the first picture, a live figure; what styles and layout, and scripts, took of the processor until
 * then; tasks beyond 50 ms each; what moved by itself.
 */
const measures = ['text', 'poster', 'live', 'layout', 'scripts', 'blocking', 'shift'];

/** What is aimed at. A slow line is what browsers call slow 3G. */
const lines = {
  fast: {
    line: undefined,
    targets: (page) => ({
      live: page === 'index.html' ? 1000 : page.startsWith('chapters/') ? 1200 : undefined,
    }),
    patience: 8000,
  },
  slow: {
    line: { rate: 400, latency: 400 },
    targets: () => ({ text: 2500, poster: 3500, live: 6000, shift: 0.02 }),
    patience: 30_000,
  },
};

/** Runs in the page, before anything of its own: collects what the browser measures. */
function watch() {
  const seen = { text: undefined, poster: undefined, live: undefined, shift: 0, tasks: [] };
  addEventListener('figure-ready', () => {
    seen.live ??= performance.now();
    globalThis.figureIsLive();
  });
  const observe = (type, take) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  observe('element', (entry) => {
    seen[entry.identifier] ??= entry.renderTime || entry.loadTime;
  });
  observe('layout-shift', (entry) => {
    seen.shift += entry.value;
  });
  observe('longtask', ({ startTime, duration }) => seen.tasks.push([startTime, duration]));
  // Marks the first paragraph and the first poster as soon as they are read, so that the browser tells when they are painted.
  new MutationObserver(() => {
    const mark = (name, selector) => document.querySelector(selector)?.setAttribute('elementtiming', name);
    mark('text', 'main > p');
    mark('poster', 'attn-figure img');
  }).observe(document, { childList: true, subtree: true });
  globalThis.seen = seen;
}

/** What the page's process has spent so far, in ms. */
async function timesOf(protocol) {
  const { metrics } = await protocol.send('Performance.getMetrics');
  const of = (name) => 1000 * metrics.find((metric) => metric.name === name).value;
  return { layout: of('LayoutDuration') + of('RecalcStyleDuration'), scripts: of('ScriptDuration') };
}

async function visit(site, path, patience) {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  try {
    const page = await browser.newPage({ viewport: { width: Number(values.width), height: 900 } });
    const protocol = await page.context().newCDPSession(page);
    await protocol.send('Performance.enable');
    let spent;
    await page.exposeFunction('figureIsLive', () => {
      spent ??= timesOf(protocol);
    });
    await page.addInitScript(watch);
    // A browser that has just started has work of its own.
    await page.waitForTimeout(1000);
    await protocol.send('Emulation.setCPUThrottlingRate', { rate: slower });
    site.takeLog();
    const fetched = site.takeLog;
    await page.goto(site.origin + path, { timeout: 60_000 });
    if (await page.locator('attn-figure').count()) {
      await page.waitForTimeout(200);
      // The first figure may stand below the first screens, where it does not start by itself.
      await page
        .waitForFunction(() => globalThis.seen.live !== undefined, null, { timeout: patience })
        .catch(() => {});
    }
    await page.waitForTimeout(2000);
    const { tasks, ...seen } = await page.evaluate(() => globalThis.seen);
    // What tasks of more than 50 ms take beyond that, from the first text on.
    const blocking = tasks
      .filter(([start]) => start >= (seen.text ?? 0))
      .reduce((sum, [, duration]) => sum + duration - 50, 0);
    return { ...seen, ...(await spent), blocking, log: fetched() };
  } finally {
    await browser.close();
  }
}

/** The middle one of those where it is known; the upper of two. */
const median = (visits, name) => {
  const known = visits.filter((one) => one[name] !== undefined).sort((a, b) => a[name] - b[name]);
  return known[known.length >> 1];
};

const show = (name, value) =>
  value === undefined ? '-' : name === 'shift' ? value.toFixed(4) : value.toFixed(0);

/** What was fetched until what is missed, in ms from when the page was asked for, and what was seen meanwhile. */
function explain({ log, text, poster, live }, end) {
  const [{ asked: start } = { asked: 0 }] = log;
  const fetched = log.map(({ name, asked, ended = Infinity, bytes }) => [
    asked - start,
    `${(ended - start).toFixed(0).padStart(7)}${String(bytes).padStart(8)}  ${name}`,
  ]);
  const seen = Object.entries({ text, poster, live }).map(([name, at]) => [
    at,
    `${''.padStart(15)}  — ${name}`,
  ]);
  console.log('       from     to   bytes');
  for (const [at, what] of [...fetched, ...seen].sort(([a], [b]) => a - b))
    if (at <= end) console.log(`    ${at.toFixed(0).padStart(7)}${what}`);
}

/** Prints the medians of one page, and of what is missed where the time goes. */
function report(name, visits, aims) {
  const of = (measure) => median(visits, measure)?.[measure];
  const cells = measures.map((measure) => {
    const aim = of(measure) === undefined || !aims[measure] ? '' : ` (${aims[measure]})`;
    return (show(measure, of(measure)) + aim).padStart(13);
  });
  console.log(name.padEnd(28) + cells.join(''));
  const missed = ['text', 'poster', 'live'].filter((measure) => of(measure) > aims[measure]);
  const last = missed.at(-1);
  if (last) explain(median(visits, last), of(last));
}

const folders = { '': dist, ...(values.before && { before: pathToFileURL(`${resolve(values.before)}/`) }) };
for (const [name, { line, targets, patience }] of Object.entries(lines)) {
  if (values.line && values.line !== name) continue;
  const sites = [];
  for (const [which, folder] of Object.entries(folders))
    sites.push({ which, site: await serveOverLine(folder, line) });
  const speed = line ? `${line.rate} kbit/s, ${line.latency} ms` : 'as fast as it goes';
  console.log(`\nline: ${speed}; processor ${slower} times slower; median of ${runs}, ms (aim)`);
  console.log(''.padEnd(28) + measures.map((measure) => measure.padStart(13)).join(''));
  try {
    for (const path of pages) {
      const visits = sites.map(() => []);
      for (let run = 0; run < runs; run++)
        for (const [i, { site }] of sites.entries()) visits[i].push(await visit(site, path, patience));
      for (const [i, { which }] of sites.entries())
        report(`${path} ${which}`.trim(), visits[i], which ? {} : targets(path));
    }
  } finally {
    for (const { site } of sites) site.close();
  }
}
