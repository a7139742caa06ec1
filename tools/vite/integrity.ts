/** SRI values: what a page that takes a file from another host says it has to be. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Plugin } from 'vite';

const fileName = 'integrity.json';

/** Of each file in a folder that a page may say so of: scripts, styles and modules, by its path in there. */
export function integrityOf(folder: string): Readonly<Record<string, string>> {
  const files = readdirSync(folder, { recursive: true }).map((name) => `${name}`);
  return Object.fromEntries(
    files
      .filter((name) => /\.(?:js|css|wasm)$/.test(name))
      .sort()
      .map((name) => [
        name,
        `sha384-${createHash('sha384')
          .update(readFileSync(join(folder, name)))
          .digest('base64')}`,
      ]),
  );
}

export const writeIntegrity = (folder: string): void =>
  writeFileSync(join(folder, fileName), `${JSON.stringify(integrityOf(folder), null, 1)}\n`);

/** `integrity.json` of the site, once all its files are written. */
export function integrity(): Plugin {
  let folder = '';
  return {
    name: 'attn-integrity',
    apply: 'build',
    configResolved({ root, build: { outDir } }) {
      folder = resolve(root, outDir);
    },
    closeBundle() {
      writeIntegrity(folder);
    },
  };
}
