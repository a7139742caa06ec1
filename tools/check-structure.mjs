#!/usr/bin/env node
// Holds the project to its structure: node tools/check-structure.mjs [FOLDER]
// Each problem is one line, `path:line: what, and what to do`; exit status 1 if there is any. The rules are in RULES,
// at the end of this file. Needs nothing but Node.
import { realpathSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { readSources } from './source-files.mjs';

// The project that is being checked; checkStructure sets them.
let sources = new Map();
let problems = [];

// ---- Files ------------------------------------------------------------------------------------------------------------

const under = (...folders) =>
  [...sources.values()].filter((s) => folders.some((f) => s.path.startsWith(`${f}/`)));
const isCode =
  (...kinds) =>
  (source) =>
    kinds.includes(source.language);

const problem = (file, line, text) => problems.push(`${file}:${line}: ${text}`);

const lineAt = (text, index) => text.slice(0, index).split('\n').length;

/** Reports each match of the pattern in the text; `say` may return nothing where the match is fine. */
function refuse(source, text, pattern, say) {
  for (const match of text.matchAll(pattern)) {
    const message = typeof say === 'string' ? say : say(match);
    if (message) problem(source.path, lineAt(text, match.index), message);
  }
}

// ---- 1 Layers ---------------------------------------------------------------------------------------------------------

const cppLayers = [
  {
    folders: ['cpp/include', 'cpp/src'],
    refused: [
      [/(^|\/)cli\//, 'the core must not know the command: move what is needed into cpp/src'],
      [/(^|\/)wasm\//, 'the core must not know the bindings: move what is needed into cpp/src'],
      [/^emscripten/, 'the core must not know the browser: do it in cpp/wasm'],
      [
        /^(iostream|fstream|cstdio|stdio\.h)$/,
        'no input or output in the core: return values, and print in cpp/cli',
      ],
      [/^CLI\//, 'arguments are read in cpp/cli'],
      [/^nlohmann\//, 'JSON is for cpp/cli and the tests'],
    ],
  },
  { folders: ['cpp/include'], refused: [[/(^|\/)src\//, 'a public header must not need a private one']] },
  {
    folders: ['cpp/wasm'],
    except: /^cpp\/wasm\/evaluate[^/]*$/,
    refused: [
      [/^nlohmann\//, 'JSON is for cpp/cli and the tests; bindings take typed arrays'],
      [/mathfn/, 'a binding does not compute: do it in cpp/src'],
      [
        /^Eigen\/(Dense|Eigen|LU|QR|SVD|Cholesky|Eigenvalues|Geometry)$/,
        'a binding does not compute: include <Eigen/Core>',
      ],
    ],
  },
  { folders: ['cpp/wasm'], refused: [[/(^|\/)cli\//, 'bindings and command know only the core']] },
  {
    folders: ['cpp/cli'],
    refused: [[/(^|\/)wasm\/|^emscripten/, 'bindings and command know only the core']],
  },
];

function checkCppLayers() {
  for (const { folders, refused, except } of cppLayers) {
    for (const source of under(...folders).filter(isCode('cpp'))) {
      if (except?.test(source.path)) continue;
      refuse(
        source,
        source.stripped.noComments,
        /^[ \t]*#[ \t]*include[ \t]*[<"]([^>"\n]+)[>"]/gm,
        ([, file]) => {
          const rule = refused.find(([pattern]) => pattern.test(file));
          return rule && `includes ${file}: ${rule[1]}`;
        },
      );
    }
  }
}

/** What each layer of web/src may import besides itself; the figures' registry is the element's way to the figures. */
const webLayers = {
  engine: [],
  draw: [],
  figures: ['engine', 'draw'],
  element: ['engine', 'draw', 'figures/registry', 'figures/declare'],
  article: ['engine', 'draw', 'figures', 'element'],
  // The other way in, with the look of the article.
  embed: ['engine', 'draw', 'figures', 'element', 'article'],
};

const importPattern =
  /\b(?:import|export)\b[^;'"`()]*?\bfrom\s*(['"])([^'"\n]+)\1|\bimport\s*\(?\s*(['"`])([^'"`\n]+)\3|\bnew\s+URL\s*\(\s*(['"`])([^'"`\n]+)\5\s*,\s*import\.meta/g;

function imports(source) {
  const text = source.stripped.noComments;
  // What a string says is no import: the match must begin in code.
  const inCode = (match) => source.stripped.code.startsWith(match[0].slice(0, 3), match.index);
  return [...text.matchAll(importPattern)].filter(inCode).map((match) => {
    const name = match[2] ?? match[4] ?? match[6];
    const target = name.startsWith('.') ? path.posix.join(path.posix.dirname(source.path), name) : name;
    return {
      name,
      line: lineAt(text, match.index),
      target: target.replace(/[?#](?!wasm).*$/, '').replace(/\.(ts|js|mjs)$/, ''),
    };
  });
}

const layerOf = (file) => file.match(/^web\/src\/([^/]+)\/./)?.[1];

function checkWebLayers() {
  for (const source of under('web/src').filter(isCode('js'))) {
    const layer = layerOf(source.path);
    if (!layer) continue; // an entry of a page, which may use everything
    if (!webLayers[layer]) {
      problem(
        source.path,
        1,
        `web/src/${layer} is no layer: move it into one of ${Object.keys(webLayers).join(', ')}`,
      );
      continue;
    }
    for (const { name, target, line } of imports(source)) {
      if (name.startsWith('#wasm/') && layer !== 'engine') {
        problem(source.path, line, `imports ${name}: only web/src/engine touches wasm, ask it instead`);
      }
      const other = layerOf(target);
      const inLayer = target.replace('web/src/', '');
      if (!other || other === layer || webLayers[layer].some((name) => name === other || name === inLayer))
        continue;
      const allowed = webLayers[layer].join(', ') || 'no other layer';
      problem(
        source.path,
        line,
        `imports ${name}: web/src/${layer} may import ${allowed}; move what is shared down`,
      );
    }
  }
}

// ---- 2 Stems ----------------------------------------------------------------------------------------------------------

const testsWithoutHeader = new Set(['registry', 'claims', 'cli']);

const exampleList = 'examples/CMakeLists.txt';

/** A program that uses the header, is built, and says what it prints. */
function checkExample(file, name) {
  const example = `examples/${name}.cpp`;
  const source = sources.get(example);
  if (!source) return problem(file, 1, `has no example: write ${example}`);
  if (!source.text.includes(`#include <attn/${name}.hpp>`))
    problem(example, 1, `does not use its header: include <attn/${name}.hpp>`);
  if (!new RegExp(`^ *${name}\\)?$`, 'm').test(sources.get(exampleList)?.text ?? ''))
    problem(example, 1, `is not built: list it in ${exampleList}`);
}

/** A header that comes first in its own source is compiled once with nothing before it. */
function checkFirstInclude(source, name) {
  const includes = [
    ...source.stripped.noComments.matchAll(/^[ \t]*#[ \t]*include[ \t]*[<"]([^>"\n]+)[>"]/gm),
  ];
  const own = includes.findIndex(([, file]) => file === `attn/${name}.hpp`);
  if (own > 0) {
    const line = lineAt(source.text, includes[own].index);
    problem(source.path, line, 'includes its own header after others: put it first');
  }
}

function checkStems() {
  const stem = (file, pattern) => file.match(pattern)?.[1];
  const header = (name) => `cpp/include/attn/${name}.hpp`;
  /** Public, or private beside the source; registry_experiments.cpp may belong to registry.hpp. */
  const hasHeader = (name) => {
    const stems = name.split('_').map((_, i, words) => words.slice(0, i + 1).join('_'));
    return stems.some((s) => sources.has(header(s)) || sources.has(`cpp/src/${s}.hpp`));
  };
  for (const file of sources.keys()) {
    const ofHeader = stem(file, /^cpp\/include\/attn\/(\w+)\.hpp$/);
    if (ofHeader && ofHeader !== 'attn') {
      const test = `tests/cpp/test_${ofHeader}.cpp`;
      const places = [`cpp/src/${ofHeader}.cpp`, `cpp/src/kernels/${ofHeader}.cpp`];
      if (!places.some((place) => sources.has(place)))
        problem(file, 1, `has no source: write ${places[0]} (or in kernels/)`);
      if (!sources.has(test)) problem(file, 1, `has no test: write ${test}`);
      checkExample(file, ofHeader);
    }
    const ofSource = stem(file, /^cpp\/src\/(\w+)\.cpp$/);
    if (ofSource && !hasHeader(ofSource)) problem(file, 1, `has no header: write ${header(ofSource)}`);
    if (ofSource && sources.has(header(ofSource))) checkFirstInclude(sources.get(file), ofSource);
    const ofTest = stem(file, /^tests\/cpp\/test_(\w+)\.cpp$/);
    if (ofTest && !testsWithoutHeader.has(ofTest) && !sources.has(header(ofTest))) {
      problem(file, 1, `tests no header: name it after one, or write ${header(ofTest)}`);
    }
  }
}

// ---- 3 Length ---------------------------------------------------------------------------------------------------------

function checkLength() {
  for (const source of under('cpp', 'web', 'tests', 'tools')) {
    if (!source.language || source.generated) continue;
    const lines = source.stripped.noComments.split('\n').filter((line) => line.trim()).length;
    const limit = source.path.startsWith('tests/') ? 600 : 400;
    if (lines > limit)
      problem(source.path, 1, `has ${lines} lines of code, more than ${limit}: split it by what it is about`);
  }
}

// ---- 4 Numbers that are the same everywhere ----------------------------------------------------------------------------

const elementary =
  '(?:a?(?:sin|cos|tan)h?|atan2|exp[2]?|expm1|log(?:2|10|1p|b)?|pow|cbrt|hypot|erfc?|[tl]gamma)[fl]?';
const portable = new Set(['mathfn', 'attn', 'hn']);

function checkNumbers() {
  for (const source of under('cpp/include', 'cpp/src').filter(isCode('cpp'))) {
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
  for (const source of under('cpp').filter(isCode('cpp'))) {
    const text = source.stripped.code;
    refuse(
      source,
      text,
      /#\s*include\s*<random>|\bs?rand(?:om)?\s*\(|\bstd::(?:mt19937\w*|random_device|\w+_distribution)\b/g,
      'random numbers only through attn::Rng',
    );
  }
  for (const source of under('web/src').filter(isCode('js'))) {
    refuse(
      source,
      source.stripped.code,
      /\bMath\s*\.\s*random\b/g,
      'Math.random cannot be repeated: draw from a seed, in the engine',
    );
    refuse(
      source,
      source.stripped.code,
      /\bDate\s*\.\s*now\b/g,
      'Date.now is no seed, and jumps as a clock: use performance.now',
    );
  }
}

// ---- 5 One version ----------------------------------------------------------------------------------------------------

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

// ---- 6 What does not belong into files ---------------------------------------------------------------------------------

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
  for (const source of under('tests').filter(isCode('js'))) {
    const { code } = source.stripped;
    refuse(source, code, /\.only\s*\(/g, 'runs this test alone: remove .only');
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

// ---- 7 Figures --------------------------------------------------------------------------------------------------------

function checkFigures() {
  const registry = sources.get('web/src/figures/registry.ts');
  const figures = under('web/src/figures').filter((s) =>
    /export\s+default\s+defineFigure\b/.test(s.stripped?.code ?? ''),
  );
  if (!registry) {
    for (const figure of figures)
      problem(figure.path, 1, 'there is no web/src/figures/registry.ts to list this figure');
    return;
  }
  const listed = imports(registry).filter(({ name }) => name.startsWith('.'));
  for (const { name, target, line } of listed) {
    if (!sources.has(`${target}.ts`))
      problem(registry.path, line, `lists ${name}, which is no file: write it or remove the line`);
  }
  for (const figure of figures) {
    const id = path.posix.basename(figure.path, '.ts');
    const said = figure.stripped.noComments.match(/\bid:\s*(['"`])([^'"`\n]+)\1/);
    if (said && said[2] !== id) {
      problem(
        figure.path,
        lineAt(figure.text, said.index),
        `the id '${said[2]}' is not the name of the file: make them the same`,
      );
    }
    if (!listed.some(({ target }) => `${target}.ts` === figure.path)) {
      problem(figure.path, 1, `is not in ${registry.path}: add a line for it`);
    }
  }
}

// ---- 8 Residuals --------------------------------------------------------------------------------------------------------

/** Where errors are added up: what drops NaN there calls a broken result right. */
const residuals = ['cpp/claims', 'cpp/experiments', 'cpp/reference', 'cpp/wasm', 'tests/cpp', 'tests/fuzz'];

function checkResiduals() {
  const keeps = 'attn/numerics/largest.hpp keeps it';
  for (const source of under('cpp', 'tests/cpp', 'tests/fuzz', 'examples').filter(isCode('cpp'))) {
    refuse(
      source,
      source.stripped.code,
      /\b(?:maxCoeff|minCoeff|lpNorm\s*<\s*(?:Eigen::)?Infinity)\b/g,
      ([found]) => `${found} drops NaN: ${keeps}, largest, highest or lowest`,
    );
  }
  for (const source of under(...residuals).filter(isCode('cpp'))) {
    refuse(
      source,
      source.stripped.code,
      /\bstd::(?:f?max|max_element)\b/g,
      ([found]) => `${found} drops NaN, and errors are added up here: ${keeps}, larger`,
    );
  }
}

const RULES = [
  checkCppLayers,
  checkWebLayers,
  checkStems,
  checkLength,
  checkNumbers,
  checkVersion,
  checkLeftovers,
  checkFigures,
  checkResiduals,
];

/** The problems of the project in this folder, sorted, and how many files were looked at. */
export function checkStructure(folder) {
  sources = readSources(folder);
  problems = [];
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
