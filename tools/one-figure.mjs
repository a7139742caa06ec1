#!/usr/bin/env node
// What ./tools/test figure ID has to know, a line each: the file of its experiment's C++ tests, the pattern of its other tests,
// and the command that has to run before the C++ tests, before what uses the wasm, and before the browser; nothing where that is built.
// With --idle REPORT ID it fails where vitest found no test of the figure in one of the files.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = 'web/src/figures';

/** The figures of a project with their chapters, as the registries list them. */
export function figuresOf(root) {
  const registry = (chapter) => path.join(root, folder, chapter, 'registry.ts');
  const chapters = readdirSync(path.join(root, folder)).filter((name) => existsSync(registry(name)));
  return new Map(
    chapters.flatMap((chapter) =>
      [...readFileSync(registry(chapter), 'utf8').matchAll(/import\('\.\/([\w-]+)'\)/g)].map(([, id]) => [
        id,
        chapter,
      ]),
    ),
  );
}

/** The five names that are most like this one: how many pairs of letters they share, of those that they have. */
export function near(name, names) {
  const pairs = (word) => new Set(Array.from(word.slice(1), (letter, i) => word[i] + letter));
  const own = pairs(name);
  const likeness = (other) => {
    const its = pairs(other);
    return [...its].filter((pair) => own.has(pair)).length / (own.size + its.size);
  };
  return [...names].sort((a, b) => likeness(b) - likeness(a)).slice(0, 5);
}

/** The experiment that a figure asks, by the name of its files. */
export function experimentOf(id, text) {
  const core = text.match(/^ {2}core: (?:\w+\()?(\w+)\)?,$/m)?.[1];
  return core ? core.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) : id.replaceAll('-', '_');
}

/** The file of an experiment's tests, and its part, as the lists of the chapters have them. */
export function listed(experiment) {
  const lists = readdirSync('cpp/experiments', { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => readFileSync(`cpp/experiments/${name}/CMakeLists.txt`, 'utf8'));
  const line = new RegExp(`^attn_experiment\\(${experiment}\\.hpp \\S+ (\\w+)\\.cpp PART (\\w+)`, 'm');
  return lists.join('').match(line)?.slice(1) ?? [];
}

/** The pattern of all tests of a figure with vitest. */
export const patternOf = (id, experiment, chapter) =>
  `^'?${id}'? |(of|opens|figure) (${id}|${experiment})[ ,]|the (generated files|symbols of ${chapter}) `;

/**
 * The files of a report of vitest of which no test was picked: then the pattern has missed their names. Bits are compared of experiments
 * in double precision alone, those of tests/wasm/reference.test.ts.
 */
export const idle = ({ testResults }, floats = false) =>
  testResults
    .filter(({ assertionResults }) => assertionResults.every(({ status }) => !/passed|failed/.test(status)))
    .map(({ name }) => path.basename(name))
    .filter((name) => !floats || name !== 'reference.test.ts');

/** Whether an experiment of a chapter computes in floats. */
const computesInFloats = (chapter, experiment) =>
  readFileSync(`cpp/experiments/${chapter}/${experiment}.hpp`, 'utf8').includes('kFloats = true');

const newest = (files) =>
  files
    .flatMap((file) =>
      statSync(file).isDirectory()
        ? readdirSync(file, { recursive: true }).map((name) => path.join(file, name))
        : [file],
    )
    .reduce((a, b) => (statSync(a).mtimeMs > statSync(b).mtimeMs ? a : b));

function main(id = '') {
  process.chdir(fileURLToPath(new URL('..', import.meta.url)));
  const figures = figuresOf('.');
  const chapter = figures.get(id);
  if (!chapter) {
    const others = near(id, figures.keys()).join(', ');
    console.error(`test: there is no figure '${id}'; near it are ${others} (all: ${folder}/*/registry.ts)`);
    process.exit(2);
  }
  const experiment = experimentOf(id, readFileSync(`${folder}/${chapter}/${id}.ts`, 'utf8'));
  const [test, part] = listed(experiment);
  if (!test) {
    console.error(
      `test: the figure '${id}' asks '${experiment}', and no CMakeLists.txt in cpp/experiments has that`,
    );
    process.exit(2);
  }
  const planned = (build, targets) =>
    spawnSync('cmake', ['--build', build, '--target', ...targets, '--', '-n'], { encoding: 'utf8' }).stdout;
  const upToDate = (build, targets) =>
    targets.length > 0 && planned(build, targets).includes('no work to do');
  // Tests that another build has compiled (tests/cpp/CMakeLists.txt): Ninja cannot know beforehand whether that has anything to do.
  const testsUpToDate = (build) => {
    const cache = existsSync(`${build}/CMakeCache.txt`)
      ? readFileSync(`${build}/CMakeCache.txt`, 'utf8')
      : '';
    const lender = cache.match(/^ATTN_TESTS_OF:PATH=(.+)$/m)?.[1];
    if (!lender) return upToDate(build, ['attn_tests']);
    const steps = planned(build, ['attn_tests']).match(/^\[\d+\/\d+\].*/gm) ?? [];
    const program = `${build}/tests/cpp/attn_tests`;
    const archive = `${lender}/tests/cpp/libattn_lent.a`;
    return (
      steps.every((step) => step.includes('attn_lent') || step.endsWith('attn_tests')) &&
      upToDate(lender, ['attn_lent']) &&
      existsSync(program) &&
      newest([archive, program]) === program
    );
  };
  const binaries = existsSync('build/wasm')
    ? readdirSync('build/wasm').filter((name) => name.replace(/(\.simd|\.scalar)?\.wasm$/, '') === part)
    : [];
  const wasm = upToDate('build/emscripten', binaries);
  const page = 'dist/index.html';
  const site =
    existsSync(page) &&
    newest(['web/src', 'web/symbols', ...binaries.map((name) => `build/wasm/${name}`), page]) === page;
  console.log(test);
  console.log(patternOf(id, experiment, chapter));
  console.log(
    testsUpToDate('build/release')
      ? ''
      : 'cmake --preset release && cmake --build --preset release --target attn attn_tests',
  );
  console.log(wasm ? '' : 'node tools/build-wasm.mjs && node tools/experiment-types.mjs --wasm');
  console.log(
    [site ? '' : 'npm run build', existsSync('build/models/index.html') ? '' : 'npm run build:models']
      .filter(Boolean)
      .join(' && '),
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [what, report, id] = process.argv.slice(2);
  if (what === '--idle') {
    const chapter = figuresOf('.').get(id);
    const experiment = experimentOf(id, readFileSync(`${folder}/${chapter}/${id}.ts`, 'utf8'));
    const files = idle(JSON.parse(readFileSync(report, 'utf8')), computesInFloats(chapter, experiment));
    if (files.length > 0) console.log(`no test of the figure was found in ${files.join(', ')}`);
    process.exitCode = files.length > 0 ? 1 : 0;
  } else main(what);
}
