// @vitest-environment node
/** How a figure is begun, and how one is tested by itself. */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

interface Begun {
  readonly made: readonly string[];
  readonly changed: readonly string[];
  readonly part: string;
}
const { newFigure } = (await import(path.resolve('tools/new-figure.mjs'))) as {
  newFigure: (root: string, chapter: string, id: string) => Begun;
};
const { experimentOf, figuresOf, idle, listed, near, patternOf } = (await import(
  path.resolve('tools/one-figure.mjs')
)) as {
  experimentOf: (id: string, text: string) => string;
  idle: (report: object, floats?: boolean) => string[];
  listed: (experiment: string) => string[];
  figuresOf: (root: string) => Map<string, string>;
  near: (name: string, names: Iterable<string>) => string[];
  patternOf: (id: string, experiment: string, chapter: string) => string;
};

describe('tools/new-figure.mjs', () => {
  let root: string;
  const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');
  const run = (command: string, ...args: string[]): string => {
    const { stdout, stderr } = spawnSync(command, args, { cwd: root, encoding: 'utf8' });
    return `${stdout}${stderr}`;
  };

  beforeEach(() => {
    root = mkdtempSync(path.join(tmpdir(), 'figure-'));
    const chapter = 'web/src/figures/bilinear-form';
    for (const file of ['cpp/include', 'cpp/experiments', `${chapter}/registry.ts`, 'web/chapters.json'])
      cpSync(file, path.join(root, file), { recursive: true });
  });
  afterEach(() => rmSync(root, { recursive: true }));

  it('writes the files of a figure, and the lines that list them', () => {
    const cmake = 'cpp/experiments/bilinear-form/CMakeLists.txt';
    const registry = 'web/src/figures/bilinear-form/registry.ts';
    const before = [cmake, registry].map((file) => read(file).split('\n').length);
    const { made, changed } = newFigure(root, 'bilinear-form', 'softmax-path');
    expect(made).toEqual([
      'cpp/experiments/bilinear-form/softmax_path.hpp',
      'cpp/experiments/bilinear-form/softmax_path.cpp',
      'tests/cpp/experiments/bilinear-form/test_softmax_path.cpp',
      'web/src/figures/bilinear-form/softmax-path.ts',
      'web/src/figures/bilinear-form/softmax-path.py',
    ]);
    expect(changed).toEqual([cmake, registry]);
    const experiments = [...read(cmake).matchAll(/^attn_experiment\((\w+)\.hpp/gm)].map(([, name]) => name);
    expect(experiments).toContain('softmax_path');
    expect(experiments).toEqual([...experiments].sort());
    expect(read(registry)).toContain("  'softmax-path': () => import('./softmax-path'),\n};\n");
    expect(figuresOf(root).get('softmax-path')).toBe('bilinear-form');
    for (const [i, file] of [cmake, registry].entries())
      expect(read(file).split('\n').length).toBe((before[i] as number) + 1);
    expect(read(made[3] as string)).toContain("source: { seed: '001'");
  });

  it('writes C++ that compiles and is formatted', () => {
    cpSync('.clang-format', path.join(root, '.clang-format'));
    const { made } = newFigure(root, 'bilinear-form', 'softmax-path');
    const cpp = made.filter((file) => /\.[ch]pp$/.test(file));
    const eigen = ['/usr/include/eigen3', '/usr/local/include/eigen3', '/opt/homebrew/include/eigen3'];
    const folders = ['cpp', 'cpp/include', ...eigen].map((folder) => `-I${folder}`);
    expect(
      run(
        'g++',
        '-std=c++17',
        '-fsyntax-only',
        '-DEIGEN_DONT_VECTORIZE',
        '-DEIGEN_MAX_ALIGN_BYTES=0',
        ...folders,
        made[1] as string,
      ),
    ).toBe('');
    expect(run('clang-format', '--dry-run', '-Werror', ...cpp)).toBe('');
  });

  it.each([
    ['chapter-1', 'softmax-path', "there is no chapter 'chapter-1' with figures; there are bilinear-form"],
    ['bilinear-form', 'SoftmaxPath', "'SoftmaxPath' is no name for a figure: words of small letters"],
    ['bilinear-form', '', "'' is no name for a figure"],
    ['bilinear-form', '../path', "'../path' is no name for a figure"],
    ['bilinear-form', 'temperature', "there is a figure 'temperature' already"],
    ['bilinear-form', 'token-run', "there is an experiment 'token_run' already, cpp/experiments/denoising/"],
    ['bilinear-form', 'best-laws', 'has a type BestLaws already: choose another name'],
    ['bilinear-form', 'delete', "'delete' means something in TypeScript"],
  ])('refuses %s %s', (chapter, id, message) => {
    expect(() => newFigure(root, chapter, id)).toThrow(message);
  });

  it('refuses a second one of the same name, and says so in a sentence', () => {
    newFigure(root, 'bilinear-form', 'softmax-path');
    expect(() => newFigure(root, 'bilinear-form', 'softmax-path')).toThrow(
      "there is a figure 'softmax-path'",
    );
    const { status, stderr } = spawnSync(process.execPath, ['tools/new-figure.mjs', 'nowhere', 'x'], {
      encoding: 'utf8',
    });
    expect(stderr).toMatch(/^new-figure: there is no chapter 'nowhere' with figures; .*\n$/);
    expect(status).toBe(2);
  });
});

describe('./tools/test figure', () => {
  const test = (...args: string[]) => spawnSync('tools/test', ['figure', ...args], { encoding: 'utf8' });

  it('names the figures that are called alike where there is none of a name', () => {
    const { status, stderr, stdout } = test('temprature');
    expect(stderr).toMatch(/^test: there is no figure 'temprature'; near it are temperature, /);
    expect([status, stdout]).toEqual([2, '']);
    expect(near('softmax-jacobean', figuresOf('.').keys())[0]).toBe('softmax-jacobian');
    expect(near('hopfield', figuresOf('.').keys()).slice(0, 2).sort()).toEqual([
      'hopfield-capacity',
      'hopfield-memory',
    ]);
  });

  it('wants one name', () => {
    for (const { status, stderr } of [test(), test('temperature', 'geodesics')]) {
      expect(stderr).toBe('test: which figure? ./tools/test figure ID\n');
      expect(status).toBe(2);
    }
  });

  it('finds the experiment that a figure asks', () => {
    expect(experimentOf('gpt-training', '  height: () => 1,\n  core: gptPair,\n  draw() {},\n')).toBe(
      'gpt_pair',
    );
    expect(experimentOf('gpt-training', '  core: overText(gptPair),\n')).toBe('gpt_pair');
    expect(experimentOf('why-root-d', '  title: "core",\n')).toBe('why_root_d');
  });

  it.each([...figuresOf('.')])('finds the tests of the experiment that %s asks', (id, chapter) => {
    const text = readFileSync(`web/src/figures/${chapter}/${id}.ts`, 'utf8');
    const [test, part] = listed(experimentOf(id, text));
    expect(existsSync(`tests/cpp/experiments/${chapter}/${test}.cpp`)).toBe(true);
    expect(part).toMatch(/^\w+$/);
  });

  it('tells of files in which it found no test', () => {
    const file = (name: string, ...statuses: string[]) => ({
      name: `folder/${name}`,
      assertionResults: statuses.map((status) => ({ status })),
    });
    const testResults = [
      file('a.ts', 'skipped', 'passed'),
      file('b.ts', 'skipped', 'pending'),
      file('c.ts', 'failed'),
    ];
    expect(idle({ testResults })).toEqual(['b.ts']);
    // No bits are compared of what computes in floats.
    testResults.push(file('reference.test.ts', 'skipped'));
    expect(idle({ testResults })).toEqual(['b.ts', 'reference.test.ts']);
    expect(idle({ testResults }, true)).toEqual(['b.ts']);
  });

  it('picks the tests of a figure, and of its experiment, by their names', () => {
    const pattern = new RegExp(patternOf('two-stage', 'two_stage', 'denoising'));
    for (const name of [
      'two-stage has two to five presets',
      "'two-stage' every control changes what is shown",
      'the poster of two-stage has the same marks in both themes',
      'the Python snippet recomputes the table of the figure two-stage, the defaults',
      'the simd build runs the three settings of two_stage to the bits of the native build',
      'the part stage1, with SIMD: true opens two_stage, whose run is what TypeScript is told',
      'the generated files say in web/src/engine/generated/denoising.ts what the descriptions in C++ do',
      'the symbols of denoising are those that its page uses',
    ])
      expect(name).toMatch(pattern);
    for (const name of [
      'two-stages has two to five presets',
      'particles has two to five presets',
      'the poster of particles has the same marks in both themes',
      'the symbols of support-tokens are those that its page uses',
    ])
      expect(name).not.toMatch(pattern);
  });
});
