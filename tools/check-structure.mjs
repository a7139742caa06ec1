#!/usr/bin/env node
// Holds the project to its structure: node tools/check-structure.mjs [FOLDER]
// Each problem is one line, `path:line: what, and what to do`; exit status 1 if there is any. The rules are in RULES,
// at the end of this file. Needs nothing but Node.
import { realpathSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkDescriptions } from './structure/descriptions.mjs';
import { checkCppLayers, checkWebLayers } from './structure/layers.mjs';
import { checkLists, checkPaths } from './structure/paths.mjs';
import {
  imports,
  isCode,
  lineAt,
  open,
  problem,
  problems,
  refuse,
  sources,
  under,
} from './structure/project.mjs';

// ---- Length -----------------------------------------------------------------------------------------------------------

function checkLength() {
  for (const source of under('cpp', 'web', 'tests', 'tools')) {
    if (!source.language || source.generated) continue;
    const lines = source.stripped.noComments.split('\n').filter((line) => line.trim()).length;
    const limit = source.path.startsWith('tests/') ? 600 : 400;
    if (lines > limit)
      problem(source.path, 1, `has ${lines} lines of code, more than ${limit}: split it by what it is about`);
  }
}

/** A header is a manual: it has to be readable in a diff, and beside a second file. */
function checkColumns() {
  for (const source of under('cpp', 'examples', 'tests').filter(isCode('cpp'))) {
    source.text.split('\n').forEach((line, at) => {
      if (line.length > 100 && /^\s*\/\/|\/\/\/</.test(line))
        problem(source.path, at + 1, `has ${line.length} columns, more than 100: break the comment`);
    });
  }
}

// ---- Numbers that are the same everywhere -----------------------------------------------------------------------------

const elementary =
  '(?:a?(?:sin|cos|tan)h?|atan2|exp[2]?|expm1|log(?:2|10|1p|b)?|pow|cbrt|hypot|erfc?|[tl]gamma)[fl]?';
const portable = new Set(['mathfn', 'attn', 'hn']);

function checkNumbers() {
  for (const source of under('cpp').filter(isCode('cpp'))) {
    if (source.path.startsWith('cpp/cli/')) continue; // it prints
    const defines = /\/mathfn\.[ch]pp$/.test(source.path);
    const text = source.stripped.code;
    // `mathfn::exp(` is found as `exp(` after `mathfn::`, `x.array().exp(` after a dot, `std::exp(` after `std::`.
    for (const match of text.matchAll(new RegExp(`(\\w+::|::|\\.|->)?\\b(${elementary})\\s*\\(`, 'g'))) {
      const before = match[1] ?? '';
      if (/\w$/.test(text.slice(0, match.index)) && !before) continue;
      if (portable.has(before.replace('::', '')) || (defines && !before)) continue;
      problem(
        source.path,
        lineAt(text, match.index),
        `${before}${match[2]}() differs between platforms: use mathfn::${match[2].replace(/[fl]$/, '')}`,
      );
    }
  }
}

// ---- One version ------------------------------------------------------------------------------------------------------

function checkVersion() {
  const text = (file) => sources.get(file)?.text;
  if (!text('package.json')) return;
  const version = JSON.parse(text('package.json')).version;
  const expect = (file, pattern, what) => {
    if (text(file) === undefined) return problem(file, 1, `is missing: write it, with version ${version}`);
    const match = text(file).match(pattern);
    if (match?.[1] === version) return;
    const found = match ? `says ${match[1]}` : 'has none';
    problem(
      file,
      match ? lineAt(text(file), match.index + match[0].lastIndexOf(match[1])) : 1,
      `${what} ${found}: package.json has ${version}`,
    );
  };
  expect('CITATION.cff', /^version:\s*["']?([^\s"']+)/m, 'version');
  expect('CHANGELOG.md', /^## \[?v?(\d[^\s\]]*)/m, 'top entry');
  expect('package-lock.json', /"version":\s*"([^"]+)"/, 'version');
  const cmake = sources.get('CMakeLists.txt');
  if (cmake)
    refuse(
      cmake,
      cmake.text,
      /\bproject\s*\([^)]*?\bVERSION\s+"?\d[^)]*\)/gi,
      'a second version: read it from package.json',
    );
}

// ---- What does not belong into files ----------------------------------------------------------------------------------

// Written so that this file does not hold what it looks for.
const machineFolders = /(?<![\w.~$}-])\/(?:work|home|root)\/(?=[\w.])/g;
const registries =
  /\b(?:registry\.npmjs\.org|registry\.yarnpkg\.com|(?:deb|security)\.debian\.org|archive\.ubuntu\.com)\b/g;

/** The text between the parenthesis that opens at `open` and the one that closes it. */
function between(text, open) {
  let depth = 0;
  for (let i = open; i < text.length; i++) {
    if (text[i] === '(') depth += 1;
    else if (text[i] === ')' && --depth === 0) return text.slice(open + 1, i);
  }
  return text.slice(open + 1);
}

function checkLock() {
  const lock = sources.get('package-lock.json');
  if (!lock) return;
  refuse(
    lock,
    lock.text,
    /"resolved":\s*"http/g,
    'has an address: keep .npmrc, remove the file, run npm install',
  );
  // Where npm install did not find a package for another platform, it leaves it out, and npm ci refuses the file.
  const { packages = {} } = JSON.parse(lock.text);
  for (const [folder, { optionalDependencies = {} }] of Object.entries(packages)) {
    const isThere = (name) =>
      `node_modules/${name}` in packages || `${folder}/node_modules/${name}` in packages;
    const missing = Object.keys(optionalDependencies).filter((name) => !isThere(name));
    if (!missing.length) continue;
    const line = lineAt(lock.text, lock.text.indexOf(`"${folder}"`));
    problem(
      lock.path,
      line,
      `${folder} needs ${missing[0]}, which is not there: npm ci will refuse; take another version`,
    );
  }
}

function checkLeftovers() {
  for (const source of sources.values()) {
    refuse(
      source,
      source.text,
      machineFolders,
      ([found]) => `${found} is a folder of one machine: use a relative path`,
    );
    refuse(
      source,
      source.text,
      registries,
      ([found]) => `${found} is the address of a registry: name packages only`,
    );
    refuse(source, source.text, /^(?:<{7}|>{7}|\|{7})(?: .*)?$/gm, 'a conflict of a merge: resolve it');
  }
  checkLock();
  for (const source of under('tests').filter(isCode('cpp')))
    refuse(
      source,
      source.stripped.noComments,
      /\bTEST_CASE\("[^"\n]*;/g,
      'has a ; in its name, at which CMake cuts it in two: put a comma',
    );
  for (const source of under('tests').filter(isCode('js'))) {
    const { code } = source.stripped;
    refuse(source, code, /\bskip\s*\(/g, (match) => {
      const reason = between(code, match.index + match[0].length - 1)
        .trimEnd()
        .replace(/,$/, '');
      return /['"`]$/.test(reason)
        ? undefined
        : 'skips without a reason: say why in the last argument, a string';
    });
  }
}

// ---- Figures ----------------------------------------------------------------------------------------------------------

/** A figure is listed in a registry: the one of all, or of its chapter. */
function checkFigures() {
  const registries = under('web/src/figures').filter((s) => path.posix.basename(s.path) === 'registry.ts');
  const listed = new Set();
  for (const registry of registries) {
    for (const { name, target, line } of imports(registry).filter((i) => i.name.startsWith('.'))) {
      listed.add(`${target}.ts`);
      if (!sources.has(`${target}.ts`))
        problem(registry.path, line, `lists ${name}, which is no file: write it or remove the line`);
    }
  }
  for (const figure of under('web/src/figures')) {
    if (!/export\s+default\s+defineFigure\b/.test(figure.stripped?.code ?? '')) continue;
    const id = path.posix.basename(figure.path, '.ts');
    const said = figure.stripped.noComments.match(/\bid:\s*(['"`])([^'"`\n]+)\1/);
    if (said && said[2] !== id) {
      problem(
        figure.path,
        lineAt(figure.text, said.index),
        `the id '${said[2]}' is not the name of the file: make them the same`,
      );
    }
    if (listed.has(figure.path)) continue;
    const own = `${path.posix.dirname(figure.path)}/registry.ts`;
    const place = sources.has(own) ? own : 'web/src/figures/registry.ts';
    problem(figure.path, 1, `is not in ${place}: add a line for it`);
  }
}

// ---- What code does not say -------------------------------------------------------------------------------------------

/** Where errors are added up: what drops NaN there calls a broken result right. */
const residuals = ['cpp/claims', 'cpp/experiments', 'cpp/reference', 'cpp/wasm', 'tests/cpp', 'tests/fuzz'];
const keeps = 'attn/numerics/largest.hpp keeps it';
/** What a part throws and catches without the help of types: cpp/wasm/exceptions.cpp. */
const inParts = ['cpp/include', 'cpp/src', 'cpp/experiments', 'cpp/claims'];

/** In which folders, in which language, what, and why not. */
const refusals = [
  [
    ['cpp'],
    'cpp',
    /#\s*include\s*<random>|\bs?rand(?:om)?\s*\(|\bstd::(?:mt19937\w*|random_device|\w+_distribution)\b/g,
    'random numbers only through attn::Rng',
  ],
  [
    ['web/src'],
    'js',
    /\bMath\s*\.\s*random\b/g,
    'Math.random cannot be repeated: draw from a seed, in the engine',
  ],
  [
    ['web/src'],
    'js',
    /\bDate\s*\.\s*now\b/g,
    'Date.now is no seed, and jumps as a clock: use performance.now',
  ],
  [
    ['cpp', 'tests/cpp', 'tests/fuzz', 'examples'],
    'cpp',
    /\b(?:maxCoeff|minCoeff|lpNorm\s*<\s*(?:Eigen::)?Infinity)\b/g,
    ([found]) => `${found} drops NaN: ${keeps}, largest, highest or lowest`,
  ],
  [
    residuals,
    'cpp',
    /\bstd::(?:f?max|max_element)\b/g,
    ([found]) => `${found} drops NaN, and errors are added up here: ${keeps}, larger`,
  ],
  [
    inParts,
    'cpp',
    /\bcatch\s*\((?!\s*(?:\.\.\.|const (?:attn::)?Error\s*&))([^)]*)\)/g,
    ([, type]) => `catches ${type.trim()}: a part of the wasm tells no exception but Error from others`,
  ],
  [
    inParts,
    'cpp',
    /\bthrow\s+(?!(?:attn::)?Error\b)([^;]*)/g,
    ([, what]) => `throws ${what.trim()}: a part of the wasm throws Error, with a message`,
  ],
  [['tests'], 'js', /\.only\s*\(/g, 'runs this test alone: remove .only'],
];

function checkRefusals() {
  for (const [folders, language, pattern, say] of refusals)
    for (const source of under(...folders).filter(isCode(language)))
      refuse(source, source.stripped.code, pattern, say);
}

const RULES = [
  checkCppLayers,
  checkWebLayers,
  checkPaths,
  checkLists,
  checkLength,
  checkColumns,
  checkNumbers,
  checkVersion,
  checkLeftovers,
  checkFigures,
  checkRefusals,
  checkDescriptions,
];

/** The problems of the project in this folder, sorted, and how many files were looked at. */
export function checkStructure(folder) {
  open(folder);
  for (const rule of RULES) rule();
  return { files: sources.size, problems: problems.sort() };
}

function main(folder = fileURLToPath(new URL('..', import.meta.url))) {
  const { files, problems: found } = checkStructure(folder);
  for (const line of found) console.log(line);
  console.log(`structure: ${files} files, ${found.length || 'no'} problem${found.length === 1 ? '' : 's'}`);
  process.exitCode = found.length ? 1 : 0;
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url))
  main(process.argv[2]);
