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
  'cpp/CMakeLists.txt': 'add_library(attn\n  src/numerics/norm.cpp)\n',
  'cpp/include/attn/numerics.hpp': '#include "attn/numerics/norm.hpp"\n',
  'cpp/include/attn/numerics/norm.hpp':
    '/// exp(x) in a comment, std::log too\nnamespace attn { double norm(); }\n',
  'cpp/src/numerics/norm.cpp':
    '#include "attn/numerics/norm.hpp"\ndouble attn::norm() { return mathfn::exp(1.0); }\n',
  'cpp/experiments/CMakeLists.txt': 'add_library(attn_experiments denoising/particles.cpp)\n',
  'cpp/experiments/denoising/particles.hpp': '#include "attn/numerics/norm.hpp"\n',
  'cpp/experiments/denoising/particles.cpp': '#include "experiments/denoising/particles.hpp"\n',
  'tests/cpp/CMakeLists.txt':
    'add_executable(attn_tests\n  experiments/denoising/test_particles.cpp\n  numerics/test_norm.cpp)\n',
  'tests/cpp/numerics/test_norm.cpp': '#include "attn/numerics/norm.hpp"\n',
  'tests/cpp/experiments/denoising/test_particles.cpp': '#include "experiments/denoising/particles.hpp"\n',
  'examples/numerics/norm.cpp': '#include <attn/numerics/norm.hpp>\n',
  'examples/CMakeLists.txt': 'set(examples\n  numerics/norm)\n',
  'web/src/engine/client.ts': "export const wasm = () => import('#wasm/denoising.js');\n",
  'web/src/draw/surface.ts': 'export const line = 1;\n',
  'web/src/figures/declare.ts': 'export const defineFigure = <T>(figure: T): T => figure;\n',
  'web/src/figures/particles.ts':
    "import { defineFigure } from './declare';\nimport { wasm } from '../engine/client';\n" +
    "export default defineFigure({ id: 'particles', wasm });\n",
  'web/src/figures/registry.ts': "export const figures = { particles: () => import('./particles') };\n",
  'web/src/element/shell/attn-figure.ts':
    "import { figures } from '../../figures/registry';\nexport { figures };\n",
  'web/src/article/page.ts': "import '../element/shell/attn-figure';\nimport '../draw/surface';\n",
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
  const { status, stdout } = command(
    write({ ...sound, 'cpp/src/numerics/norm.cpp': '\n#include <iostream>\n' }),
  );
  expect(stdout.split('\n')[0]).toMatch(
    /^cpp\/src\/numerics\/norm.cpp:2: includes iostream: no input or output/,
  );
  expect(stdout).toContain('\nstructure: ');
  expect(stdout).toContain(' 1 problem\n');
  expect(status).toBe(1);
});

describe('layers', () => {
  const core = (include: string) => ({ 'cpp/src/numerics/norm.cpp': `// the norm\n#include ${include}\n` });

  it.each([
    '<iostream>',
    '<cstdio>',
    '<emscripten/bind.h>',
    '<nlohmann/json.hpp>',
    '<CLI/CLI.hpp>',
    '"../cli/print.hpp"',
    '"../wasm/arrays.hpp"',
    '"experiments/denoising/particles.hpp"',
    '"claims/claims.hpp"',
    '"reference/reference.hpp"',
  ])('the library may not include %s', (include) => {
    expect(problem(core(include))).toContain(
      `cpp/src/numerics/norm.cpp:2: includes ${include.slice(1, -1)}: `,
    );
  });

  it('an include in a comment is no include', () => {
    expect(check({ 'cpp/src/numerics/norm.cpp': '/*\n#include <iostream>\n*/\n' }).problems).toEqual([]);
  });

  it.each([
    ['experiments/denoising/particles.cpp', 'claims/claims.hpp'],
    ['experiments/denoising/particles.cpp', 'reference/reference.hpp'],
    ['experiments/denoising/particles.cpp', 'filesystem'],
    ['reference/cases.cpp', 'claims/claims.hpp'],
    ['claims/004/bayes.cpp', 'cli/print.hpp'],
    ['claims/004/bayes.cpp', 'fstream'],
    ['cli/main.cpp', 'wasm/tape.hpp'],
    ['wasm/part.cpp', 'cli/print.hpp'],
    ['wasm/part.cpp', 'reference/reference.hpp'],
  ])('cpp/%s may not include %s', (file, include) => {
    const list = { 'CMakeLists.txt': `add_library(all cpp/${file})\n` };
    const text = `#include "experiments/denoising/particles.hpp"\n#include <${include}>\n`;
    expect(problem({ ...list, [`cpp/${file}`]: text })).toContain(`cpp/${file}:2: includes ${include}: `);
  });

  it('what stands higher may include what stands lower', () => {
    const files = {
      'cpp/claims/claims.hpp': '#include "reference/reference.hpp"\n',
      'cpp/cli/print.hpp': '#include <iostream>\n#include "claims/claims.hpp"\n#include <CLI/CLI.hpp>\n',
      'cpp/wasm/part.hpp': '#include "claims/claims.hpp"\n#include <emscripten/bind.h>\n',
    };
    expect(check(files).problems).toEqual([]);
  });

  it('a binding may not compute, except the test module', () => {
    const text = '#include <Eigen/Dense>\n';
    const list = { 'cpp/wasm/CMakeLists.txt': 'add_wasm_module(part part.cpp evaluate.cpp)\n' };
    expect(problem({ ...list, 'cpp/wasm/part.cpp': text })).toContain('a binding does not compute');
    expect(check({ ...list, 'cpp/wasm/evaluate.cpp': text }).problems).toEqual([]);
  });

  it.each([
    ['engine', '../../draw/surface'],
    ['draw', '../../engine/client'],
    ['figures', '../../element/attn-figure'],
    ['element', '../../figures/particles'],
    ['element', '../../article/page'],
  ])('web/src/%s may not import %s', (layer, name) => {
    const file = `web/src/${layer}/${layer === 'element' ? 'shell' : 'deep'}/other.ts`;
    const ways = [`import { a } from '${name}';`, `export * from '${name}';`, `const a = import('${name}');`];
    for (const way of ways)
      expect(problem({ [file]: `\n${way}\n` })).toContain(`${file}:2: imports ${name}: `);
    expect(problem({ [file]: `import type {\n  A,\n} from '${name}';\n` })).toContain(`${file}:1: `);
  });

  it.each([
    ['element/controls', '../stage/view'],
    ['element/style', '../address/state'],
    ['element/session', '../shell/define'],
  ])('web/src/%s may not import from a room above: %s', (room, name) => {
    const file = `web/src/${room}/other.ts`;
    expect(problem({ [file]: `import { a } from '${name}';\n` })).toContain(`${file}:1: imports ${name}: `);
    expect(problem({ [file]: `const a = import('${name}');\n` })).toContain(`${file}:1: imports ${name}: `);
  });

  it('every file of the element is in a room', () => {
    expect(problem({ 'web/src/element/other.ts': 'export const a = 1;\n' })).toContain('is in no room');
    const up = "import { sheetOf } from '../style/adopt';\nexport { sheetOf };\n";
    expect(check({ 'web/src/element/shell/other.ts': up }).problems).toEqual([]);
  });

  it('an import in a comment or a string is no import', () => {
    const text =
      "// import '../element/attn-figure'\nexport const s = \"import '../element/attn-figure'\";\n";
    expect(check({ 'web/src/draw/other.ts': text }).problems).toEqual([]);
  });

  it('only the engine touches wasm', () => {
    const text = "import make from '#wasm/denoising.js';\nexport default make;\n";
    expect(problem({ 'web/src/element/shell/other.ts': text })).toContain(
      ':1: imports #wasm/denoising.js: only',
    );
  });
});

describe('what the parts throw and catch', () => {
  const file = 'cpp/src/numerics/norm.cpp';
  const body = (text: string) => ({ [file]: `#include "attn/numerics/norm.hpp"\nvoid f() { ${text} }\n` });

  it.each(['catch (const std::exception& e) {}', 'catch (Error error) {}', 'catch (int) {}'])(
    'not %s',
    (text) => {
      expect(problem(body(`try {} ${text}`))).toContain(`${file}:2: catches `);
    },
  );

  it.each(['throw std::bad_alloc()', 'throw 5', 'throw message'])('not %s', (text) => {
    expect(problem(body(`${text};`))).toContain(`${file}:2: throws `);
  });

  it('but Error, and all there is', () => {
    const text =
      'try { throw Error("no"); } catch (const Error& e) { throw attn::Error(e.what()); } catch (...) { throw; }';
    expect(check(body(text)).problems).toEqual([]);
  });
});

describe('descriptions', () => {
  const file = 'cpp/experiments/denoising/particles.hpp';
  const frame = (members: string) => ({
    [file]: `struct ParticlesFrame {
  ATTN_DESCRIBED(ParticlesFrame);
  static Vector none();  // of particles
  ATTN_FIELD(std::vector<Index>, counts, "(n); of all");
  ATTN_FIELD(double, beta, "as asked for = given") = scale(5.0);
  ${members}
  ATTN_FIELD(Spread, spread, "of them"){1.0};
};
`,
  });

  it('stand where members are declared', () => {
    expect(check(frame('ATTN_FIELD(Matrix, z, "(n x d)");')).problems).toEqual([]);
  });

  it.each(['Matrix z;', 'Matrix z, y;', 'std::vector<Index> z;', 'double z = 0.0;', 'Spread z{1.0};'])(
    'the member without is named: %s',
    (members) => {
      expect(problem(frame(members))).toBe(
        `${file}:1: ParticlesFrame does not describe z: declare it by ATTN_FIELD or ATTN_PARAM`,
      );
    },
  );
});

describe('one path', () => {
  /** Another header of the topic, with everything that it needs but what is taken away. */
  const softmax = (without?: string): Files => {
    const files = Object.entries({
      'cpp/include/attn/numerics.hpp':
        '#include "attn/numerics/norm.hpp"\n#include "attn/numerics/softmax.hpp"\n',
      'cpp/include/attn/numerics/softmax.hpp': '',
      'cpp/src/numerics/softmax.cpp': '',
      'tests/cpp/numerics/test_softmax.cpp': '',
      'examples/numerics/softmax.cpp': '#include <attn/numerics/softmax.hpp>\n',
      'CMakeLists.txt':
        'set(all cpp/src/numerics/softmax.cpp tests/cpp/numerics/test_softmax.cpp examples/numerics/softmax)\n',
    });
    return Object.fromEntries(files.filter(([file]) => file !== without));
  };

  it.each([
    ['cpp/src/numerics/softmax.cpp', ' (or in kernels/)'],
    ['tests/cpp/numerics/test_softmax.cpp', ''],
    ['examples/numerics/softmax.cpp', ''],
  ])('a header needs %s', (file, or) => {
    expect(check(softmax()).problems).toEqual([]);
    expect(problem(softmax(file))).toMatch(/^cpp\/include\/attn\/numerics\/softmax.hpp:1: has no /);
    expect(problem(softmax(file))?.endsWith(`: write ${file}${or}`)).toBe(true);
  });

  it('a kernel is a source', () => {
    const files = softmax('cpp/src/numerics/softmax.cpp');
    const list = { 'cpp/src/kernels/CMakeLists.txt': 'add_library(kernels softmax.cpp)\n' };
    expect(check({ ...files, ...list, 'cpp/src/kernels/softmax.cpp': '' }).problems).toEqual([]);
  });

  it('runs through any depth of folders', () => {
    expect(check({ 'cpp/include/attn/numerics/deep/pca.hpp': '' }).problems).toEqual([
      'cpp/include/attn/numerics/deep/pca.hpp:1: has no example: write examples/numerics/deep/pca.cpp',
      'cpp/include/attn/numerics/deep/pca.hpp:1: has no source: write cpp/src/numerics/deep/pca.cpp (or in kernels/)',
      'cpp/include/attn/numerics/deep/pca.hpp:1: has no test: write tests/cpp/numerics/deep/test_pca.cpp',
      'cpp/include/attn/numerics/deep/pca.hpp:1: its topic has no header: write cpp/include/attn/numerics/deep.hpp',
    ]);
  });

  it('a topic has a header that includes its folder, and nothing else', () => {
    const umbrella = 'cpp/include/attn/numerics.hpp';
    expect(problem({ [umbrella]: '' })).toContain(`${umbrella}:1: does not include attn/numerics/norm.hpp`);
    const more = '#include "attn/numerics/norm.hpp"\n#include <vector>\n';
    expect(problem({ [umbrella]: more })).toContain(`${umbrella}:2: includes vector: `);
  });

  it('a header belongs to a topic', () => {
    expect(check({ 'cpp/include/attn/pca.hpp': '' }).problems).toContain(
      'cpp/include/attn/pca.hpp:1: belongs to no topic: move it into a folder',
    );
  });

  it('an example uses its header', () => {
    expect(problem({ 'examples/numerics/norm.cpp': '#include <attn/numerics.hpp>\n' })).toContain(
      'does not use its header',
    );
  });

  const listed = (file: string) => ({ [file]: '', 'CMakeLists.txt': `set(all "${file}")\n` });

  it('a source needs a header', () => {
    expect(problem(listed('cpp/src/numerics/other.cpp'))).toContain(
      'cpp/src/numerics/other.cpp:1: has no header',
    );
    expect(problem(listed('cpp/experiments/denoising/other.cpp'))).toContain('has no header');
    const rows = listed('cpp/src/numerics/table_rows.cpp');
    expect(check({ ...rows, 'cpp/src/numerics/table.hpp': '' }).problems).toEqual([]);
    expect(problem({ ...rows, 'cpp/src/table.hpp': '' })).toContain('table_rows.cpp:1: has no header');
  });

  it('a source includes its own header first', () => {
    const text = '#include <vector>\n#include "attn/numerics/norm.hpp"\n';
    expect(problem({ 'cpp/src/numerics/norm.cpp': text })).toContain(
      'cpp/src/numerics/norm.cpp:2: includes its own header',
    );
  });

  it.each([
    ['tests/cpp/numerics/test_other.cpp', 'tests no header'],
    ['examples/numerics/other.cpp', 'shows no header'],
    ['tests/fuzz/numerics/other.cpp', 'belongs to no header'],
    ['tests/fuzz/norm.cpp', 'belongs to no header'],
  ])('%s needs a header', (file, message) => {
    expect(problem(listed(file))).toContain(`${file}:1: ${message}`);
  });

  it('what tests and fuzzes may be named after more than a public header', () => {
    expect(check(listed('tests/fuzz/numerics/norm_large.cpp')).problems).toEqual([]);
    for (const tested of ['cpp/src/numerics/other.hpp', 'cpp/numerics/other.hpp'])
      expect(check({ ...listed('tests/cpp/numerics/test_other.cpp'), [tested]: '' }).problems).toEqual([]);
  });

  it('what is true of several headers is tested with that of their topic, and an aspect of one by its name', () => {
    const file = 'tests/cpp/numerics/test_layouts.cpp';
    expect(check({ ...listed(file), [file]: '#include "attn/numerics.hpp"\n' }).problems).toEqual([]);
    expect(check(listed('tests/cpp/numerics/test_norm_large.cpp')).problems).toEqual([]);
    expect(problem({ ...listed(file), [file]: '#include "attn/other/norm.hpp"\n' })).toContain(
      'tests no header',
    );
  });

  it('a kernel may be fuzzed by itself', () => {
    const files = { 'cpp/src/kernels/exp2.hpp': '', ...listed('tests/fuzz/numerics/exp2.cpp') };
    expect(check(files).problems).toEqual([]);
  });

  it('what a chapter lists as an experiment needs a source and a test', () => {
    const header = 'cpp/experiments/bilinear-form/bilinear.hpp';
    const list = { 'cpp/experiments/bilinear-form/CMakeLists.txt': 'attn_experiment(bilinear.hpp)\n' };
    expect(check({ [header]: '' }).problems).toEqual([]);
    expect(check({ ...list, [header]: '' }).problems).toEqual([
      `${header}:1: has no source: write cpp/experiments/bilinear-form/bilinear.cpp`,
      `${header}:1: has no test: write tests/cpp/experiments/bilinear-form/test_bilinear.cpp`,
    ]);
  });
});

describe('lists', () => {
  it.each([
    ['cpp/CMakeLists.txt', 'cpp/src/numerics/norm.cpp'],
    ['cpp/experiments/CMakeLists.txt', 'cpp/experiments/denoising/particles.cpp'],
    ['tests/cpp/CMakeLists.txt', 'tests/cpp/numerics/test_norm.cpp'],
    ['examples/CMakeLists.txt', 'examples/numerics/norm.cpp'],
  ])('%s names what is built', (list, file) => {
    expect(check({ [list]: '' }).problems).toContain(`${file}:1: is not built: list it in ${list}`);
    const name = path.posix.basename(file, '.cpp');
    const text = sound[list]?.replaceAll(name, `${name}_2`) ?? '';
    expect(problem({ [list]: `# ${file}\n${text}` })).toContain(`${file}:1: is not built`);
  });

  it('a fuzz target is listed', () => {
    const files = { 'tests/fuzz/numerics/norm.cpp': '', 'tests/fuzz/CMakeLists.txt': 'set(targets)\n' };
    expect(problem(files)).toBe(
      'tests/fuzz/numerics/norm.cpp:1: is not built: list it in tests/fuzz/CMakeLists.txt',
    );
    const list = { 'tests/fuzz/CMakeLists.txt': 'set(targets numerics/norm)\n' };
    expect(check({ ...files, ...list }).problems).toEqual([]);
  });

  it('what a script of CMake compiles is listed there', () => {
    const files = {
      'tests/consumer/main.cpp': '',
      'tests/consumer/run.cmake': 'run(g++ "main.cpp")\n',
    };
    expect(check(files).problems).toEqual([]);
  });

  it('a chapter lists its experiments and their tests', () => {
    const test = 'tests/cpp/experiments/denoising/test_particles.cpp';
    const files = {
      'cpp/experiments/CMakeLists.txt': 'add_subdirectory(denoising)\n',
      'tests/cpp/CMakeLists.txt': 'add_executable(attn_tests numerics/test_norm.cpp)\n',
    };
    const own = 'cpp/experiments/denoising/CMakeLists.txt';
    const list = (text: string) => check({ ...files, [own]: text }).problems;
    for (const way of ['test_particles.cpp', `\${PROJECT_SOURCE_DIR}/${test}`, ''])
      expect(list(`add_experiment(particles particles.cpp ${way})\n`)).toEqual([]);
    expect(list('add_experiment(particle particles.cpp)\n')).toEqual([
      `${test}:1: is not built: list it in ${own} or tests/cpp/CMakeLists.txt`,
    ]);
  });
});

describe('length', () => {
  const lines = (count: number) => 'int x;\n// why\n\n'.repeat(count);

  it('counts lines of code, not comments and blank lines', () => {
    expect(check({ 'cpp/src/numerics/norm.cpp': lines(400) }).problems).toEqual([]);
    expect(problem({ 'cpp/src/numerics/norm.cpp': lines(401) })).toContain(
      'cpp/src/numerics/norm.cpp:1: has 401 lines of code',
    );
  });

  it('wants comments of C++ in 100 columns', () => {
    const comment = (length: number) => `${'// '.padEnd(length, 'x')}\n`;
    expect(check({ 'cpp/src/numerics/norm.cpp': comment(100) }).problems).toEqual([]);
    expect(problem({ 'cpp/src/numerics/norm.cpp': comment(101) })).toContain('has 101 columns');
    expect(
      problem({ 'cpp/src/numerics/norm.cpp': `int x;  ${comment(100).replace('//', '///<')}` }),
    ).toContain('break the comment');
  });

  it('lets tests be longer, and generated files as long as they are', () => {
    expect(check({ 'tests/cpp/numerics/test_norm.cpp': lines(600) }).problems).toEqual([]);
    expect(problem({ 'tests/cpp/numerics/test_norm.cpp': lines(601) })).toContain('more than 600');
    expect(
      check({ 'cpp/src/numerics/norm.cpp': `// Generated by tables.py\n${lines(900)}` }).problems,
    ).toEqual([]);
  });
});

describe('numbers that are the same everywhere', () => {
  const core = (expression: string) => ({ 'cpp/src/numerics/norm.cpp': `\ndouble y = ${expression};\n` });

  it.each([
    'std::exp(x)',
    'exp(x)',
    '::tanh (x)',
    'std::log1p(x)',
    'x.array().exp()',
    'Eigen::pow(x, 2)',
    'expf(x)',
  ])('the library may not call %s', (expression) => {
    expect(problem(core(expression))).toContain('cpp/src/numerics/norm.cpp:2: ');
  });

  it.each([
    'mathfn::exp(x)',
    'attn::mathfn::cos(x)',
    'hn::exp(x)',
    'my_exp(x)',
    'expose(x)',
    '"exp(x)"',
    'std::sqrt(x)',
  ])('the library may call %s', (expression) => {
    expect(check(core(expression)).problems).toEqual([]);
  });

  it('mathfn defines them, but not by the library', () => {
    const others = {
      'cpp/include/attn/numerics.hpp':
        '#include "attn/numerics/mathfn.hpp"\n#include "attn/numerics/norm.hpp"\n',
      'cpp/include/attn/numerics/mathfn.hpp': 'double exp(double x);\n',
      'tests/cpp/numerics/test_mathfn.cpp': '',
      'examples/numerics/mathfn.cpp': '#include <attn/numerics/mathfn.hpp>\n',
      'CMakeLists.txt':
        'set(all cpp/src/numerics/mathfn.cpp tests/cpp/numerics/test_mathfn.cpp examples/numerics/mathfn)\n',
    };
    expect(
      check({ ...others, 'cpp/src/numerics/mathfn.cpp': 'double exp(double x) { return x; }\n' }).problems,
    ).toEqual([]);
    expect(
      problem({ ...others, 'cpp/src/numerics/mathfn.cpp': 'double exp(double x) { return std::exp(x); }\n' }),
    ).toContain('std::exp() differs');
  });

  it.each(['#include <random>', 'int i = rand();', 'std::mt19937 g;'])('no C++ may have %s', (line) => {
    expect(problem({ 'cpp/cli/print.hpp': `${line}\n` })).toContain('only through attn::Rng');
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

  it('a case that CMake would cut in two', () => {
    const file = 'tests/cpp/numerics/test_norm.cpp';
    const named = (name: string) =>
      problem({ [file]: `#include "attn/numerics/norm.hpp"\nTEST_CASE("${name}") {}\n` });
    expect(named('what is none; by its name')).toContain(`${file}:2: has a ; in its name`);
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

  it('each may be in the registry of its chapter', () => {
    const figure =
      "import { defineFigure } from '../declare';\nexport default defineFigure({ id: 'energy' });\n";
    const files = {
      'web/src/figures/memory/energy.ts': figure,
      'web/src/figures/memory/registry.ts': "export const memory = { energy: () => import('./energy') };\n",
      'web/src/element/shell/other.ts':
        "import { memory } from '../../figures/memory/registry';\nexport { memory };\n",
    };
    expect(check(files).problems).toEqual([]);
    expect(problem({ ...files, 'web/src/figures/memory/registry.ts': '' })).toContain(
      'energy.ts:1: is not in web/src/figures/memory/registry.ts: add a line',
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
    for (const file of [
      'cpp/src/numerics/norm.cpp',
      'tests/cpp/numerics/test_norm.cpp',
      'examples/numerics/norm.cpp',
    ]) {
      const text = `${sound[file]}double y = ${expression};\n`;
      expect(problem({ [file]: text })).toContain('drops NaN: attn/numerics/largest.hpp keeps it');
    }
  });

  it.each(['std::max(worst, error)', 'std::fmax(worst, error)'])(
    'where errors are added up, no %s either',
    (expression) => {
      const text = `double y = ${expression};\n`;
      for (const folder of ['cpp/claims/001', 'cpp/experiments/flow', 'cpp/wasm', 'tests/cpp', 'tests/fuzz'])
        expect(problem({ [`${folder}/error.hpp`]: text })).toContain(`${folder}/error.hpp:1: std::`);
      expect(
        check({ 'cpp/src/numerics/norm.cpp': `${sound['cpp/src/numerics/norm.cpp']}${text}` }).problems,
      ).toEqual([]);
    },
  );

  it('a comment may name them, and a name may look like them', () => {
    const text = '// maxCoeff and std::max drop NaN\nint my_maxCoeff = std::numeric_limits<int>::max();\n';
    expect(check({ 'cpp/claims/001/error.hpp': text }).problems).toEqual([]);
  });
});
