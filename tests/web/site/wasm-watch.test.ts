import { EventEmitter } from 'node:events';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repository } from '../../../tools/vite/paths.ts';
import { firstError, wasmWatch } from '../../../tools/vite/wasm-watch.ts';

type Ran = Awaited<ReturnType<NonNullable<Parameters<typeof wasmWatch>[0]>>>;

/** The plugin in a server, with scripts that end when the test says how. */
function watching() {
  const started: string[] = [];
  const said: string[] = [];
  const sent: string[] = [];
  const ends: ((ran: Ran) => void)[] = [];
  const { configureServer } = wasmWatch((...words) => {
    started.push(words.join(' '));
    return new Promise((resolve) => ends.push(resolve));
  });
  const watcher = Object.assign(new EventEmitter(), { add: () => {} });
  const log = (text: string) => said.push(text);
  (configureServer as (server: object) => void)({
    config: { logger: { info: log, error: log } },
    watcher,
    ws: {
      send: ({ type, err }: { type: string; err?: { message: string } }) => sent.push(err?.message ?? type),
    },
  });
  return {
    started,
    said,
    sent,
    change: (file: string, event = 'change') => watcher.emit('all', event, join(repository, file)),
    /** Ends the script that runs. */
    async end(ok: boolean, output = '') {
      ends.shift()?.({ ok, output });
      await new Promise((resolve) => setTimeout(resolve));
    },
  };
}
const wasm = 'tools/build-wasm.mjs';
const types = 'tools/experiment-types.mjs --wasm';

test('a changed source gives new wasm, then its types, and only then a new page; the console says what is done', async () => {
  const it = watching();
  it.change('cpp/experiments/denoising/particles.hpp');
  expect(it.started).toEqual([wasm]);
  expect(it.said).toEqual(['wasm: cpp/experiments/denoising/particles.hpp has changed: building']);
  await it.end(true, 'build-wasm: stage1.wasm is new\n');
  expect(it.started).toEqual([wasm, types]);
  expect(it.sent).toEqual([]);
  await it.end(true, 'experiment-types: web/src/engine/generated/denoising.ts is written anew\n');
  expect(it.sent).toEqual(['full-reload']);
  expect(it.said[1]).toMatch(
    /^wasm: built in \d+\.\d s\n {2}build-wasm: stage1\.wasm is new\n {2}experiment-types: .*denoising\.ts is written anew$/,
  );
});

test('what does not build leaves the page with what it has, and says so there and in the console', async () => {
  const it = watching();
  it.change('cpp/experiments/denoising/particles.cpp');
  await it.end(false, '[1/9] compiling\na.cpp:3:1: error: no such thing\n');
  expect(it.started).toEqual([wasm]);
  const message =
    'it does not build, and pages go on with the last that did\na.cpp:3:1: error: no such thing';
  expect(it.said[1]).toBe(`wasm: ${message}`);
  expect(it.sent).toEqual([`The wasm: ${message}`]);
  // The next change is tried as ever.
  it.change('cpp/experiments/denoising/particles.cpp');
  expect(it.started).toEqual([wasm, wasm]);
});

test('what changes during a build is built after it, and the page waits for that', async () => {
  const it = watching();
  it.change('cpp/src/attention/softmax.cpp');
  it.change('cpp/src/attention/gibbs.cpp');
  await it.end(true);
  await it.end(true);
  expect(it.started).toEqual([wasm, types, wasm]);
  expect(it.sent).toEqual([]);
  await it.end(true);
  await it.end(true);
  expect(it.sent).toEqual(['full-reload']);
});

test('other files, and those that are there when it starts, build nothing', () => {
  const it = watching();
  it.change('cpp/src/attention/softmax.cpp', 'add');
  it.change('cpp/claims/verdicts.json');
  it.change('web/src/element/figure.ts');
  expect(it.started).toEqual([]);
});

test('the overlay begins with the first error, not with the progress before it', () => {
  expect(firstError('[1/9] compiling\na.cpp:3:1: error: no such thing\nnote: here')).toBe(
    'a.cpp:3:1: error: no such thing\nnote: here',
  );
});

test('a build that fails without naming an error still says something', () => {
  expect(firstError('stopped\n')).toBe('stopped');
});
