import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { defineConfig, devices } from '@playwright/test';
import { find } from './tests/web/browsers/programs.ts';
import { chromiumArguments } from './tests/web/chromium.ts';

// Another port than ./tools/start, so that both can run.
const port = Number(process.env.ATTN_E2E_PORT ?? 4174);
/** Of the model figures; tests/web/e2e/models.spec.ts asks there. */
const models = Number(process.env.ATTN_MODELS_PORT ?? 4175);
const preview = 'node_modules/.bin/vite preview --strictPort';
/**
 * The shell has no window around the page: tests take less time, and frames do not wait for what a window draws. In Chromium as readers
 * have it pages of every kind and every part are opened by tests/web/browsers.
 */
const chromium =
  process.env.CHROMIUM_SHELL ??
  find('chromium-headless-shell') ??
  process.env.CHROMIUM ??
  '/usr/bin/chromium';

// A server without pages would be waited for in vain.
for (const [page, command] of [
  ['dist/index.html', 'npm run build'],
  ['build/models/index.html', 'npm run build:models'],
])
  if (!existsSync(`${import.meta.dirname}/${page}`))
    throw new Error(`there is no ${page}: ${command} makes it`);

const folder = 'tests/web/e2e';
// Nothing may depend on what another file left: they run in an order that a seed decides. A worker reads this file too, with the same seed.
const seed = Number(process.env.ATTN_SEED ?? Date.now() % 1_000_000);
if (process.env.ATTN_SEED === undefined) console.log(`order of the files by ATTN_SEED=${seed}`);
process.env.ATTN_SEED = String(seed);
const rank = (name: string): string => createHash('sha256').update(`${seed} ${name}`).digest('hex');
const files = readdirSync(`${import.meta.dirname}/${folder}`)
  .filter((name) => name.endsWith('.spec.ts'))
  .sort((a, b) => (rank(a) < rank(b) ? -1 : 1));
// Projects start in their order, files of one in that of their names. With each project workers and their browsers start anew, which
// takes two seconds of a core: one for each file would be a minute.
const count = 3;
const projects = Array.from({ length: count }, (_, i) => ({
  name: `${i + 1}`,
  testMatch: files.filter((_, k) => k % count === i),
}));

export default defineConfig({
  testDir: folder,
  projects,
  outputDir: 'build/e2e',
  // Two leave a fifth of two cores idle.
  workers: 3,
  // A long file at the end would keep one of them busy when the others are through.
  fullyParallel: true,
  // Only what hangs ends by a clock. A test takes seconds, and some figures train for seconds before they show what was asked for; beside fifteen
  // other processes on two cores one took six minutes.
  timeout: 600_000,
  expect: { timeout: 120_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: process.env.CI ? [['list'], ['json', { outputFile: 'build/e2e.json' }]] : [['list']],
  webServer: [
    { command: `${preview} --port ${port}`, url: `http://localhost:${port}/`, reuseExistingServer: false },
    {
      command: `${preview} --port ${models} --config tests/web/models/vite.config.ts`,
      url: `http://localhost:${models}/`,
      reuseExistingServer: false,
    },
  ],
  use: {
    ...devices['Desktop Chrome'],
    baseURL: `http://localhost:${port}/`,
    launchOptions: {
      executablePath: chromium,
      // Letters stand where phones and Macs put them. The shell would round their places to pixels; with a window it depends on the system.
      // What draws keeps its own process: with --in-process-gpu a few pages in a thousand get no more frames.
      args: [...chromiumArguments, '--font-render-hinting=none'],
    },
  },
});
