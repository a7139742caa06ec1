import { expect, test } from 'vitest';
import { copyAddress, namedIn, wayOf } from '../../../web/src/offline/addresses';
import { asking, scope } from './fakes';

const way = (name: string, how: Partial<Request> = {}) => wayOf(asking(name, how), scope);

test('files with a hash in their name come from a copy, all others from the network', () => {
  for (const name of [
    'particles.figure-CE8SlL5u.js',
    'gpt.simd-tY_WBxhX.wasm',
    'page-BL__Hdro.css',
    'a-b-12345678.woff2',
  ])
    expect(way(`assets/${name}`), name).toBe('copy first');
  for (const name of [
    '',
    'chapters/one.html',
    'integrity.json',
    'attn-figure-0.1.0.js',
    'theme.js?0123abcd',
    'assets/a.js',
  ])
    expect(way(name), name).toBe('network first');
});

test('whoever asks past all caches gets what the network has', () => {
  for (const cache of ['reload', 'no-cache'] as const)
    expect(way('assets/n-12345678.wasm', { cache }), cache).toBe('network first');
});

test('other sites, parts of files, and what does not get or must not be stored are left to the browser', () => {
  expect(way('https://other.example/assets/n-12345678.wasm')).toBeUndefined();
  expect(way('https://host.example/some/')).toBeUndefined();
  expect(way('a.html', { method: 'POST' })).toBeUndefined();
  expect(way('a.html', { method: 'HEAD' })).toBeUndefined();
  expect(way('film.mp4', { headers: new Headers({ Range: 'bytes=0-1' }) })).toBeUndefined();
  expect(way('a.html', { cache: 'no-store' })).toBeUndefined();
  expect(way('a.html', { cache: 'only-if-cached' })).toBeUndefined();
});

test('a page has one copy, whatever query or fragment it is asked with; versions of a file have one each', () => {
  expect(copyAddress(`${scope}embed.html?fig=particles#particles=v1.t=3`)).toBe(`${scope}embed.html`);
  expect(copyAddress(`${scope}index.html`)).toBe(scope);
  expect(copyAddress(`${scope}theme.js?0123abcd`)).toBe(`${scope}theme.js?0123abcd`);
  expect(copyAddress(`${scope}theme.js?0123abcde`)).toBe(`${scope}theme.js`);
});

test('what pages, scripts and styles of the build name is found', () => {
  const page = `<script src="../theme.js?0123abcd" data-part="{&quot;simd&quot;:&quot;gpt.simd-tY_WBxhX.wasm&quot;}"></script>
    <attn-figure data-code="particles.figure-CE8SlL5u.js"></attn-figure><img src="../posters/a-b.light.svg?89abcdef"><a href="../index.html?x=1">`;
  expect(namedIn(page, `${scope}chapters/one.html`, scope).sort()).toEqual(
    [
      'assets/gpt.simd-tY_WBxhX.wasm',
      'assets/particles.figure-CE8SlL5u.js',
      'posters/a-b.light.svg?89abcdef',
      'theme.js?0123abcd',
    ].map((name) => scope + name),
  );
  const code =
    'import{a}from"./draw-WEBo-4BZ.js";import("./panels-abcdefgh.js");new URL(`n-kq9D70Rx.wasm`,import.meta.url)';
  expect(namedIn(code, `${scope}assets/x-12345678.js`, scope)).toEqual(
    ['draw-WEBo-4BZ.js', 'panels-abcdefgh.js', 'n-kq9D70Rx.wasm'].map((name) => `${scope}assets/${name}`),
  );
});
