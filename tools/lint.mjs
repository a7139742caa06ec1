#!/usr/bin/env node
// Runs clang-tidy over the C++ of the library and what stands on it: node tools/lint.mjs [FILE...]
// Most of its time goes into Eigen and the standard library, again for each source. So sources are looked at together, two
// dozen in one translation unit; where that does not compile, in halves of it; when named on the command line, one by one.
// Needs build/clang: cmake --preset clang
import { execFile } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { strip } from './source-text.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const built = path.join(root, 'build/clang');
const folder = path.join(root, 'build/lint');
const linted = ['cpp/src', 'cpp/experiments', 'cpp/claims', 'cpp/reference', 'cpp/cli'];
const most = 24;

// Names of C's own headers, each of which C++ has as <c...>.
const ofC =
  'assert|complex|ctype|errno|fenv|float|inttypes|iso646|limits|locale|math|setjmp|signal|stdarg|stddef|stdint|stdio|stdlib|string|tgmath|time|uchar|wchar|wctype';

const textOf = (file) => readFileSync(path.join(root, file), 'utf8');

/** Whether a source includes itself once for each set of instructions, with Highway's help: the same text, which is looked at once. */
const forEachTarget = (file) => textOf(file).includes('HWY_TARGET_INCLUDE');

/** How each file is compiled: macros, folders and the standard, in the order of the command. */
function flagsByFile() {
  const commands = JSON.parse(readFileSync(path.join(built, 'compile_commands.json'), 'utf8'));
  return new Map(
    commands.map(({ file, command }) => {
      const words = command.match(/(?:[^\s"\\]|\\.|"(?:[^"\\]|\\.)*")+/g);
      const flags = words.flatMap((word, i) => {
        if (word === '-isystem') return [`-isystem${words[i + 1]}`];
        return /^-(?:[DI].|std=|f(?!sanitize))/.test(word) ? [word.replace(/\\(.)|"/g, '$1')] : [];
      });
      const name = path.relative(root, file);
      return [name, forEachTarget(name) ? [...flags, '-DHWY_COMPILE_ONLY_STATIC'] : flags];
    }),
  );
}

/**
 * The names that a source gives to what is its own: those in unnamed namespaces, outside of bodies and parameters. Of another name
 * for a type (an alias), with what it stands for: several sources may say the same of it, one after another.
 */
export function ownNames(text) {
  const names = new Map();
  const { code } = strip(text, 'cpp');
  for (const start of code.matchAll(/\bnamespace\s*\{/g)) {
    let depth = 0;
    let outside = '';
    for (const c of code.slice(start.index + start[0].length)) {
      if ('{('.includes(c)) outside += depth++ ? '' : c;
      else if (c === '}' && depth === 0) break;
      else if ('})'.includes(c)) depth -= 1;
      else if (depth === 0) outside += c;
    }
    const others = outside.replace(/\busing\s+(\w+)\s*=([^;]*);/g, (_, name, type) => {
      names.set(name, type.replace(/\s+/g, ' ').trim());
      return '';
    });
    const declared = others.replace(/=[^;,]*/g, '=');
    for (const [, name] of declared.matchAll(/\b([A-Za-z_]\w*)\s*(?=[({=;[])/g)) names.set(name, undefined);
  }
  return names;
}

/**
 * What clang-tidy says of the file alone that it is given, not of what that includes (some checks since 16), and so of no source in a batch:
 * another name that is not used (misc-unused-alias-decls, misc-unused-using-decls), a header of C (modernize-deprecated-headers). To ask it
 * about each by itself took a seventh of all its time.
 */
export function leftovers(text) {
  const { code } = strip(text, 'cpp');
  const found = [];
  const say = (at, what) => found.push(`${code.slice(0, at).split('\n').length}: ${what}`);
  const used = code.replace(/^[ \t]*#[ \t]*include.*$/gm, '');
  for (const { 1: name, index } of code.matchAll(
    /^[ \t]*(?:namespace (?=\w+ =)|using (?!namespace)(?:\w*::)+)(\w+)/gm,
  ))
    if (used.match(new RegExp(`\\b${name}\\b`, 'g')).length < 2) say(index, `${name} is not used`);
  for (const { 1: name, index } of code.matchAll(
    new RegExp(`^[ \\t]*#[ \\t]*include[ \\t]*<(${ofC})\\.h>`, 'gm'),
  ))
    say(index, `<${name}.h> is C's; C++ has <c${name}>`);
  return found;
}

/** Sources that can be read one after another: no two have something of their own with the same name. */
function batches(files) {
  const found = [];
  for (const file of files) {
    const text = textOf(file);
    const names = ownNames(text);
    const alone = forEachTarget(file);
    const collides = (batch, [name, type]) =>
      batch.names.has(name) && (type === undefined || batch.names.get(name) !== type);
    const fits = (batch) =>
      batch.files.length < most && !batch.alone && ![...names].some((one) => collides(batch, one));
    const batch = (!alone && found.find(fits)) || { files: [], names: new Map(), alone };
    if (!batch.files.length) found.push(batch);
    batch.files.push(file);
    for (const [name, type] of names) batch.names.set(name, type);
  }
  return found.map((batch) => batch.files);
}

function tidy(source, flags) {
  return new Promise((resolve) => {
    const options = ['--quiet', `--config-file=${path.join(root, '.clang-tidy')}`, source, '--', ...flags];
    execFile('clang-tidy', options, { cwd: root, maxBuffer: 2 ** 26 }, (error, stdout, stderr) => {
      resolve({ ok: !error, text: stdout || (error ? stderr || `${error.message}\n` : '') });
    });
  });
}

const including = (file) => `#include "${path.join(root, file)}" // NOLINT(bugprone-suspicious-include)\n`;

async function lint(files, flagsOf, number) {
  const missing = files.find((file) => !flagsOf.has(file));
  if (missing) return { ok: false, text: `${missing}: build/clang does not compile it\n` };
  if (files.length > 1) {
    const source = path.join(folder, `${number}.cpp`);
    writeFileSync(source, files.map(including).join(''));
    const { ok, text } = await tidy(source, [...new Set(files.flatMap((file) => flagsOf.get(file)))]);
    if (!text.includes('clang-diagnostic-error')) {
      const left = files.flatMap((file) => leftovers(textOf(file)).map((what) => `${file}:${what}\n`));
      return { ok: ok && left.length === 0, text: text + left.join('') };
    }
    process.stdout.write(`in halves, because they do not compile together: ${files.join(' ')}\n`);
    const middle = files.length >> 1;
    const first = await lint(files.slice(0, middle), flagsOf, `${number}-0`);
    const second = await lint(files.slice(middle), flagsOf, `${number}-1`);
    return { ok: first.ok && second.ok, text: first.text + second.text };
  }
  return tidy(path.join(root, files[0]), flagsOf.get(files[0]));
}

async function main(named) {
  const files = named.map((file) => path.relative(root, path.resolve(file)));
  const asked = files.filter((file) => linted.some((place) => file.startsWith(`${place}/`)));
  for (const file of files.filter((file) => !asked.includes(file)))
    console.log(`lint: ${file} is left out: what is linted is in ${linted.join(', ')}`);
  if (named.length && !asked.length) return;
  if (!existsSync(path.join(built, 'compile_commands.json')))
    throw new Error('lint: there is no build/clang: cmake --preset clang');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const flagsOf = flagsByFile();
  const all = linted.flatMap((place) =>
    readdirSync(path.join(root, place), { recursive: true })
      .filter((name) => name.endsWith('.cpp'))
      .map((name) => `${place}/${name}`)
      .sort(),
  );
  const work = named.length
    ? asked.map((file) => [file])
    : // What takes longest first: what Highway compiles several times.
      batches(all).sort((a, b) => (a.length > 1) - (b.length > 1));
  const count = work.length;
  let failed = 0;
  const worker = async () => {
    for (let files = work.shift(); files; files = work.shift()) {
      const { ok, text } = await lint(files, flagsOf, count - work.length);
      process.stdout.write(text);
      if (!ok) failed += 1;
    }
  };
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), count) }, worker));
  console.log(`lint: ${asked.length || all.length} sources in ${count} runs, ${failed || 'none'} failed`);
  process.exitCode = failed ? 1 : 0;
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url))
  await main(process.argv.slice(2));
