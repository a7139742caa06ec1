/**
 * Versioned addresses. What the build makes has a hash of its content in its name already; this gives one to the files of web/public
 * as a query, and gives the script for other sites a second name with the version in it. Scripts of web/public, which pages wait for,
 * are served without their comments.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { minifySync, type Plugin } from 'vite';
import { shortHash } from './hash.ts';
import { all, type Page } from './html.ts';
import { version, web } from './paths.ts';

const folder = join(web, 'public');

/** Files of web/public as they are served. */
const servedFiles = (): [name: string, file: string | Uint8Array][] =>
  readdirSync(folder).map((name) => {
    const file = readFileSync(join(folder, name));
    return [name, name.endsWith('.js') ? minifySync(name, file.toString(), { module: false }).code : file];
  });

const servedHashes = (): Record<string, string> =>
  Object.fromEntries(servedFiles().map(([name, file]) => [name, shortHash(file)]));

/** Adds `?hash` to the addresses of these files, relative as they are in a built page. */
export function withHashes({ root }: Page, hashes: Readonly<Record<string, string>> = servedHashes()): void {
  for (const { attrs } of all(root))
    for (const one of attrs.filter(({ name }) => name === 'src' || name === 'href')) {
      const file = /^(?:\.\.?\/)+([\w.-]+)$/.exec(one.value)?.[1] ?? '';
      if (Object.hasOwn(hashes, file)) one.value += `?${hashes[file]}`;
    }
}

export function versions(script: string): Plugin {
  return {
    name: 'attn-versions',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const chunk = bundle[`${script}.js`];
        if (chunk?.type !== 'chunk') this.error(`there is no ${script}.js to give a version to`);
        this.emitFile({ type: 'asset', fileName: `${script}-${version}.js`, source: chunk.code });
        for (const [fileName, source] of servedFiles())
          if (fileName.endsWith('.js')) this.emitFile({ type: 'asset', fileName, source });
      },
    },
  };
}
