#!/usr/bin/env node
// Are the tests able to fail? Draws faults in the mathematics, puts one at a time into a source, and says whether a test finds it:
//   node tools/mutants.mjs [--count 40] [--start 1] [--topics geometry,memory,sequence,support,training]
// A fault is a wrong sign, a wrong index, a factor that is missing, or a clamp that is. Which ones are drawn follows from --start and
// the sources. Needs cmake --preset release, and a tree in which these folders have no changes; what it put in, it takes out.
// Exit status 1 where a fault was not found: then either a test is missing, or the fault changes nothing that can be seen. By hand,
// after a change of the tests; in the test run it would take a quarter of an hour.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { strip } from './source-text.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const { values: options } = parseArgs({
  options: {
    count: { type: 'string', default: '40' },
    start: { type: 'string', default: '1' },
    topics: { type: 'string', default: 'geometry,memory,sequence,support,training' },
  },
});
const longest = 900_000; // ms: a loop that a fault makes endless ends here

// ---- Faults -----------------------------------------------------------------------------------------------------------

/** The end of the parenthesis that opens before `at`, and where the commas of its own are. */
function argumentsFrom(code, at) {
  const commas = [];
  let depth = 0;
  for (let i = at; i < code.length; i++) {
    if ('([{'.includes(code[i])) depth += 1;
    else if (')]}'.includes(code[i])) {
      if (depth === 0) return { end: i, commas };
      depth -= 1;
    } else if (code[i] === ',' && depth === 0) commas.push(i);
  }
  return undefined;
}

/** Each kind: where the code can be wrong in this way, as [from, to, what stands there then]. */
const kinds = {
  *sign(code) {
    for (const { index } of code.matchAll(/ [+-] (?=[\w(])/g))
      yield [index, index + 3, code[index + 1] === '+' ? ' - ' : ' + '];
    for (const { index } of code.matchAll(/[+-]= /g))
      yield [index, index + 1, code[index] === '+' ? '-' : '+'];
    for (const { 0: all, index } of code.matchAll(/(?:= |\(|return |, )-(?=[a-zA-Z(])/g))
      yield [index + all.length - 1, index + all.length, ''];
  },
  *index(code) {
    for (const { 0: all, index } of code.matchAll(/ [+-] 1(?=[,;)\]])/g))
      yield [index, index + all.length, ''];
    for (const { 0: all, 1: a, 2: b, index } of code.matchAll(/(?<=\w)\((\w+), (\w+)\)/g))
      if (a !== b) yield [index, index + all.length, `(${b}, ${a})`];
    for (const { index } of code.matchAll(/(?<=for \([^;]*; \w+ )<(?= )/g)) yield [index, index + 1, '<='];
    for (const { index } of code.matchAll(/(?<=for \(Index \w+ = )0(?=;)/g)) yield [index, index + 1, '1'];
  },
  *factor(code) {
    const factor = /(?<=[\w)\]] )[*/] (?:\d[\d.]*|[a-zA-Z_][\w.:]*(?:\([^()]*\))?)(?=[ ;,)])/g;
    for (const { 0: all, index } of code.matchAll(factor)) yield [index, index + all.length, ''];
  },
  *clamp(code) {
    for (const { 0: all, index } of code.matchAll(/\bstd::(?:max|min|clamp)(?:<\w+>)?\(/g)) {
      const inside = argumentsFrom(code, index + all.length);
      if (!inside?.commas.length) continue;
      yield [index, inside.end + 1, `(${code.slice(index + all.length, inside.commas[0])})`];
    }
  },
};

/** All places of each kind, in the order of the sources. */
function places() {
  const found = Object.fromEntries(Object.keys(kinds).map((kind) => [kind, []]));
  for (const topic of options.topics.split(',')) {
    const folder = `cpp/src/${topic}`;
    for (const name of readdirSync(path.join(root, folder)).sort()) {
      const file = `${folder}/${name}`;
      const text = readFileSync(path.join(root, file), 'utf8');
      const { code } = strip(text, 'cpp');
      for (const [kind, of] of Object.entries(kinds)) {
        for (const [from, to, instead] of of(code)) {
          const line = code.slice(0, from).split('\n').length;
          const whole = code.split('\n')[line - 1];
          // What is checked before anything is computed, and what is no statement, is not mathematics.
          if (/^\s*(?:#|using|template|namespace|check::)|"/.test(whole)) continue;
          found[kind].push({ kind, file, line, from, to, instead });
        }
      }
    }
  }
  return found;
}

/** mulberry32: numbers in [0, 1) that are the same everywhere. */
function generator(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t = (t + Math.imul(t ^ (t >>> 7), t | 61)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

// ---- Tests ------------------------------------------------------------------------------------------------------------

const run = (command, args) =>
  spawnSync(command, args, { cwd: root, encoding: 'utf8', timeout: longest, maxBuffer: 2 ** 28 });
const tests = path.join(root, 'build/release/tests/cpp/attn_tests');
const build = () => run('cmake', ['--build', 'build/release', '--target', 'attn_tests']).status === 0;

/** Who finds the fault that the sources have: first the source's own test, then all. Undefined where nobody does. */
function finder(file) {
  const stem = path.basename(file).replace(/\.\w+$/, '');
  const own = `test_${stem}`;
  for (const [who, filter] of [
    [own, [`[#${own}]`]],
    ['another test', []],
  ]) {
    const done = run(tests, ['-#', '--abort', ...filter]);
    if (/No test cases matched|No tests ran/.test(`${done.stdout}${done.stderr}`)) continue;
    if (done.error || done.signal) return `${who} (${done.signal ?? done.error.code})`;
    if (done.status !== 0) return who;
  }
  return undefined;
}

// ---- Run --------------------------------------------------------------------------------------------------------------

function tryFault({ file, from, to, instead }) {
  const where = path.join(root, file);
  const text = readFileSync(where, 'utf8');
  const restore = () => writeFileSync(where, text);
  const ends = () => {
    restore();
    process.exit(130);
  };
  process.once('SIGINT', ends).once('SIGTERM', ends);
  try {
    writeFileSync(where, text.slice(0, from) + instead + text.slice(to));
    return build() ? (finder(file) ?? 'NOBODY') : 'no C++';
  } finally {
    restore();
    process.removeListener('SIGINT', ends).removeListener('SIGTERM', ends);
  }
}

const dirty = run('git', ['status', '--porcelain', 'cpp/src']).stdout;
if (dirty) throw new Error(`cpp/src has changes, which a fault must not be mixed with:\n${dirty}`);
if (!build() || !existsSync(tests)) throw new Error('build/release does not build: cmake --preset release');

const all = places();
const next = generator(Number(options.start));
const taken = new Set();
const lived = [];
for (let number = 1; number <= Number(options.count); ) {
  const kind = Object.keys(kinds)[Math.floor(next() * Object.keys(kinds).length)];
  const fault = all[kind][Math.floor(next() * all[kind].length)];
  const place = `${fault.file}:${fault.line}`;
  if (taken.has(place)) continue;
  taken.add(place);
  const found = tryFault(fault);
  if (found === 'no C++') continue;
  const text = readFileSync(path.join(root, fault.file), 'utf8');
  const [start, end] = [text.lastIndexOf('\n', fault.from) + 1, text.indexOf('\n', fault.to)];
  const line = `${text.slice(start, fault.from)}${fault.instead}${text.slice(fault.to, end)}`.trim();
  console.log(`${String(number).padStart(3)} ${kind.padEnd(6)} ${place}: ${found}\n      ${line}`);
  if (found === 'NOBODY') lived.push(number);
  number += 1;
}
build();
console.log(lived.length ? `mutants: not found: ${lived.join(', ')}` : 'mutants: all found');
process.exitCode = lived.length ? 1 : 0;
