// Contestants in Chromium: the page is built, served and driven.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { build, preview, runnerImport } from 'vite';
import { coreFolder, here, repository, scratch } from './paths.mjs';
import { Sampler } from './sampler.mjs';

const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
const outDir = path.join(scratch, 'page');

async function serve() {
  const config = {
    configFile: false,
    root: path.join(here, 'harness'),
    logLevel: 'error',
    resolve: { alias: { '#core': coreFolder } },
    build: {
      outDir,
      emptyOutDir: true,
      target: 'esnext',
      assetsInlineLimit: 0,
      chunkSizeWarningLimit: 10_000,
      rolldownOptions: { input: path.join(here, 'harness/page.html') },
    },
  };
  await build(config);
  return preview({ ...config, preview: { port: 0, strictPort: false, host: '127.0.0.1', open: false } });
}

/** The processor time of the page's thread, in ms, less what it takes to ask a page for anything. */
async function timer(page, ask) {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const now = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'ThreadTime').value * 1000;
  };
  const time = async (work) => {
    const start = await now();
    await work();
    return (await now()) - start;
  };
  let asking = Number.POSITIVE_INFINITY;
  for (let i = 0; i < 20; i++) asking = Math.min(asking, await time(() => page.evaluate(() => {})));
  return async (task, calls) => Math.max(0, (await time(() => ask('repeat', ...task, calls))) - asking);
}

/** @returns {Promise<import('./places.mjs').Place>} */
export async function openChromium() {
  if (!existsSync(executablePath))
    throw new Error(`there is no ${executablePath}: $CHROMIUM may name another`);
  const { module } = await runnerImport(path.join(repository, 'tests/web/chromium.ts'));
  const server = await serve();
  let browser;
  try {
    browser = await chromium.launch({ executablePath, args: module.chromiumArguments });
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${server.httpServer.address().port}/page.html`);
    const ask = (method, ...args) =>
      page.evaluate(([method, args]) => globalThis.bench[method](...args), [method, args]);
    const sampler = new Sampler(await timer(page, ask));
    return {
      name: 'Chromium',
      open: (...task) => ask('open', ...task),
      sample: (workload, id, contestant, least) => sampler.sample([workload, id, contestant], least),
      close: (...task) => ask('close', ...task),
      versions: async () => ({ Chromium: browser.version() }),
      end: async () => {
        await browser.close();
        await server.close();
      },
    };
  } catch (error) {
    await browser?.close();
    await server.close();
    throw error;
  }
}
