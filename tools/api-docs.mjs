#!/usr/bin/env node
// Writes the pages of the C++ library, docs/cpp-api/index.html, with Doxygen: node tools/api-docs.mjs
// Fails where a public symbol has no comment. One page per header: what stands at its top, its example and what that
// prints, then everything that it declares, in its order.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const prepared = 'build/api';
const output = 'docs/cpp-api';
const read = (file) => readFileSync(path.join(root, file), 'utf8');
const version = JSON.parse(read('package.json')).version;

/** The public headers, name and text; version.hpp as CMake makes it. */
function headers() {
  const folder = 'cpp/include/attn';
  const [major, minor, patch] = version.split('.');
  const numbers = { '': version, _MAJOR: major, _MINOR: minor, _PATCH: patch };
  const made = read('cmake/version.hpp.in').replace(/@PROJECT_VERSION(\w*)@/g, (_, part) => numbers[part]);
  // Not the headers of whole topics, which declare nothing.
  const written = readdirSync(path.join(root, folder), { recursive: true })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.hpp') && name.includes('/'))
    .map((name) => [name, read(`${folder}/${name}`)]);
  return [...written, ['version.hpp', made]].sort();
}

/** The comment that a header begins with. */
const opening = (text) => text.match(/^(?:\/\/.*\n)+/)?.[0].replace(/^\/\/ ?/gm, '') ?? '';

/** The header with its declarations in a group of its own, line by line where they were: so lines without text are used. */
function grouped(stem, text) {
  const open = `/** \\addtogroup ${stem}\n@{ */`;
  const close = '/** @} */';
  if (/^#define/m.test(text)) return `${text.replace('#pragma once\n', open)}${close}\n`;
  return text
    .replace(/^(namespace attn[\w:]* \{)\n/m, (_, line) => `${line} ${open}`)
    .replace(/^\}(?= {2}\/\/ namespace attn[\w:]*$)/m, `${close} }`);
}

/** Indented lines of comments as they are: tables and formulas. They begin at the end of the line before. */
function keepIndented(text, mark) {
  const line = `${mark} {2,}\\S.*`;
  return text.replace(
    new RegExp(`\\n(${line}(?:\\n${line})*)`, 'g'),
    (_, block) => ` \\verbatim\n${block} \\endverbatim`,
  );
}

/** The text of comments, in which < is a sign and no tag, and two dots are no end of a sentence; not between backticks. */
const escaped = (text) =>
  text.replace(
    /(`[^`]*`)|<(?=[a-zA-Z/])| \.\. /g,
    (found, code) => code ?? { '<': '\\<' }[found] ?? ' &hellip; ',
  );

/** What a page of a header begins with. */
function description([name, text]) {
  const stem = path.basename(name, '.hpp');
  const about = keepIndented(escaped(opening(text)), '');
  return `/** \\defgroup ${stem} ${name}\n${about}\n\\par Example\n\\include ${name.replace('.hpp', '.cpp')}\n*/\n`;
}

/** A sentence ends where a word of at least two letters does. */
const firstSentence = (text) => text.replace(/\n/g, ' ').match(/^.*?\w\w\)?[.](?=\s|$)/)?.[0] ?? '';

function table(title, all) {
  const rows = all.map(([name, text]) => {
    const about = firstSentence(opening(text)).replaceAll('|', '\\|');
    return `| \\ref ${path.basename(name, '.hpp')} "attn/${name}" | ${about} |\n`;
  });
  return `| ${title} | what it is about |\n|---|---|\n${rows.join('')}\n`;
}

function mainPage(all) {
  const use = read('README.md').match(/^## Use the C\+\+ core\n([\s\S]*?)(?=^## )/m)[1];
  const isExperiment = ([name]) => /_(experiments?|run)\.hpp$/.test(name);
  return [
    '# The attn library {#mainpage}\n\n',
    'The mathematics of attention in C++17: what computes every number of Attention Explorables.\n\n',
    table(
      'the mathematics',
      all.filter((header) => !isExperiment(header)),
    ),
    table('the experiments of the figures', all.filter(isExperiment)),
    '## Use it\n',
    use,
  ].join('');
}

function prepare() {
  const folder = path.join(root, prepared);
  const write = (name, text) => {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  };
  rmSync(folder, { recursive: true, force: true });
  const all = headers();
  for (const [name, text] of all) {
    const stem = path.basename(name, '.hpp');
    const comments = text.replace(/\/\/\/.*$/gm, escaped);
    write(`attn/${name}`, keepIndented(grouped(stem, comments), ' *///'));
  }
  write('headers.dox', all.map(description).join('\n'));
  write('main.md', mainPage(all));
}

function doxygen() {
  rmSync(path.join(root, output), { recursive: true, force: true });
  const { error, status, stderr } = spawnSync('doxygen', ['docs/Doxyfile'], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, ATTN_VERSION: version },
    stdio: ['ignore', 'inherit', 'pipe'],
  });
  if (error) throw error;
  process.stderr.write(stderr.replaceAll(`${path.join(root, prepared)}/`, 'cpp/include/'));
  return status;
}

prepare();
process.exitCode = doxygen();
if (!process.exitCode) console.log(`${output}/index.html`);
