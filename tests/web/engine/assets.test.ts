import { afterEach, expect, test, vi } from 'vitest';
import { assetAt, located, setAssets } from '../../../web/src/engine/assets';

afterEach(() => setAssets());

test('files are where the bundle says, until the page says where', () => {
  expect(assetAt('worker.js', 'https://a.example/worker-1234.js')).toBe('https://a.example/worker-1234.js');
  setAssets('https://b.example/attention');
  expect(assetAt('worker.js', 'https://a.example/worker-1234.js')).toBe(
    'https://b.example/attention/worker.js',
  );
  setAssets(new URL('https://b.example/c/'));
  expect(assetAt('wasm/stage1.wasm', '')).toBe('https://b.example/c/wasm/stage1.wasm');
  setAssets();
  expect(assetAt('worker.js', 'https://a.example/own.js')).toBe('https://a.example/own.js');
});

test('an address may be relative to the page, and may be said where there is no page', () => {
  setAssets('/attention/');
  vi.stubGlobal('document', { baseURI: 'https://blog.example/posts/one.html' });
  expect(assetAt('worker.js', '')).toBe('https://blog.example/attention/worker.js');
  setAssets('attention');
  expect(assetAt('worker.js', '')).toBe('https://blog.example/posts/attention/worker.js');
  vi.unstubAllGlobals();
});

test('a bundle may say a path of the host', () => {
  vi.stubGlobal('document', { baseURI: 'https://blog.example/posts/one.html' });
  expect(assetAt('worker.js', '/_next/worker-1234.js')).toBe('https://blog.example/_next/worker-1234.js');
  vi.unstubAllGlobals();
});

test('a part has the files of its builds there', () => {
  const one = { name: 'stage1', scalar: 'https://a.example/own.wasm' };
  const two = {
    name: 'race',
    simd: 'https://a.example/own.simd.wasm',
    scalar: 'https://a.example/own.scalar.wasm',
  };
  expect([located(one), located(two)]).toEqual([one, two]);
  setAssets('https://b.example/');
  expect(located(one)).toEqual({ name: 'stage1', scalar: 'https://b.example/wasm/stage1.wasm' });
  expect(located(two)).toEqual({
    name: 'race',
    simd: 'https://b.example/wasm/race.simd.wasm',
    scalar: 'https://b.example/wasm/race.scalar.wasm',
  });
});
