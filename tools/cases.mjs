#!/usr/bin/env node
// Runs the C++ test cases of a build, several in one process, as many processes as there are cores, in random order:
//   node tools/cases.mjs PRESET [--seed N]
// Which they are ctest says (label "case"). What ctest would start a process for each, which takes the sanitizers longer than most cases.
// A chunk that does not come to its end is run again case by case, so that it can be said which one ends it.
// The last line is Catch2's, of all of them; the ten slowest come before it, and the seed, which gives the same order again.
import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The cases that ctest has for a preset, by the program that they are in: their names as Catch2 is given them. */
function casesOf(preset) {
  const { status, stdout, stderr } = spawnSync(
    'ctest',
    ['--preset', preset, '-L', '^case$', '--show-only=json-v1'],
    { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28 },
  );
  if (status !== 0) throw new Error(`cases: ctest --preset ${preset}: ${stderr}`);
  const tests = JSON.parse(stdout).tests.filter(({ command }) => command);
  return tests.map(({ command: [program, name] }) => ({ program, name }));
}

/** In an order that follows from the seed (a linear congruential generator, Fisher and Yates's shuffle). */
export function shuffled(list, seed) {
  const result = [...list];
  let state = BigInt(seed);
  for (let i = result.length - 1; i > 0; i--) {
    state = (state * 6364136223846793005n + 1442695040888963407n) & 0xffffffffffffffffn;
    const j = Number((state >> 33n) % BigInt(i + 1));
    [result[i], result[j]] = [result[j], result[i]];
  }
  return result;
}

/** What Catch2's own reporter says of a chunk: how many cases passed and failed, and how long each took; nothing where it has no end. */
export function read(text) {
  const passed = text.match(/^All tests passed \(.* in (\d+) test cases?\)/m);
  const failed = text.match(/^test cases: +(\d+) \|.*?(?:\b(\d+) failed)/m);
  if (!passed && !failed) return undefined;
  const all = Number((passed ?? failed)[1]);
  const bad = passed ? 0 : Number(failed[2]);
  const seconds = new Map();
  for (const [, taken, name] of text.matchAll(/^([\d.]+) s: (.*)$/gm)) {
    seconds.set(name, Math.max(seconds.get(name) ?? 0, Number(taken)));
  }
  const assertions = Number(text.match(/^All tests passed \((\d+) assertions?/m)?.[1] ?? 0);
  return { good: all - bad, bad, assertions, seconds };
}

/** Whether a process has judged all of its cases. What passes them all and ends with an error, for memory that it has lost say, has not. */
export const judged = (code, found, count) =>
  found !== undefined && found.good + found.bad === count && (found.bad > 0 ? code < 128 : code === 0);

/** How far the sanitizer looks back at each allocation: its own 30 calls are a thirtieth of the time. A case by itself has them. */
const shortStacks = {
  ...process.env,
  ASAN_OPTIONS: `malloc_context_size=4:${process.env.ASAN_OPTIONS ?? ''}`,
};

/** The last line, in Catch2's words, which tools/count-tests.mjs reads. */
export const sum = ({ good, bad, assertions }) =>
  bad
    ? `test cases: ${good + bad} | ${good} passed | ${bad} failed`
    : `All tests passed (${assertions} assertions in ${good} test cases)`;

/** What a chunk printed, without what would pass for the sum of all. */
const printed = (text) =>
  text.replace(/^(?:[\d.]+ s: |test cases: |assertions: |Filters: |All tests passed).*\n/gm, '');

async function main(preset, seed) {
  const cases = casesOf(preset);
  if (cases.length === 0) throw new Error(`cases: ctest --preset ${preset} has none`);
  const folder = path.join(root, 'build', preset, 'cases');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  console.log(`seed ${seed}: node tools/cases.mjs ${preset} --seed ${seed}`);
  const waiting = shuffled(cases, seed);
  const cores = availableParallelism();
  const total = { good: 0, bad: 0, assertions: 0 };
  const seconds = new Map();
  let number = 0;

  function run(chunk) {
    const names = path.join(folder, `${number++}.txt`);
    writeFileSync(names, chunk.map(({ name }) => `${name}\n`).join(''));
    const options = [
      '--input-file',
      names,
      '--order',
      'rand',
      '--rng-seed',
      `${seed % 2 ** 32}`,
      '--durations',
      'yes',
    ];
    return new Promise((resolve) => {
      const env = chunk.length > 1 ? shortStacks : process.env;
      execFile(
        chunk[0].program,
        options,
        { cwd: folder, env, maxBuffer: 2 ** 28 },
        (error, stdout, stderr) => {
          resolve({
            code: error ? (error.code ?? 128) : 0,
            found: read(stdout),
            stdout,
            stderr,
            why: error?.signal ?? `exit status ${error?.code ?? 0}`,
          });
        },
      );
    });
  }

  async function judge(chunk) {
    const { code, found, stdout, stderr, why } = await run(chunk);
    if (judged(code, found, chunk.length)) {
      total.good += found.good;
      total.bad += found.bad;
      total.assertions += found.assertions;
      for (const [name, taken] of found.seconds) seconds.set(name, taken);
      if (found.bad > 0) process.stdout.write(printed(stdout));
      if (stderr) process.stdout.write(stderr);
      return;
    }
    if (chunk.length > 1) {
      process.stdout.write(
        `${printed(stdout)}${stderr}\n${chunk.length} cases did not come to a good end (${why}): each by itself\n`,
      );
      const before = total.bad;
      for (const one of chunk) await judge([one]);
      if (total.bad === before) {
        // One leaves something for another.
        console.log(
          `each of these passes by itself, and not together: ${chunk.map(({ name }) => `"${name}"`).join(', ')}`,
        );
        total.good -= 1;
        total.bad += 1;
      }
      return;
    }
    process.stdout.write(
      `${printed(stdout)}${stderr}\nFAILED: "${chunk[0].name}" did not come to a good end (${why})\n`,
    );
    total.bad += 1;
  }

  async function worker() {
    while (waiting.length) {
      // Large ones first, so that few processes start; small ones last, so that no core waits for another at the end.
      const size = Math.min(40, Math.ceil(waiting.length / (4 * cores)));
      const chunk = [waiting.shift()];
      while (chunk.length < size && waiting[0]?.program === chunk[0].program) chunk.push(waiting.shift());
      await judge(chunk);
    }
  }
  await Promise.all(Array.from({ length: cores }, worker));

  for (const [name, taken] of [...seconds].sort(([, a], [, b]) => b - a).slice(0, 10))
    console.log(`${taken.toFixed(1).padStart(6)} s  ${name}`);
  console.log(sum(total));
  process.exitCode = total.bad ? 1 : 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { seed: { type: 'string' } },
  });
  const seed = Number(values.seed ?? Date.now());
  if (positionals.length !== 1 || !Number.isSafeInteger(seed) || seed < 0)
    throw new Error('cases: node tools/cases.mjs PRESET [--seed N], N a whole number of at least 0');
  await main(positionals[0], seed);
}
