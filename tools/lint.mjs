#!/usr/bin/env node
// Runs clang-tidy over the C++ of the library and what stands on it: node tools/lint.mjs [FILE...]
// Most of its time goes into Eigen and the standard library, again for each source. So sources are looked at together, five
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
import { batches, forEachTarget, textOf } from './batches.mjs';
import { strip } from './source-text.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const built = path.join(root, 'build/clang');
const folder = path.join(root, 'build/lint');
const linted = ['cpp/src', 'cpp/experiments', 'cpp/claims', 'cpp/reference', 'cpp/cli'];
const most = 64;

// Names of C's own headers, each of which C++ has as <c...>.
const ofC =
  'assert|complex|ctype|errno|fenv|float|inttypes|iso646|limits|locale|math|setjmp|signal|stdarg|stddef|stdint|stdio|stdlib|string|tgmath|time|uchar|wchar|wctype';

/** The sources that a file stands for, as the build compiles it: itself or, where it compiles several as one, those (ATTN_TOGETHER). */
const sourcesOf = (file) =>
  (path.basename(path.dirname(file)) === 'Unity'
    ? [...readFileSync(file, 'utf8').matchAll(/^#include "(.*)"$/gm)].map(([, name]) => name)
    : [file]
  ).map((name) => path.relative(root, name));

/** How each file is compiled: macros, folders and the standard, in the order of the command. */
function flagsByFile() {
  // Of sources that the build writes none may be there yet.
  const commands = JSON.parse(readFileSync(path.join(built, 'compile_commands.json'), 'utf8')).filter(
    ({ file }) => existsSync(file),
  );
  return new Map(
    commands.flatMap(({ file, command }) => {
      const words = command.match(/(?:[^\s"\\]|\\.|"(?:[^"\\]|\\.)*")+/g);
      const flags = words.flatMap((word, i) => {
        if (word === '-isystem') return [`-isystem${words[i + 1]}`];
        return /^-(?:[DI].|std=|f(?!sanitize))/.test(word) ? [word.replace(/\\(.)|"/g, '$1')] : [];
      });
      return sourcesOf(file).map((name) => [
        name,
        forEachTarget(name) ? [...flags, '-DHWY_COMPILE_ONLY_STATIC'] : flags,
      ]);
    }),
  );
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
      batches(all, most, { hiding: false }).sort((a, b) => (a.length > 1) - (b.length > 1));
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
