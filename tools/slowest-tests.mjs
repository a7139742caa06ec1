// Prints the ten slowest tests of a finished run, the slowest first: node tools/slowest-tests.mjs ctest|catch|vitest|playwright FILE
// FILE as of tools/count-tests.mjs. A suite grows by what is seen here.
import { readFileSync } from 'node:fs';

const readers = {
  ctest: (text) =>
    [...text.matchAll(/^ *\d+\/\d+ Test +#\d+: (.*?) \.+.*? ([\d.]+) sec/gm)].map(([, name, seconds]) => [
      Number(seconds),
      name,
    ]),
  catch: (text) =>
    [...text.matchAll(/^ *([\d.]+) s {2}(.*)$/gm)].map(([, seconds, name]) => [Number(seconds), name]),
  vitest: (text) =>
    JSON.parse(text).testResults.flatMap((file) =>
      file.assertionResults.map((test) => [(test.duration ?? 0) / 1000, test.fullName]),
    ),
  playwright(text) {
    const tests = (suite) => [
      ...(suite.suites ?? []).flatMap(tests),
      ...(suite.specs ?? []).map((spec) => [
        spec.tests.flatMap((test) => test.results).reduce((sum, { duration }) => sum + duration, 0) / 1000,
        spec.title,
      ]),
    ];
    return tests(JSON.parse(text));
  },
};

const [kind, file] = process.argv.slice(2);
let all = [];
try {
  all = readers[kind](readFileSync(file, 'utf8'));
} catch {
  // No report: the run ended before it wrote one, and its count says so.
}
for (const [seconds, name] of all.sort(([a], [b]) => b - a).slice(0, 10))
  if (seconds >= 0.1) console.log(`       ${seconds.toFixed(1).padStart(6)} s  ${name}`.slice(0, 118));
