/**
 * Reading without a connection, where the site asks for it (decision 45). `OFFLINE=1` of the build's environment adds `sw.js`, a service worker,
 * and to every page of the article a script that registers it. `OFFLINE=0` adds a `sw.js` that removes the one of an earlier build.
 */
import type { Plugin, Rolldown } from 'vite';
import { bundled } from './bundled.ts';
import { shortHash } from './hash.ts';
import { all, attribute, element, fill, type Page, text } from './html.ts';
import { web } from './paths.ts';

export type Offline = 'on' | 'off' | undefined;

/** Reads the setting; throws where it is none. */
export function readOffline(
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Offline {
  const { OFFLINE: value } = environment;
  if (!value) return undefined;
  if (value === '1') return 'on';
  if (value === '0') return 'off';
  throw new Error(
    `OFFLINE is "${value}": 1 builds a service worker, 0 one that removes it, and without it there is none`,
  );
}

/** Scripts of the service worker, each with its imports. */
export const script = (name: 'worker' | 'register' | 'remove'): Promise<string> =>
  bundled('offline', [], `${web}/src/offline/${name}.ts`, 'iife');

const registering = /^assets\/offline-[0-9a-f]{8}\.js$/;

/**
 * Adds the script that registers the worker to a page of the article, where there is one. A frame for other sites and the page for what is
 * missing are none: they have no theme. It comes at the end, so that nothing waits for it.
 */
export function withOffline(page: Page, bundle: Rolldown.OutputBundle): void {
  const name = Object.keys(bundle).find((file) => registering.test(file));
  const isTheme = (address = ''): boolean => /(?:^|\/)theme\.js$/.test(address);
  if (!name || !all(page.head, 'script').some((one) => isTheme(attribute(one, 'src')))) return;
  const up = page.up || './';
  const tag = element('script', {
    src: up + name,
    'data-worker': `${up}sw.js`,
    async: '',
    fetchpriority: 'low',
  });
  const body = page.first('body') ?? page.fail('it has no <body>');
  fill(body, [...body.childNodes, tag, text('\n  ')]);
}

export function offline(setting: Offline = readOffline()): Plugin | undefined {
  if (!setting) return undefined;
  return {
    name: 'attn-offline',
    apply: 'build',
    async buildStart() {
      const source = await script(setting === 'on' ? 'worker' : 'remove');
      this.emitFile({ type: 'asset', fileName: 'sw.js', source });
      if (setting === 'off') return;
      const register = await script('register');
      this.emitFile({
        type: 'asset',
        fileName: `assets/offline-${shortHash(register)}.js`,
        source: register,
      });
    },
  };
}
