import { defineConfig } from 'vitest/config';
import { alias, define } from './tools/vite/paths.ts';

const shared = { resolve: { alias }, define };

export default defineConfig({
  test: {
    projects: [
      {
        ...shared,
        test: {
          name: 'web',
          include: ['tests/web/**/*.test.ts', 'tests/tools/**/*.test.ts'],
          exclude: ['tests/web/e2e/**'],
        },
      },
      { ...shared, test: { name: 'wasm', include: ['tests/wasm/**/*.test.ts'], testTimeout: 60_000 } },
    ],
  },
});
