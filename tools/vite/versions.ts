/**
 * Versioned addresses. What the build makes has a hash of its content in its name already; this gives one to the files of web/public
 * as a query, and gives the script for other sites a second name with the version in it.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { shortHash } from './hash.ts';
import { version, web } from './paths.ts';

const folder = join(web, 'public');

/** Adds `?hash` to the addresses of these files, relative as they are in a built page. */
export function withHashes(html: string, hashes: Readonly<Record<string, string>>): string {
  return html.replace(/(\s(?:src|href)="(?:\.\.?\/)+)([\w.-]+)"/g, (all, before: string, name: string) => {
    const hash = Object.hasOwn(hashes, name) ? hashes[name] : undefined;
    return hash ? `${before}${name}?${hash}"` : all;
  });
}

export function versions(script: string): Plugin {
  return {
    name: 'attn-versions',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html) =>
        withHashes(
          html,
          Object.fromEntries(
            readdirSync(folder).map((name) => [name, shortHash(readFileSync(join(folder, name)))]),
          ),
        ),
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const chunk = bundle[`${script}.js`];
        if (chunk?.type !== 'chunk') this.error(`there is no ${script}.js to give a version to`);
        this.emitFile({ type: 'asset', fileName: `${script}-${version}.js`, source: chunk.code });
      },
    },
  };
}
