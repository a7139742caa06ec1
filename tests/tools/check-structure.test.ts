// @vitest-environment node
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';

type Files = Record<string, string>;

const script = path.resolve('tools/check-structure.mjs');
const { checkStructure } = (await import(script)) as {
  checkStructure: (folder: string) => { files: number; problems: string[] };
};
const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** A small project with nothing to complain about. */
const sound: Files = {
  'package.json': '{"version": "1.2.3"}',
  'package-lock.json': '{"version": "1.2.3", "packages": {}}',
  'CITATION.cff': 'cff-version: 1.2.0\nversion: 1.2.3\n',
  'CHANGELOG.md': '# Changes\n\n## Unreleased\n\n## 1.2.3\n',
  'CMakeLists.txt': 'cmake_minimum_required(VERSION 3.22)\nproject(attn LANGUAGES CXX)\n',
  'cpp/include/attn/attn.hpp': '#include "attn/norm.hpp"\n',
  'cpp/include/attn/norm.hpp': '/// exp(x) in a comment, std::log too\nnamespace attn { double norm(); }\n',
  'cpp/src/norm.cpp': '#include "attn/norm.hpp"\ndouble attn::norm() { return mathfn::exp(1.0); }\n',
  'tests/cpp/test_norm.cpp': '#include "attn/norm.hpp"\n',
  'examples/norm.cpp': '#include <attn/norm.hpp>\n',
  'examples/fast.cpp': '#include <attn/fast.hpp>\n',
  'examples/CMakeLists.txt': 'set(examples\n  fast\n  norm)\n',
  'web/src/engine/client.ts': "export const wasm = () => import('#wasm/denoising.js');\n",
  'web/src/draw/surface.ts': 'export const line = 1;\n',
  'web/src/figures/declare.ts': 'export const defineFigure = <T>(figure: T): T => figure;\n',
  'web/src/figures/particles.ts':
    "import { defineFigure } from './declare';\nimport { wasm } from '../engine/client';\n" +
    "export default defineFigure({ id: 'particles', wasm });\n",
  'web/src/figures/registry.ts': "export const figures = { particles: () => import('./particles') };\n",
  'web/src/element/attn-figure.ts': "import { figures } from '../figures/registry';\nexport { figures };\n",
  'web/src/article/page.ts': "import '../element/attn-figure';\nimport '../draw/surface';\n",
  'tests/web/particles.test.ts': "it.skip('later', 'needs a graphics card');\n",
};

function write(files: Files): string {
  const root = mkdtempSync(path.join(tmpdir(), 'structure-'));
  folders.push(root);
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  }
  return root;
}

const check = (changes: Files = {}) => checkStructure(write({ ...sound, ...changes }));

/** The one problem that these changes make. */
function problem(changes: Files) {
  const { problems } = check(changes);
  expect(problems).toHaveLength(1);
  return problems[0];
}

const command = (root: string) => spawnSync(process.execPath, [script, root], { encoding: 'utf8' });

it('finds nothing in a sound project, and says so in one line', () => {
  const { status, stdout } = command(write(sound));
  expect(stdout).toBe(`structure: ${Object.keys(sound).length} files, no problems\n`);
  expect(status).toBe(0);
});

it('prints a line for each problem and fails', () => {
  const { status, stdout } = command(write({ ...sound, 'cpp/src/norm.cpp': '\n#include <iostream>\n' }));
  expect(stdout.split('\n')[0]).toMatch(/^cpp\/src\/norm.cpp:2: includes iostream: no input or output/);
  expect(stdout).toContain('\nstructure: ');
  expect(stdout).toContain(' 1 problem\n');
  expect(status).toBe(1);
});

describe('layers', () => {
  const core = (include: string) => ({ 'cpp/src/norm.cpp': `// the norm\n#include ${include}\n` });

  it.each([
    '<iostream>',
    '<cstdio>',
    '<emscripten/bind.h>',
    '<nlohmann/json.hpp>',
    '<CLI/CLI.hpp>',
    '"../cli/print.hpp"',
    '"../wasm/arrays.hpp"',
  ])('the core may not include %s', (include) => {
    expect(problem(core(include))).toContain(`cpp/src/norm.cpp:2: includes ${include.slice(1, -1)}: `);
  });

  it('an include in a comment is no include', () => {
    expect(check({ 'cpp/src/norm.cpp': '/*\n#include <iostream>\n*/\n' }).problems).toEqual([]);
  });

  it('a binding may not compute, except the test module', () => {
    const text = '#include <Eigen/Dense>\n';
    expect(problem({ 'cpp/wasm/part.cpp': text })).toContain('a binding does not compute');
    expect(check({ 'cpp/wasm/evaluate.cpp': text }).problems).toEqual([]);
  });

  it.each([
    ['engine', '../draw/surface'],
    ['draw', '../engine/client'],
    ['figures', '../element/attn-figure'],
    ['element', '../figures/particles'],
    ['element', '../article/page'],
  ])('web/src/%s may not import %s', (layer, name) => {
    const file = `web/src/${layer}/other.ts`;
    const ways = [`import { a } from '${name}';`, `export * from '${name}';`, `const a = import('${name}');`];
    for (const way of ways)
      expect(problem({ [file]: `\n${way}\n` })).toContain(`${file}:2: imports ${name}: `);
    expect(problem({ [file]: `import type {\n  A,\n} from '${name}';\n` })).toContain(`${file}:1: `);
  });

  it('an import in a comment or a string is no import', () => {
    const text =
      "// import '../element/attn-figure'\nexport const s = \"import '../element/attn-figure'\";\n";
    expect(check({ 'web/src/draw/other.ts': text }).problems).toEqual([]);
  });

  it('only the engine touches wasm', () => {
    const text = "import make from '#wasm/denoising.js';\nexport default make;\n";
    expect(problem({ 'web/src/element/other.ts': text })).toContain(':1: imports #wasm/denoising.js: only');
  });
});

describe('stems', () => {
  it('a header needs a source, a test and an example', () => {
    const { problems } = check({ 'cpp/include/attn/pca.hpp': '' });
    expect(problems).toEqual([
      'cpp/include/attn/pca.hpp:1: has no example: write examples/pca.cpp',
      'cpp/include/attn/pca.hpp:1: has no source: write cpp/src/pca.cpp (or in kernels/)',
      'cpp/include/attn/pca.hpp:1: has no test: write tests/cpp/test_pca.cpp',
    ]);
  });

  it('an example uses its header and is built', () => {
    expect(problem({ 'examples/norm.cpp': '#include <attn/fast.hpp>\n' })).toContain(
      'does not use its header',
    );
    expect(problem({ 'examples/CMakeLists.txt': 'set(examples\n  fast\n  norm_2)\n' })).toContain(
      'examples/norm.cpp:1: is not built',
    );
  });

  it('a kernel is a source', () => {
    const files = {
      'cpp/include/attn/fast.hpp': '',
      'cpp/src/kernels/fast.cpp': '',
      'tests/cpp/test_fast.cpp': '',
    };
    expect(check(files).problems).toEqual([]);
  });

  it('a test needs a header, but for those of the registry and the command', () => {
    expect(problem({ 'tests/cpp/test_other.cpp': '' })).toContain(
      'tests/cpp/test_other.cpp:1: tests no header',
    );
    expect(check({ 'tests/cpp/test_registry.cpp': '', 'tests/cpp/test_cli.cpp': '' }).problems).toEqual([]);
  });

  it('a source needs a header', () => {
    expect(problem({ 'cpp/src/other.cpp': '' })).toContain('cpp/src/other.cpp:1: has no header');
    expect(check({ 'cpp/src/table.hpp': '', 'cpp/src/table_rows.cpp': '' }).problems).toEqual([]);
  });

  it('a source includes its own header first', () => {
    const text = '#include <vector>\n#include "attn/norm.hpp"\n';
    expect(problem({ 'cpp/src/norm.cpp': text })).toContain('cpp/src/norm.cpp:2: includes its own header');
  });
});

describe('length', () => {
  const lines = (count: number) => 'int x;\n// why\n\n'.repeat(count);

  it('counts lines of code, not comments and blank lines', () => {
    expect(check({ 'cpp/src/norm.cpp': lines(400) }).problems).toEqual([]);
    expect(problem({ 'cpp/src/norm.cpp': lines(401) })).toContain(
      'cpp/src/norm.cpp:1: has 401 lines of code',
    );
  });

  it('lets tests be longer, and generated files as long as they are', () => {
    expect(check({ 'tests/cpp/test_norm.cpp': lines(600) }).problems).toEqual([]);
    expect(problem({ 'tests/cpp/test_norm.cpp': lines(601) })).toContain('more than 600');
    expect(check({ 'cpp/src/norm.cpp': `// Generated by tables.py\n${lines(900)}` }).problems).toEqual([]);
  });
});

describe('numbers that are the same everywhere', () => {
  const core = (expression: string) => ({ 'cpp/src/norm.cpp': `\ndouble y = ${expression};\n` });

  it.each([
    'std::exp(x)',
    'exp(x)',
    '::tanh (x)',
    'std::log1p(x)',
    'x.array().exp()',
    'Eigen::pow(x, 2)',
    'expf(x)',
  ])('the core may not call %s', (expression) => {
    expect(problem(core(expression))).toContain('cpp/src/norm.cpp:2: ');
  });

  it.each([
    'mathfn::exp(x)',
    'attn::mathfn::cos(x)',
    'hn::exp(x)',
    'my_exp(x)',
    'expose(x)',
    '"exp(x)"',
    'std::sqrt(x)',
  ])('the core may call %s', (expression) => {
    expect(check(core(expression)).problems).toEqual([]);
  });

  it('mathfn defines them, but not by the library', () => {
    const others = {
      'cpp/include/attn/mathfn.hpp': 'double exp(double x);\n',
      'tests/cpp/test_mathfn.cpp': '',
      'examples/mathfn.cpp': '#include <attn/mathfn.hpp>\n',
      'examples/CMakeLists.txt': 'set(examples\n  mathfn\n  norm)\n',
    };
    expect(
      check({ ...others, 'cpp/src/mathfn.cpp': 'double exp(double x) { return x; }\n' }).problems,
    ).toEqual([]);
    expect(
      problem({ ...others, 'cpp/src/mathfn.cpp': 'double exp(double x) { return std::exp(x); }\n' }),
    ).toContain('std::exp() differs');
  });

  it.each(['#include <random>', 'int i = rand();', 'std::mt19937 g;'])('no C++ may have %s', (line) => {
    expect(problem({ 'cpp/cli/main.cpp': `${line}\n` })).toContain('only through attn::Rng');
  });

  it.each(['Math.random()', 'Date.now()'])('the web code may not call %s', (call) => {
    expect(problem({ 'web/src/draw/other.ts': `export const x = \`\${${call}}\`;\n` })).toContain(
      'other.ts:1: ',
    );
    expect(check({ 'web/src/draw/other.ts': `// ${call}\nexport const x = '${call}';\n` }).problems).toEqual(
      [],
    );
  });
});

describe('version', () => {
  it.each([
    ['CITATION.cff', 'version: 1.2.2\n', 'CITATION.cff:1: version says 1.2.2'],
    ['CHANGELOG.md', '# Changes\n\n## 1.3.0\n\n## 1.2.3\n', 'CHANGELOG.md:3: top entry says 1.3.0'],
    ['package-lock.json', '{"version": "1.0.0"}', 'package-lock.json:1: version says 1.0.0'],
    ['CMakeLists.txt', 'project(attn\n  VERSION 1.2.3)\n', 'CMakeLists.txt:1: a second version'],
  ])('%s has no other one', (file, text, message) => {
    expect(problem({ [file]: text })).toContain(message);
  });
});

describe('what does not belong into files', () => {
  const conflict = '<'.repeat(7);
  it.each([
    ['a folder of one machine', `cd ${'/'}home/someone`],
    ['the address of a registry', `https://registry.${'npmjs'}.org/vite`],
    ['a conflict of a merge', `${conflict} HEAD`],
  ])('%s', (what, text) => {
    expect(problem({ 'README.md': `# Readme\n${text}\n` })).toContain('README.md:2: ');
    expect(problem({ 'README.md': text })).toContain(what);
  });

  it('paths that only look alike are fine', () => {
    expect(
      check({ 'README.md': `web${'/'}home/x and https://example.org${'/'}work/ and ../work/x\n` }).problems,
    ).toEqual([]);
  });

  it('addresses in package-lock.json', () => {
    const text = '{"version": "1.2.3",\n"resolved": "https://example.org/a.tgz"}';
    expect(problem({ 'package-lock.json': text })).toContain('package-lock.json:2: has an address');
  });

  it('a package-lock.json that npm ci would refuse', () => {
    const lock = (packages: object) => ({
      'package-lock.json': JSON.stringify({ version: '1.2.3', packages }, null, 1),
    });
    const needs = { 'node_modules/a': { optionalDependencies: { b: '1' } } };
    expect(problem(lock(needs))).toContain('package-lock.json:4: node_modules/a needs b, which is not there');
    expect(check(lock({ ...needs, 'node_modules/b': {} })).problems).toEqual([]);
    expect(check(lock({ ...needs, 'node_modules/a/node_modules/b': {} })).problems).toEqual([]);
  });

  it('a test that runs alone, or is skipped without a reason', () => {
    const test = (text: string) => ({ 'tests/web/other.test.ts': text });
    expect(problem(test(`it${'.only'}('x', () => {});\n`))).toContain(
      'other.test.ts:1: runs this test alone',
    );
    expect(problem(test(`it.${'skip'}('x', () => {\n});\n`))).toContain(
      'other.test.ts:1: skips without a reason',
    );
    expect(problem(test(`test.${'skip'}();\n`))).toContain('skips without a reason');
    expect(check(test(`test.${'skip'}(\n  f(1),\n  'no such browser',\n);\n`)).problems).toEqual([]);
  });
});

describe('figures', () => {
  it('each is in the registry', () => {
    const text =
      "import { defineFigure } from './declare';\nexport default defineFigure({ id: 'energy' });\n";
    expect(problem({ 'web/src/figures/energy.ts': text })).toContain(
      'energy.ts:1: is not in web/src/figures/registry.ts',
    );
  });

  it('each in the registry is there', () => {
    const text =
      "export const figures = {\n  particles: () => import('./particles'),\n  energy: () => import('./energy'),\n};\n";
    expect(problem({ 'web/src/figures/registry.ts': text })).toContain(
      'registry.ts:3: lists ./energy, which is no file',
    );
  });

  it('the id is the name of the file', () => {
    const text =
      "import { defineFigure } from './declare';\nexport default defineFigure({ id: 'particle' });\n";
    expect(problem({ 'web/src/figures/particles.ts': text })).toContain("particles.ts:2: the id 'particle'");
  });
});

describe('residuals', () => {
  it.each([
    'm.maxCoeff()',
    'm.cwiseAbs().maxCoeff(&i)',
    'm.row(0).minCoeff()',
    'm.lpNorm<Eigen::Infinity>()',
  ])('no C++ of the core, the tests and the examples may have %s', (expression) => {
    for (const file of ['cpp/src/norm.cpp', 'tests/cpp/test_norm.cpp', 'examples/norm.cpp']) {
      const text = `${sound[file]}double y = ${expression};\n`;
      expect(problem({ [file]: text })).toContain('drops NaN: attn/numerics/largest.hpp keeps it');
    }
  });

  it.each(['std::max(worst, error)', 'std::fmax(worst, error)'])(
    'where errors are added up, no %s either',
    (expression) => {
      const text = `double y = ${expression};\n`;
      for (const folder of ['cpp/claims/001', 'cpp/experiments/flow', 'cpp/wasm', 'tests/cpp', 'tests/fuzz'])
        expect(problem({ [`${folder}/error.cpp`]: text })).toContain(`${folder}/error.cpp:1: std::`);
      expect(check({ 'cpp/src/norm.cpp': `${sound['cpp/src/norm.cpp']}${text}` }).problems).toEqual([]);
    },
  );

  it('a comment may name them, and a name may look like them', () => {
    const text = '// maxCoeff and std::max drop NaN\nint my_maxCoeff = std::numeric_limits<int>::max();\n';
    expect(check({ 'cpp/claims/001/error.cpp': text }).problems).toEqual([]);
  });
});
