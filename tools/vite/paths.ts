/** Where things are, for the configurations and the plugins. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const at = (path: string): string => join(import.meta.dirname, '../..', path);

/** With a slash at its end. */
export const repository = at('/');
export const web = at('web');
export const dist = at('dist');
export const cache = at('build/cache');
export const nodeModules = at('node_modules');

/** What `#wasm/...` means: the output of tools/build-wasm.mjs. */
export const alias = { '#wasm': at('build/wasm') };

/** The one version, from package.json. */
export const version: string = JSON.parse(readFileSync(at('package.json'), 'utf8')).version;

/** Constants of the build, for the site and for the tests. */
export const define = { __VERSION__: JSON.stringify(version) };
