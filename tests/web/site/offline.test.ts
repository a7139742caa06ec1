import { runInNewContext } from 'node:vm';
import type { Rolldown } from 'vite';
import { expect, test } from 'vitest';
import { offline, readOffline, script, withOffline } from '../../../tools/vite/offline.ts';
import { transformed } from './transformed.ts';

test('the setting is 1, 0 or absent', () => {
  expect(readOffline({})).toBeUndefined();
  expect(readOffline({ OFFLINE: '' })).toBeUndefined();
  expect(readOffline({ OFFLINE: '1' })).toBe('on');
  expect(readOffline({ OFFLINE: '0' })).toBe('off');
  expect(() => readOffline({ OFFLINE: 'yes' })).toThrow('OFFLINE is "yes": 1 builds a service worker');
});

/** The files that a build with this setting has besides the others. */
async function emitted(setting: 'on' | 'off'): Promise<string[]> {
  const names: string[] = [];
  const { buildStart } = offline(setting) ?? {};
  await (buildStart as unknown as () => Promise<void>).call({
    emitFile: ({ fileName }: { fileName: string }) => names.push(fileName),
  } as never);
  return names;
}

test('a site that does not ask for it has nothing of it', () => {
  expect(offline(undefined)).toBeUndefined();
  const page = `<!DOCTYPE html><html><head>${theme}</head><body></body></html>`;
  expect(transformed(page, (one) => withOffline(one, {}))).toBe(page);
});

test('it adds a worker at the root and a script that registers it, or a worker alone that removes the other', async () => {
  expect(await emitted('on')).toEqual(['sw.js', expect.stringMatching(/^assets\/offline-[0-9a-f]{8}\.js$/)]);
  expect(await emitted('off')).toEqual(['sw.js']);
});

const theme = '<script src="./theme.js"></script>';
const bundle = { 'assets/offline-0123abcd.js': {} } as unknown as Rolldown.OutputBundle;
const page = (head: string, body = ''): string =>
  `<!DOCTYPE html><html><head>${head}</head><body><p>Text</p>${body}</body></html>`;
const added = (head: string, name: string): string =>
  transformed(page(head), (one) => withOffline(one, bundle), name);

test('a page of the article registers the worker at its end, by relative addresses', () => {
  const tag = (up: string): string =>
    `<script src="${up}assets/offline-0123abcd.js" data-worker="${up}sw.js" async="" fetchpriority="low"></script>\n  `;
  expect(added(theme, 'index.html')).toBe(page(theme, tag('./')));
  const above = '<script src="../theme.js"></script>';
  expect(added(above, 'chapters/one.html')).toBe(page(above, tag('../')));
});

test('a frame for other sites and the page for what is missing do not', () => {
  for (const head of ['<script src="./embed-theme.js"></script>', '<title>Nothing here</title>'])
    expect(added(head, 'embed.html')).toBe(page(head));
});

test('the script that removes the worker leaves nothing behind, and touches no other copy of the site', async () => {
  const listeners = new Map<string, (event: { waitUntil(done: Promise<unknown>): void }) => void>();
  const done: string[] = [];
  const self = {
    registration: {
      scope: 'https://host.example/a/',
      unregister: async () => done.push('unregistered'),
    },
    caches: { delete: async (name: string) => done.push(name) },
    skipWaiting: async () => done.push('waits for nobody'),
    addEventListener: listeners.set.bind(listeners),
  };
  runInNewContext(await script('remove'), { self });
  for (const type of ['install', 'activate'])
    await new Promise<unknown>((resolve) => listeners.get(type)?.({ waitUntil: resolve }));
  expect(done).toEqual(['waits for nobody', 'attn-offline https://host.example/a/', 'unregistered']);
  expect([...listeners.keys()]).toEqual(['install', 'activate']);
});
