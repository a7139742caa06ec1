// Prints "PASSED FAILED SKIPPED" of a finished test run: node tools/count-tests.mjs ctest|vitest|playwright FILE
// FILE is ctest's output, or the JSON report of vitest or Playwright. What is not there counts as no tests.
import { readFileSync } from 'node:fs';

const counters = {
  ctest(text) {
    const summary = text.match(/tests passed, (\d+) tests failed out of (\d+)/);
    if (!summary) return [0, 0, 0];
    const [failed, all] = [Number(summary[1]), Number(summary[2])];
    const skipped = (text.match(/\*\*\*(Skipped|Not Run \(Disabled\))/g) ?? []).length;
    return [all - failed - skipped, failed, skipped];
  },
  vitest(text) {
    const report = JSON.parse(text);
    // A file that does not even load has no tests that could fail.
    const broken = report.testResults.filter(
      (file) => file.status === 'failed' && !file.assertionResults.length,
    );
    return [
      report.numPassedTests,
      report.numFailedTests + broken.length,
      report.numPendingTests + (report.numTodoTests ?? 0),
    ];
  },
  playwright(text) {
    const { stats, errors } = JSON.parse(text);
    // Errors outside of tests (a server that did not start) have no test either. Flaky: failed, then passed: no pass.
    return [stats.expected, stats.unexpected + stats.flaky + errors.length, stats.skipped];
  },
};

const [kind, file] = process.argv.slice(2);
let text = '';
try {
  text = readFileSync(file, 'utf8');
} catch {
  // No report: the run ended before it wrote one.
}
console.log((text ? counters[kind](text) : [0, 0, 0]).join(' '));
