#!/usr/bin/env node
// Draws web/public/social.png, the picture that previews of shared links show: the name of the site and a part of a poster. Needs
// the built site and Chromium. Run it again when that poster has changed: node tools/social.mjs
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const data = (path, type) => `data:${type};base64,${readFileSync(at(path)).toString('base64')}`;
const font = (family, path) =>
  `@font-face { font-family: '${family}'; src: url(${data(`node_modules/@fontsource-variable/${path}`, 'font/woff2')}); font-weight: 200 900; }`;

const poster = readFileSync(at('dist/posters/million-particles.light.svg'), 'utf8');
// The square of the poster that shows the tokens.
const square = poster
  .replace(/<svg ([^>]*)viewBox="[^"]*"/, '<svg $1viewBox="4 22 470 470"')
  .replace(/(<svg [^>]*) width="\d+" height="\d+"/, '$1');

const html = `<!doctype html><meta charset="utf-8"><style>
  ${font('Title', 'source-serif-4/files/source-serif-4-latin-opsz-normal.woff2')}
  ${font('Text', 'inter/files/inter-latin-wght-normal.woff2')}
  body { margin: 0; width: 1200px; height: 630px; position: relative; background: #ffffff; color: #1d2026; }
  main { position: absolute; left: 72px; top: 168px; width: 500px; }
  h1 { margin: 0; font: 600 82px/1.06 Title; font-optical-sizing: auto; letter-spacing: -0.02em; }
  p { margin: 28px 0 0; font: 400 30px/1.4 Text; letter-spacing: -0.012em; color: #565c66; }
  /* Between shades that are nearly alike nobody sees an edge, and without their blends the file is half as large. */
  svg { position: absolute; right: 0; top: 0; width: 630px; height: 630px; shape-rendering: crispEdges; }
</style>
<main><h1>Attention Explorables</h1><p>Papers about attention as figures that you can move</p></main>
${square}`;

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  const page = await browser.newPage({ viewport: { width: 1200, height: 630 }, colorScheme: 'light' });
  await page.setContent(html);
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: at('web/public/social.png') });
} finally {
  await browser.close();
}
