#!/usr/bin/env node
// Begins a figure: node tools/new-figure.mjs CHAPTER ID
// Writes its experiment, the test of that, the figure and its Python, and the lines that list them. What it writes works and passes;
// all that is of a particular figure in it is to be written over.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { camel } from './experiment-types.mjs';
import { figuresOf } from './one-figure.mjs';

const header = ({ seed, name, type }) => `// How what decays is left. Source: seed ${seed}, WHERE.
#pragma once

#include "experiments/bases.hpp"

namespace attn::experiments {

struct ${type}Params {
  ATTN_DESCRIBED(${type}Params);
  ATTN_PARAM(double, rate, "of decay", within(0.1, 10.0)) = 1.0;
};

struct ${type}Frame {
  ATTN_DESCRIBED(${type}Frame);
  ATTN_FIELD(Vector, time, "(41) from 0 to 4");
  ATTN_FIELD(Vector, share, "(41) exp(-rate time), what is left");
};

class ${type} : public WithFrame<${type}Params, ${type}Frame> {
 public:
  static constexpr const char* kName = "${name}";
  static constexpr const char* kAbout = "how what decays is left (seed ${seed}, WHERE)";
  static std::vector<Setting<Params>> settings();

  explicit ${type}(const Params& params);
};

}  // namespace attn::experiments
`;

const source = ({ chapter, name, type }) => `#include "experiments/${chapter}/${name}.hpp"

#include "attn/numerics/mathfn.hpp"

namespace attn::experiments {

std::vector<Setting<${type}Params>> ${type}::settings() {
  ${type}Params slow;
  slow.rate = 0.1;
  ${type}Params fast;
  fast.rate = 10.0;
  return {{${type}Params{}, 0, 0}, {slow, 0, 0}, {fast, 0, 0}};
}

${type}::${type}(const Params& p) {
  checked(kName, p);
  constexpr Index kTimes = 41;
  frame_.time.resize(kTimes);
  frame_.share.resize(kTimes);
  for (Index i = 0; i < kTimes; ++i) {
    frame_.time(i) = 0.1 * static_cast<double>(i);
    frame_.share(i) = mathfn::exp(-p.rate * frame_.time(i));
  }
}

}  // namespace attn::experiments
`;

const test = ({ chapter, name, type }) => `#include "experiments/${chapter}/${name}.hpp"

#include "catch.hpp"

using namespace attn;
using namespace attn::experiments;

TEST_CASE("${name}: what is left after twice the time is the square of what was left") {
  ${type}Params p;
  p.rate = 0.7;
  const auto f = ${type}(p).frame();
  CHECK(f.share(0) == 1.0);
  CHECK(f.share(10) == Approx(0.4965853).epsilon(1e-6));
  for (Index i = 0; i <= 20; ++i) CHECK(f.share(2 * i) == Approx(f.share(i) * f.share(i)));
}

TEST_CASE("${name}: bad parameters are refused by name") {
  ${type}Params p;
  p.rate = 0.0;
  CHECK_THAT(message_of([&] { ${type}{p}; }), contains("${name}: rate is 0"));
}
`;

const figure = ({ chapter, seed, id, value }) => `import { plot } from '../../draw/axes';
import { fixed, number } from '../../draw/format';
import { ${value} } from '../../engine/generated/${chapter}';
import { defineFigure, say, slider } from '../declare';
import { at } from '../shared/as-matrix';
import { check, polyline } from '../shared/idioms';

export default defineFigure({
  id: '${id}',
  title: 'What is left',
  claim: 'What falls in proportion to what is left never reaches zero.',
  source: { seed: '${seed}', place: 'WHERE' },
  params: {
    rate: slider({
      symbol: 'r',
      label: 'rate',
      range: [0.1, 10],
      scale: 'log',
      about: 'Of decay: the larger, the sooner it is gone.',
    }),
  },
  presets: [
    {
      name: 'slow',
      params: { rate: 0.1 },
      says: 'More than half is left at the end.',
      holds: (f) => at(f.share, 40) > 0.5,
    },
    {
      name: 'fast',
      params: { rate: 10 },
      says: 'At time 1 a ten-thousandth is not left.',
      holds: (f) => at(f.share, 10) < 1e-4,
    },
  ],
  height: () => 300,
  core: ${value},
  draw(surface, f, view) {
    const area = plot(surface, view, {
      x: { domain: [0, 4], label: 'time' },
      y: { domain: [0, 1], label: 'share left' },
    });
    const points = polyline(f.time, (t, i) => [area.x(t), area.y(at(f.share, i))]);
    surface.path(points, { role: 'weight', width: 2 });
  },
  describe: (f, p) => say\`At the rate \${number(p.rate)} a share of \${fixed(at(f.share, 10), 3)} is left at time 1.\`,
  table: (f) => ({
    columns: ['time', 'share left'],
    rows: Array.from(f.time, (t, i) => [t, at(f.share, i)]),
  }),
  checks: (f) => [check('all is there at the beginning', Math.abs(at(f.share, 0) - 1), 0)],
  python: { code: () => [import('./${id}.py?raw')] },
});
`;

const python = () => `# What is left of what decays: s = exp(-r t).
columns = ["time", "share left"]
rows = [[t, np.exp(-rate * t)] for t in np.linspace(0.0, 4.0, 41)]
`;

/** What stands against a figure of this name, in a sentence; nothing where nothing does. */
function refusal(root, chapter, id) {
  const chapters = readdirSync(path.join(root, 'cpp/experiments')).filter((name) =>
    existsSync(path.join(root, 'web/src/figures', name, 'registry.ts')),
  );
  if (!chapters.includes(chapter))
    return `there is no chapter '${chapter ?? ''}' with figures; there are ${chapters.join(', ')}`;
  if (!/^[a-z][a-z0-9]*(-[a-z][a-z0-9]*)*$/.test(id ?? ''))
    return `'${id ?? ''}' is no name for a figure: words of small letters and digits, joined by hyphens, as in softmax-jacobian`;
  if (figuresOf(root).has(id)) return `there is a figure '${id}' already`;
  const { name, type, value } = names(id);
  try {
    new Function(`const ${value} = 0`);
  } catch {
    return `'${value}' means something in TypeScript: choose another name`;
  }
  const declares = new RegExp(`\\b(?:class|struct) ${type}(?:Params|Frame)?\\b`);
  for (const folder of ['cpp/include', 'cpp/experiments'])
    for (const file of readdirSync(path.join(root, folder), { recursive: true })) {
      if (!file.endsWith('.hpp')) continue;
      if (path.basename(file) === `${name}.hpp` && folder === 'cpp/experiments')
        return `there is an experiment '${name}' already, ${folder}/${file}: a figure that asks it needs no new one`;
      if (declares.test(readFileSync(path.join(root, folder, file), 'utf8')))
        return `${folder}/${file} has a type ${type} already: choose another name`;
    }
  return undefined;
}

const names = (id) => {
  const name = id.replaceAll('-', '_');
  return { id, name, value: camel(name), type: camel(`_${name}`) };
};

/** The lightest part of a chapter, by what is built; where nothing is, the one that its list ends with. */
function partOf(root, list) {
  const parts = [...list.matchAll(/ PART (\w+)\)/g)].map((match) => match[1]);
  const size = (part) => {
    const file = ['wasm', 'simd.wasm']
      .map((end) => path.join(root, `build/wasm/${part}.${end}`))
      .find(existsSync);
    return file ? statSync(file).size : Number.POSITIVE_INFINITY;
  };
  return parts.reduceRight((a, b) => (size(b) < size(a) ? b : a));
}

/** The list with a line among those that begin alike: before the first that comes after it. */
function withLine(text, line, begins) {
  const lines = text.split('\n');
  const mine = lines.flatMap((other, i) => (other.startsWith(begins) ? [i] : []));
  lines.splice(mine.find((i) => lines[i] > line) ?? mine.at(-1) + 1, 0, line);
  return lines.join('\n');
}

/** Writes the figure into a project; the files that are new, those that have a line more, and the part that it is in. */
export function newFigure(root, chapter, id) {
  const why = refusal(root, chapter, id);
  if (why) throw new RangeError(why);
  const { seed } = JSON.parse(readFileSync(path.join(root, 'web/chapters.json'), 'utf8')).find(
    ({ slug }) => slug === chapter,
  );
  const words = { ...names(id), chapter, seed };
  const { name } = words;
  const cpp = `cpp/experiments/${chapter}`;
  const web = `web/src/figures/${chapter}`;
  const made = {
    [`${cpp}/${name}.hpp`]: header(words),
    [`${cpp}/${name}.cpp`]: source(words),
    [`tests/cpp/experiments/${chapter}/test_${name}.cpp`]: test(words),
    [`${web}/${id}.ts`]: figure(words),
    [`${web}/${id}.py`]: python(),
  };
  const read = (file) => readFileSync(path.join(root, file), 'utf8');
  const list = read(`${cpp}/CMakeLists.txt`);
  const part = partOf(root, list);
  const entry = `attn_experiment(${name}.hpp ${name}.cpp test_${name}.cpp PART ${part})`;
  const key = id.includes('-') ? `'${id}'` : id;
  const changed = {
    [`${cpp}/CMakeLists.txt`]: withLine(list, entry, 'attn_experiment('),
    [`${web}/registry.ts`]: read(`${web}/registry.ts`).replace(
      /^};$/m,
      `  ${key}: () => import('./${id}'),\n};`,
    ),
  };
  for (const [file, text] of Object.entries({ ...made, ...changed })) {
    mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  }
  return { made: Object.keys(made), changed: Object.keys(changed), part };
}

function main([chapter, id]) {
  process.chdir(fileURLToPath(new URL('..', import.meta.url)));
  let made;
  let changed;
  let part;
  try {
    ({ made, changed, part } = newFigure('.', chapter, id));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    console.error(`new-figure: ${error.message}`);
    process.exit(2);
  }
  // Other names break lines elsewhere, and stand in another order.
  spawnSync('clang-format', ['-i', ...made.filter((file) => /\.[ch]pp$/.test(file))]);
  spawnSync('node_modules/.bin/biome', ['check', '--write', ...made.filter((file) => file.endsWith('.ts'))]);
  console.log(`New, a curve that works and is to be written over:
${made.map((file) => `  ${file}`).join('\n')}
A line more:
${changed.map((file) => `  ${file}`).join('\n')}
The experiment is in the part ${part}, the lightest of the chapter; one whose functions of the library it shares may suit it better.

To see it first, what follows from a new or changed description, and the site:
  node tools/build-wasm.mjs && node tools/experiment-types.mjs --wasm && node tools/parts.mjs --raise && node tools/build-wasm.mjs
  npm run build && npm run build:models
Then its pictures, hashes and tests; a first native build takes long:
  node tools/pictures.mjs --keep ${id}
  cmake --preset release -DATTN_TOGETHER=12 && cmake --build --preset release --target attn attn_tests
  node tools/bits.mjs build/release/attn
  ./tools/test figure ${id}
On a page it is <attn-figure fig="${id}"> in web/chapters/${chapter}.html, and each of its parameters a symbol in web/symbols/${chapter}.json:
  { "id": "rate", "tex": "r", "name": "rate", "param": true, "shape": "scalar", "about": "Of decay." }`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main(process.argv.slice(2));
