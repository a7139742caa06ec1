import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { expect, test } from 'vitest';

const folder = fileURLToPath(new URL('../../../web/src/kinds/', import.meta.url));
/** What the element has anyway, or every kind shares. */
const shared = /\/(dom|field|frame|kind|symbol|words)$|\/format$/;
const kinds = readdirSync(folder).filter((file) => /^(points|matrix|bits|tokens|text|file)\.ts$/.test(file));

test('there are kinds', () => {
  expect(kinds.length).toBe(6);
});

test.each(kinds)(
  '%s weighs at most 3.5 KB with gzip where it is used, cells and arrays included',
  async (file) => {
    const made = await build({
      configFile: false,
      logLevel: 'silent',
      build: {
        write: false,
        target: 'chrome102',
        lib: { entry: folder + file, formats: ['es'] },
        rolldownOptions: { external: shared },
      },
    });
    const [{ output } = { output: [] }] = Array.isArray(made) ? made : [];
    const code = output.map((chunk) => ('code' in chunk ? chunk.code : '')).join('');
    expect(code.length).toBeGreaterThan(500);
    expect(gzipSync(code).length).toBeLessThanOrEqual(3500);
  },
);
