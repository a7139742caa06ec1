#!/usr/bin/env node
// Measures how high each live figure is at many widths of the page, and writes web/src/article/heights.json: the pages keep so much
// free for a figure that is not live yet. Needs the built site and Chromium. Run it again when a figure's controls have changed, and
// build the site anew: node tools/heights.mjs
import { spawn, spawnSync } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const port = 4177;
/** Widths of common phones, and steps at which a card's rows break; from 992 on a figure has its full width, and from 1920 on all is larger. */
const widths = [
  320, 344, 360, 375, 390, 412, 430, 480, 544, 576, 608, 641, 704, 768, 820, 884, 948, 992, 1920,
];

const server = spawn(at('node_modules/.bin/vite'), ['preview', '--port', String(port), '--strictPort'], {
  cwd: at('.'),
  stdio: 'ignore',
});
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  await new Promise((resolve) => setTimeout(resolve, 2000));
  const heights = {};
  for (const name of readdirSync(at('dist/chapters'))) {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await page.goto(`http://localhost:${port}/chapters/${name}`);
    for (const figure of await page.locator('attn-figure').all()) {
      await figure.scrollIntoViewIfNeeded();
      await figure.evaluate((element) => element.ready);
    }
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 });
      await page.waitForTimeout(1000);
      const found = await page.locator('attn-figure').evaluateAll((all) =>
        all.map((figure) => {
          const card = figure.shadowRoot.querySelector('.card');
          // The drawing has its height in px; all else grows with the reader's own size of text.
          const drawing = card.querySelector('.stage').clientHeight;
          const rest = (card.offsetHeight - drawing) / Number.parseFloat(getComputedStyle(card).fontSize);
          return [figure.fig, [drawing, Number(rest.toFixed(1))]];
        }),
      );
      for (const [fig, height] of found) {
        heights[fig] ??= [];
        if (heights[fig].length <= widths.indexOf(width)) heights[fig].push(height);
      }
    }
    await page.close();
  }
  const text = `${JSON.stringify({ widths, heights }, null, 2)}\n`;
  writeFileSync(at('web/src/article/heights.json'), text);
  // In the lines that the check of formatting wants.
  spawnSync(at('node_modules/.bin/biome'), ['format', '--write', at('web/src/article/heights.json')]);
} finally {
  await browser.close();
  server.kill();
}
