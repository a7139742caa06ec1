// @vitest-environment node
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const run = (script: string, ...args: string[]) => spawnSync(script, args, { encoding: 'utf8' });

describe.each(['tools/start', 'tools/test', 'tools/bench', 'tools/poster', 'tools/soak'])('%s', (script) => {
  it('explains itself', () => {
    const { status, stdout } = run(script, '--help');
    expect(status).toBe(0);
    expect(stdout).toContain(`./${script} `);
  });

  it('refuses what it does not know', () => {
    const { status, stderr } = run(script, 'everything');
    expect(status).toBe(2);
    expect(stderr).toContain("'everything'");
  }, 60_000);
});

describe('the limit of a step', () => {
  /** What `sleep` ends with after so many seconds under a limit of one, on a machine with this load for each of its cores. */
  const sleep = (seconds: number, load: string) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'limit-'));
    const script = `. tools/lib.sh
      logs=$1 time_limit=1 jobs=1
      uptime() { echo " 10:00:00 up 1 day,  1 user,  ${load}"; }
      run_logged "$logs/log" sleep ${seconds}
      echo "$?$([ -e "$logs/over-time" ] && echo ' over time')"`;
    const { stdout } = spawnSync('bash', ['-c', script, 'bash', folder], { encoding: 'utf8' });
    rmSync(folder, { recursive: true });
    return stdout.trim();
  };

  it('ends it where nothing else runs', () => {
    expect(sleep(300, 'load average: 0.08, 0.20, 0.10')).toBe('143 over time');
  }, 60_000);

  it('grows with the load', () => {
    expect(sleep(2, 'load average: 40.00, 0.20, 0.10')).toBe('0');
    expect(sleep(2, 'load averages: 40.00 0.20 0.10')).toBe('0');
  }, 60_000);
});

it('tools/poster draws a figure in a state into a file of the folder that it is called in', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'poster-'));
  const call = (...words: string[]) =>
    spawnSync(path.resolve('tools/poster'), words, { cwd: folder, encoding: 'utf8' });
  const { status, stdout } = call('variance-decay', 'v1.beta=20,seed=8,t=30', '--narrow');
  expect(stdout).toContain('variance-decay.svg: bandwidth 20.0; ');
  expect(status).toBe(0);
  const svg = readFileSync(path.join(folder, 'variance-decay.svg'), 'utf8');
  expect(svg).toMatch(/^<svg [^>]*width="325"/);
  expect(svg).toMatch(/variance-decay=v1\.beta=20,.*seed=8,t=30</);
  const wrong = call('variance-decay', 'v1.beta=2000', 'a.svg');
  expect(wrong.status).toBe(2);
  expect(wrong.stderr).toContain('2000 is outside');
  expect(readdirSync(folder)).toEqual(['variance-decay.svg']);
  rmSync(folder, { recursive: true });
}, 60_000);

it.each(['0', '70000', 'a', ''])("tools/start refuses the port '%s'", (port) => {
  expect(run('tools/start', '--port', port).status).toBe(2);
});

it('tools/start says when its port is taken, before it does anything', async () => {
  const server = createServer().listen(0, 'localhost');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  // Not spawnSync: the server must be able to answer.
  const child = spawn('tools/start', ['--port', String(port)]);
  let said = '';
  child.stderr.on('data', (data) => {
    said += data;
  });
  const status = await new Promise((resolve) => child.once('close', resolve));
  server.close();
  expect(status).toBe(1);
  expect(said).toContain(`Port ${port} is in use`);
  expect(said).toContain(`--port ${port + 1}`);
});

it('tools/slowest-tests.mjs names the slowest ten of a run, the slowest first', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'slowest-'));
  const file = path.join(folder, 'report');
  const slowest = (kind: string, report: string): string[] => {
    writeFileSync(file, report);
    const { stdout } = run(process.execPath, 'tools/slowest-tests.mjs', kind, file);
    return stdout
      .trim()
      .split('\n')
      .map((line) => line.trim());
  };
  const ctest = Array.from(
    { length: 12 },
    (_, i) => ` ${i + 1}/12 Test  #${i + 1}: t${i} ...   Passed    ${i}.5 sec`,
  );
  expect(slowest('ctest', ctest.join('\n'))).toHaveLength(10);
  expect(slowest('ctest', ctest.join('\n'))[0]).toBe('11.5 s  t11');
  const vitest = {
    testResults: [{ assertionResults: [{ duration: 1200, fullName: 'a' }, { fullName: 'b' }] }],
  };
  expect(slowest('vitest', JSON.stringify(vitest))).toEqual(['1.2 s  a']);
  const spec = (title: string, duration: number) => ({ title, tests: [{ results: [{ duration }] }] });
  const playwright = { suites: [{ specs: [spec('x', 500)], suites: [{ specs: [spec('y', 2000)] }] }] };
  expect(slowest('playwright', JSON.stringify(playwright))).toEqual(['2.0 s  y', '0.5 s  x']);
  expect(slowest('vitest', 'no report')).toEqual(['']);
  rmSync(folder, { recursive: true });
});

describe('tools/count-tests.mjs', () => {
  function count(kind: string, report: unknown) {
    const folder = mkdtempSync(path.join(tmpdir(), 'count-'));
    const file = path.join(folder, 'report');
    if (report) writeFileSync(file, typeof report === 'string' ? report : JSON.stringify(report));
    const { stdout } = run(process.execPath, 'tools/count-tests.mjs', kind, file);
    rmSync(folder, { recursive: true });
    return stdout.trim();
  }

  it('reads the summary of ctest', () => {
    expect(count('ctest', '97% tests passed, 1 tests failed out of 38\n')).toBe('37 1 0');
    expect(
      count('ctest', ' 3/4 Test #3: x ...***Skipped 0.1 sec\n100% tests passed, 0 tests failed out of 4\n'),
    ).toBe('3 0 1');
  });

  it('reads the summary of Catch2', () => {
    const rule = '='.repeat(79);
    expect(count('catch', `${rule}\nAll tests passed (80 assertions in 6 test cases)\n`)).toBe('6 0 0');
    expect(count('catch', `${rule}\nAll tests passed (1 assertion in 1 test case)\n`)).toBe('1 0 0');
    const failed = `${rule}\ntest cases:  6 |  4 passed | 2 failed\nassertions: 80 | 77 passed | 3 failed\n`;
    expect(count('catch', failed)).toBe('4 2 0');
    expect(count('catch', 'test cases: 2 | 2 failed\nassertions: 2 | 2 failed\n')).toBe('0 2 0');
  }, 60_000);

  it('counts a file that vitest could not load as a failure', () => {
    const report = {
      numPassedTests: 5,
      numFailedTests: 1,
      numPendingTests: 2,
      testResults: [
        { status: 'failed', assertionResults: [{}] },
        { status: 'failed', assertionResults: [] },
        { status: 'passed', assertionResults: [{}] },
      ],
    };
    expect(count('vitest', report)).toBe('5 2 2');
  });

  it('counts what Playwright calls flaky, and errors outside of tests, as failures', () => {
    const report = { stats: { expected: 7, unexpected: 1, flaky: 1, skipped: 3 }, errors: [{}] };
    expect(count('playwright', report)).toBe('7 3 3');
  });

  it.each(['ctest', 'catch', 'vitest', 'playwright'])('finds no tests where %s left nothing', (kind) => {
    expect(count(kind, '')).toBe('0 0 0');
  });
});
