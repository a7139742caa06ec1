// One path runs through everything: attention/softmax is a header, a source, a test, an example and, where it takes any
// sizes, a fuzz target. Whatever is written is built: a CMakeLists.txt lists it.
import path from 'node:path';
import { includes, isCode, problem, sources, under } from './project.mjs';

const { basename, dirname, join, relative } = path.posix;
const headerOf = (name) => `cpp/include/attn/${name}.hpp`;
const exists = (...files) => files.some((file) => sources.has(file));

/** Reports what a file lacks, unless it is there, or one of the others. */
const needs = (file, what, wanted, ...others) =>
  exists(wanted, ...others) || problem(file, 1, `has no ${what}: write ${wanted}`);

/** The names of the files in a folder: `folder/` and `.ending` taken away. */
const namesIn = (folder, ending) =>
  under(folder)
    .map((source) => source.path)
    .filter((file) => file.endsWith(ending))
    .map((file) => file.slice(folder.length + 1, -ending.length));

/** attention_parts belongs to attention_parts and to attention, in the same folder. */
const prefixes = (name) => {
  const words = basename(name).split('_');
  return words.map((_, i) => join(dirname(name), words.slice(0, i + 1).join('_')));
};

// ---- The library ------------------------------------------------------------------------------------------------------

/** A program that uses the header. */
function checkExample(name) {
  const file = `examples/${name}.cpp`;
  if (!exists(file)) return problem(headerOf(name), 1, `has no example: write ${file}`);
  if (!sources.get(file).text.includes(`#include <attn/${name}.hpp>`))
    problem(file, 1, `does not use its header: include <attn/${name}.hpp>`);
}

/** A header that comes first in its own source is compiled once with nothing before it. */
function checkFirstInclude(source, header) {
  const all = includes(source);
  const own = all.findIndex(({ file }) => file === header);
  if (own > 0) problem(source.path, all[own].line, 'includes its own header after others: put it first');
}

/** The header of a topic includes what stands in the folder of its name: all of it, and nothing else. */
function checkUmbrella(name) {
  const umbrella = sources.get(headerOf(name));
  const expected = namesIn('cpp/include/attn', '.hpp')
    .filter((other) => dirname(other) === name)
    .map((other) => `attn/${other}.hpp`);
  if (!umbrella) {
    const first = headerOf(namesIn('cpp/include/attn', '.hpp').find((other) => dirname(other) === name));
    return problem(first, 1, `its topic has no header: write ${headerOf(name)}`);
  }
  const found = includes(umbrella);
  for (const header of expected.filter((h) => !found.some(({ file }) => file === h)))
    problem(umbrella.path, 1, `does not include ${header}: a topic's header includes all of its folder`);
  for (const { file, line } of found.filter((f) => !expected.includes(f.file)))
    problem(umbrella.path, line, `includes ${file}: a topic's header includes nothing but its folder`);
}

const kernels = (name) => [`cpp/src/kernels/${basename(name)}.cpp`, `cpp/src/kernels/${name}.cpp`];

function checkHeaders() {
  const headers = namesIn('cpp/include/attn', '.hpp');
  const topics = new Set(headers.map(dirname).filter((folder) => folder !== '.'));
  for (const topic of topics) checkUmbrella(topic);
  for (const name of headers.filter((header) => !topics.has(header))) {
    const file = headerOf(name);
    if (dirname(name) === '.') problem(file, 1, 'belongs to no topic: move it into a folder');
    const source = `cpp/src/${name}.cpp`;
    if (!exists(source, ...kernels(name)))
      problem(file, 1, `has no source: write ${source} (or in kernels/)`);
    needs(file, 'test', `tests/cpp/${join(dirname(name), `test_${basename(name)}`)}.cpp`);
    checkExample(name);
  }
}

function checkSources() {
  const stems = new Set(namesIn('cpp/include/attn', '.hpp').map((name) => basename(name)));
  for (const name of namesIn('cpp/src', '.cpp')) {
    const file = `cpp/src/${name}.cpp`;
    const belongs = prefixes(name).some(
      (prefix) =>
        exists(headerOf(prefix), `cpp/src/${prefix}.hpp`) ||
        (name.startsWith('kernels/') && stems.has(basename(prefix))),
    );
    if (!belongs) problem(file, 1, `has no header: write ${headerOf(name)}`);
    if (exists(headerOf(name))) checkFirstInclude(sources.get(file), `attn/${name}.hpp`);
  }
}

// ---- What stands on it ------------------------------------------------------------------------------------------------

/** An experiment, which its chapter's list names, has its source and its test; what several share has what it needs. */
function checkExperiments() {
  for (const name of namesIn('cpp/experiments', '.hpp')) {
    const file = `cpp/experiments/${name}.hpp`;
    const list = sources.get(`cpp/experiments/${dirname(name)}/CMakeLists.txt`)?.text ?? '';
    if (dirname(name) === '.' || !list.includes(`attn_experiment(${basename(name)}.hpp`)) continue;
    needs(file, 'source', `cpp/experiments/${name}.cpp`);
    needs(file, 'test', `tests/cpp/experiments/${join(dirname(name), `test_${basename(name)}`)}.cpp`);
  }
  for (const name of namesIn('cpp/experiments', '.cpp')) {
    const file = `cpp/experiments/${name}.cpp`;
    if (!prefixes(name).some((prefix) => exists(`cpp/experiments/${prefix}.hpp`)))
      problem(file, 1, `has no header: write cpp/experiments/${name}.hpp`);
    else checkFirstInclude(sources.get(file), `experiments/${name}.hpp`);
  }
}

/** What is tested, shown and fuzzed has a name of the library's, or of what stands on it. */
function checkNamesakes() {
  for (const test of namesIn('tests/cpp', '.cpp').filter((name) => basename(name).startsWith('test_'))) {
    const name = join(dirname(test), basename(test).slice('test_'.length));
    const file = sources.get(`tests/cpp/${test}.cpp`);
    const ofTopic = includes(file).some((header) => header.file === `attn/${dirname(test)}.hpp`);
    const namesakes = prefixes(name).map(headerOf);
    if (!ofTopic && !exists(...namesakes, `cpp/src/${name}.hpp`, `cpp/${name}.hpp`, `cpp/${name}.cpp`))
      problem(`tests/cpp/${test}.cpp`, 1, `tests no header: name it after one, or write ${headerOf(name)}`);
  }
  for (const name of namesIn('examples', '.cpp')) {
    // CMake writes the header of the version.
    if (name !== 'version' && !exists(headerOf(name)))
      problem(`examples/${name}.cpp`, 1, `shows no header: name it after one, or write ${headerOf(name)}`);
  }
  for (const name of namesIn('tests/fuzz', '.cpp')) {
    if (!prefixes(name).some((prefix) => exists(headerOf(prefix), `cpp/src/kernels/${basename(prefix)}.hpp`)))
      problem(
        `tests/fuzz/${name}.cpp`,
        1,
        `belongs to no header: name it after one, or write ${headerOf(name)}`,
      );
  }
}

export function checkPaths() {
  checkHeaders();
  checkSources();
  checkExperiments();
  checkNamesakes();
}

// ---- Lists ------------------------------------------------------------------------------------------------------------

/** The words of a CMake file: what stands between blanks, quotes and brackets, without comments. */
function words(list) {
  list.words ??= new Set(
    list.text
      .replace(/(^|\s)#.*/g, '$1')
      .split(/[\s"();]+/)
      .map((word) => word.replace(/^.*\}\//, '')),
  );
  return list.words;
}

/** Is the source named by this list: by its path from there, with or without its ending? */
const names = (list, file) => {
  const way = relative(dirname(list.path), file);
  return [way, way.replace(/\.cpp$/, '')].some((word) => words(list).has(word));
};

/** An experiment's own list names its test by its path, its file or what it tests. */
const namesTest = (list, file) => {
  const name = basename(file, '.cpp');
  const listed = [file, `${name}.cpp`, name, name.replace(/^test_/, '')];
  return [...listed, relative('tests/cpp', file)].some((word) => words(list).has(word));
};

/** What no CMakeLists.txt names, in its folder or one above, is not built, and nothing else says so. */
export function checkLists() {
  const lists = [...sources.values()].filter((s) => /(^|\/)CMakeLists\.txt$|\.cmake$/.test(s.path));
  const isAbove = (list, file) => list.path === 'CMakeLists.txt' || file.startsWith(`${dirname(list.path)}/`);
  for (const { path: file } of under('cpp', 'examples', 'tests').filter(isCode('cpp'))) {
    if (!file.endsWith('.cpp')) continue;
    if (lists.some((list) => isAbove(list, file) && names(list, file))) continue;
    const chapter = file.match(/^tests\/(cpp\/experiments\/.+)\/test_\w+\.cpp$/)?.[1];
    const own = lists.find((list) => list.path === `${chapter}/CMakeLists.txt`);
    if (own && namesTest(own, file)) continue;
    const near = lists
      .filter((list) => isAbove(list, file) && basename(list.path) === 'CMakeLists.txt')
      .sort((a, b) => b.path.length - a.path.length)[0];
    const places = [own?.path, near?.path].filter(Boolean).join(' or ');
    problem(file, 1, `is not built: list it in ${places || 'a CMakeLists.txt'}`);
  }
}
