import { describe, expect, test } from 'vitest';
import { longestState } from '../../../web/src/element/address/state';
import { hear, readCommand, toMessage } from '../../../web/src/embed/messages';

const to = (rest: object, id = 'particles'): object => ({ type: 'attn-figure', version: 1, id, ...rest });

describe('a command', () => {
  test.each([
    { command: 'play' },
    { command: 'pause' },
    { command: 'seek', t: 0 },
    { command: 'seek', t: 12 },
    { command: 'state', state: 'v1.beta=5,seed=7,t=40' },
    // As the site itself writes it for links.
    { command: 'state', state: 'v1-18.beta=5,seed=7,t=40' },
    { command: 'state', state: 'v1.K=1_0~0_-1.5e+3,Q=b64:aZ09-_' },
    { command: 'state', state: `v1.${'a'.repeat(longestState - 3)}` },
  ] as const)('is read: %j', (command) => {
    expect(readCommand(to(command), 'particles')).toEqual(command);
  });

  const play = { command: 'play' };
  test.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['a text', JSON.stringify(to(play))],
    ['a number', 1],
    ['a list', [to(play)]],
    ['a list with the right properties', Object.assign([], to(play))],
    ['a map', new Map(Object.entries(to(play)))],
    ['another type', { ...to(play), type: 'attn' }],
    ['a version to come', { ...to(play), version: 2 }],
    ['a version as text', { ...to(play), version: '1' }],
    ['another id', to(play, 'other')],
    ['no id', { type: 'attn-figure', version: 1, ...play }],
    ['an id in a list', { ...to(play), id: ['particles'] }],
    ['an unknown command', to({ command: 'export' })],
    ['a command from the prototype', to({ command: 'constructor' })],
    ['a report of a frame', to({ event: 'height', height: 40 })],
    ['a property too many', to({ ...play, state: 'v1.beta=5' })],
    ['an unknown property', to({ ...play, script: 'alert(1)' })],
    ['a step with a property too many', to({ command: 'seek', t: 3, script: 'alert(1)' })],
    ['a state with a property too many', to({ command: 'state', state: 'v1.beta=5', t: 3 })],
    ['a step as text', to({ command: 'seek', t: '12' })],
    ['a step that is no number', to({ command: 'seek', t: Number.NaN })],
    ['a step without end', to({ command: 'seek', t: Infinity })],
    ['a step before the first', to({ command: 'seek', t: -1 })],
    ['half a step', to({ command: 'seek', t: 0.5 })],
    ['a step beyond whole numbers', to({ command: 'seek', t: 2 ** 60 })],
    ['a step in a list', to({ command: 'seek', t: [3] })],
    ['no step', to({ command: 'seek' })],
    ['a step that is nothing', to({ command: 'seek', t: null })],
    ['a state that is no text', to({ command: 'state', state: { beta: 5 } })],
    ['a state in a list', to({ command: 'state', state: ['v1.beta=5'] })],
    ['an empty state', to({ command: 'state', state: '' })],
    ['a state without a version', to({ command: 'state', state: 'beta=5' })],
    ['a state with markup', to({ command: 'state', state: 'v1.beta=<img src=x onerror=alert(1)>' })],
    ['a state with a line break', to({ command: 'state', state: 'v1.beta=5\n' })],
    ['a state with a second line', to({ command: 'state', state: '<b>\nv1.beta=5' })],
    ['a state in other letters', to({ command: 'state', state: 'v1.bétà=5' })],
    ['a state that is too long', to({ command: 'state', state: `v1.${'a'.repeat(longestState - 2)}` })],
    ['a huge state', to({ command: 'state', state: `v1.${'a'.repeat(5_000_000)}` })],
  ])('is not read from %s', (_what, data) => {
    expect(readCommand(data, 'particles')).toBeUndefined();
  });

  test('that a prototype would give away is not read', () => {
    const data = Object.create(to({ command: 'play' }));
    expect(readCommand(data, 'particles')).toBeUndefined();
  });
});

describe('who is heard', () => {
  const self = { name: 'self' };
  const parent = { name: 'parent' };
  const from = { parent, self, origin: 'https://blog.example', id: 'particles' };
  const event = { data: to({ command: 'play' }), origin: 'https://blog.example', source: parent };

  test('the page around, from the origin that the address names', () => {
    expect(hear(event, from)).toEqual({ command: 'play' });
  });

  test.each([
    'https://blog.example.evil.example',
    'http://blog.example',
    'https://blog.example:8443',
    'https://sub.blog.example',
    'null',
    '',
  ])('nobody from %j', (origin) => {
    expect(hear({ ...event, origin }, from)).toBeUndefined();
  });

  test('no other window, whatever its origin', () => {
    expect(hear({ ...event, source: { name: 'a frame beside' } }, from)).toBeUndefined();
    expect(hear({ ...event, source: null }, from)).toBeUndefined();
    expect(hear({ ...event, source: self }, from)).toBeUndefined();
  });

  test('nobody where the address names no origin', () => {
    expect(hear(event, { ...from, origin: undefined })).toBeUndefined();
  });

  test('nobody where there is no page around', () => {
    expect(hear({ ...event, source: self }, { ...from, parent: self })).toBeUndefined();
  });
});

test('a report has type, version and id, and nothing but its own fields', () => {
  expect(toMessage('a', { event: 'height', height: 40 })).toEqual({
    type: 'attn-figure',
    version: 1,
    id: 'a',
    event: 'height',
    height: 40,
  });
});
