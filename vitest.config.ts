import { defineConfig } from 'vitest/config';
import { alias, define } from './tools/vite/paths.ts';

const shared = { resolve: { alias }, define };

/** What needs Python's tools for packages is in `./tools/test hosts` alone. */
const hosts = [`tests/hosts/${process.env.ATTN_HOSTS === 'all' ? '*' : '{hosts,package,reveal}'}.test.ts`];

/** Only what hangs ends by a clock: what takes seconds took a minute and a half beside fifteen others on two cores. */
const patience = { testTimeout: 600_000, hookTimeout: 600_000 };

/** Tests of one browser engine, of which each has a process for itself. */
const ofOne = ['smoke', 'embed'].map((name) => `tests/web/browsers/${name}.test.ts`);
const browsers = {
  include: ['tests/web/browsers/**/*.test.ts'],
  ...patience,
};

export default defineConfig({
  test: {
    // Vitest leaves a core to whoever watches: of two, half.
    maxWorkers: '100%',
    // No test may depend on what another has left. --sequence.seed repeats an order. Files are processes of their own, the largest first, so that
    // no core waits for one of them at the end.
    sequence: { shuffle: { files: false, tests: true } },
    // With -t they are hundreds.
    hideSkippedTests: true,
    projects: [
      {
        ...shared,
        test: {
          name: 'web',
          include: ['tests/web/**/*.test.ts', 'tests/tools/**/*.test.ts'],
          exclude: ['tests/web/e2e/**', 'tests/web/browsers/**'],
          ...patience,
        },
      },
      {
        ...shared,
        test: {
          name: 'wasm',
          // Pages and pictures are made and dropped by the thousand: with the 16 MB that is Node's default, a twentieth of the time goes into
          // looking through them again and again. What is said of all projects together does not reach their processes.
          execArgv: ['--max-semi-space-size=64'],
          include: ['tests/wasm/**/*.test.ts'],
          ...patience,
        },
      },
      {
        ...shared,
        test: {
          name: 'bench',
          include: ['tests/bench/**/*.test.ts'],
          ...patience,
          fileParallelism: false,
        },
      },
      {
        ...shared,
        test: {
          name: 'hosts',
          include: hosts,
          ...patience,
        },
      },
      { ...shared, test: { ...browsers, name: 'browsers', exclude: ofOne } },
      ...['Chromium', 'Firefox', 'WebKit'].map((engine) => ({
        ...shared,
        test: { ...browsers, name: `browsers-${engine}`, include: ofOne, env: { ATTN_ENGINE: engine } },
      })),
    ],
  },
});
