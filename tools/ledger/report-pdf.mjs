/**
 * Prints the report of the built site as dist/errata-and-confirmations.pdf, with the browser that the tests have, and puts a link to it on
 * the page. `npm run build:report`, after `npm run build`. $CHROMIUM names another browser than /usr/bin/chromium.
 */
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { preview } from 'vite';

const name = 'errata-and-confirmations.pdf';
const repository = fileURLToPath(new URL('../../', import.meta.url));
const page = `${repository}dist/report.html`;
const offer = /<p id="pdf">[\s\S]*?<\/p>/;

const html = readFileSync(page, 'utf8');
if (!offer.test(html)) throw new Error(`${page} has no place for the link`);

const server = await preview({
  configFile: `${repository}vite.config.ts`,
  logLevel: 'error',
  preview: { port: 0, strictPort: false },
});
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
});
try {
  const tab = await browser.newPage({ colorScheme: 'light' });
  await tab.goto(`${server.resolvedUrls?.local[0]}report.html`, { waitUntil: 'networkidle' });
  await tab.evaluate(() => document.fonts.ready);
  await tab.pdf({ path: `${repository}dist/${name}`, preferCSSPageSize: true, tagged: true, outline: true });
} finally {
  await browser.close();
  await server.close();
}
const size = Math.round(statSync(`${repository}dist/${name}`).size / 1000);
writeFileSync(
  page,
  html.replace(
    offer,
    `<p id="pdf">The same as a file to keep: <a href="${name}">${name}</a>, ${size} KB.</p>`,
  ),
);
console.log(`dist/${name}: ${size} KB`);
