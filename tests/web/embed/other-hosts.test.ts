import { expect, test } from 'vitest';
import { askedAs, heightForOthers, secretOf } from '../../../web/src/embed/other-hosts';

test.each([
  ['#?secret=AbC123', 'AbC123'],
  ['#v1.beta=12?secret=a1', 'a1'],
  ['', undefined],
  ['#v1.beta=12', undefined],
  ['#?secret=', undefined],
  ['#?secret=a b', undefined],
  ['#?secret=<b>', undefined],
  [`#?secret=${'a'.repeat(65)}`, undefined],
])('the secret in %j', (hash, secret) => {
  expect(secretOf(hash)).toBe(secret);
});

test.each([
  [{ type: 'setHeight', id: 3 }, 3],
  [{ type: 'setHeight', id: 0 }, 0],
  [{ type: 'setHeight', id: '3' }, undefined],
  [{ type: 'setHeight', id: 1.5 }, undefined],
  [{ type: 'setHeight' }, undefined],
  [{ type: 'height', id: 3 }, undefined],
  ['setHeight', undefined],
  [null, undefined],
  [undefined, undefined],
])('whether %j asks for a height', (data, id) => {
  expect(askedAs(data)).toBe(id);
});

test('a height is told to each host in its own form, to WordPress and Mastodon where they are there', () => {
  const src = 'https://figures.example/embed.html?fig=particles';
  const text = (list: readonly unknown[]) =>
    list.map((told) => (typeof told === 'string' ? JSON.parse(told) : told));
  const both = [
    { context: 'iframe.resize', src, height: 640 },
    { subject: 'lti.frameResize', height: 640 },
  ];
  expect(text(heightForOthers(640, { src }))).toEqual(both);
  expect(text(heightForOthers(640, { src, secret: 's', asked: 4 }))).toEqual([
    ...both,
    { message: 'height', value: 640, secret: 's' },
    { type: 'setHeight', id: 4, height: 640 },
  ]);
  // Embedly and LTI want text, the others objects.
  expect(heightForOthers(640, { src, secret: 's' }).map((told) => typeof told)).toEqual([
    'string',
    'string',
    'object',
  ]);
});
