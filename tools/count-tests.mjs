// Prints "PASSED FAILED SKIPPED" of a finished test run: node tools/count-tests.mjs ctest|catch|vitest|playwright FILE
// FILE is the output of ctest or of Catch2, or the JSON report of vitest or Playwright. What is not there counts as no tests.
import { readFileSync } from 'node:fs';

const counters = {
  ctest(text) {
    const summary = text.match(/tests passed, (\d+) tests failed out of (\d+)/);
    if (!summary) return [0, 0, 0];
    const [failed, all] = [Number(summary[1]), Number(summary[2])];
    const skipped = (text.match(/\*\*\*(Skipped|Not Run \(Disabled\))/g) ?? []).length;
    return [all - failed - skipped, failed, skipped];
  },
  catch(text) {
    const passed = text.match(/^All tests passed \(.* in (\d+) test cases?\)/m);
    const failed = text.match(/^test cases: +(\d+) \|.*\b(\d+) failed/m);
    return passed
      ? [Number(passed[1]), 0, 0]
      : failed
        ? [failed[1] - failed[2], Number(failed[2]), 0]
        : [0, 0, 0];
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
