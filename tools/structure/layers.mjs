// Arrows point one way: who may include and import whom.
import { imports, includes, isCode, problem, under } from './project.mjs';

const names = {
  'cpp/include': 'the library',
  'cpp/src': 'the library',
  'cpp/experiments': 'an experiment',
  'cpp/reference': 'an evaluator',
  'cpp/claims': 'the ledger',
  'cpp/cli': 'the command',
  'cpp/wasm': 'a binding',
  'test module': 'the test module',
};

/** What stands above each layer of cpp. */
const above = {
  'cpp/include': ['experiments', 'reference', 'claims', 'cli', 'wasm'],
  'cpp/src': ['experiments', 'reference', 'claims', 'cli', 'wasm'],
  'cpp/experiments': ['reference', 'claims', 'cli', 'wasm'],
  'cpp/reference': ['claims', 'cli', 'wasm'],
  'cpp/claims': ['cli', 'wasm'],
  'cpp/cli': ['wasm'],
  'cpp/wasm': ['cli', 'reference'],
  'test module': ['cli'],
};
// The wasm module of the tests alone may use the evaluators and JSON, and may compute.
const testModule = /^cpp\/wasm\/evaluate[^/]*$/;

const silent = ['cpp/include', 'cpp/src', 'cpp/experiments', 'cpp/claims'];
const refusals = [
  [[...silent, 'cpp/cli'], /^emscripten/, 'only bindings know the browser: do it in cpp/wasm'],
  [
    silent,
    /^(iostream|fstream|cstdio|stdio\.h|filesystem)$/,
    'no input or output here: return values, and print in cpp/cli',
  ],
  [[...silent, 'cpp/reference', 'cpp/wasm'], /^CLI\//, 'arguments are read in cpp/cli'],
  [['cpp/include', 'cpp/src'], /^nlohmann\//, 'JSON is for what stands on the library'],
  [['cpp/wasm'], /^nlohmann\//, 'bindings take typed arrays, JSON is for cpp/cli and the tests'],
  [['cpp/wasm'], /mathfn/, 'a binding does not compute: do it in an experiment'],
  [
    ['cpp/wasm'],
    /^Eigen\/(Dense|Eigen|LU|QR|SVD|Cholesky|Eigenvalues|Geometry)$/,
    'a binding does not compute: include <Eigen/Core>',
  ],
];

/** Why a file of this layer may not include that one; nothing if it may. */
function refusal(layer, included) {
  if (layer === 'cpp/include' && /(^|\/)src\//.test(included))
    return 'a public header must not need a private one';
  const higher = above[layer].find((name) => included.split('/').slice(0, -1).includes(name));
  if (higher) return `${names[layer]} must not know what stands above it in cpp/${higher}: move it down`;
  return refusals.find(([layers, pattern]) => layers.includes(layer) && pattern.test(included))?.[2];
}

export function checkCppLayers() {
  for (const layer of Object.keys(above)) {
    for (const source of under(layer).filter(isCode('cpp'))) {
      const as = testModule.test(source.path) ? 'test module' : layer;
      for (const { file, line } of includes(source)) {
        const why = refusal(as, file);
        if (why) problem(source.path, line, `includes ${file}: ${why}`);
      }
    }
  }
}

/** What each layer of web/src may import besides itself; a registry is the element's way to the figures. */
const webLayers = {
  engine: [],
  draw: [],
  // What a card says; each layer above has words for its own.
  words: [],
  kinds: ['draw', 'words'],
  figures: ['engine', 'draw', 'words', 'kinds'],
  element: [
    'engine',
    'draw',
    'words',
    'kinds',
    /^figures\/(?:[^/]+\/)*registry$/,
    'figures/declare',
    'figures/answer',
  ],
  article: ['engine', 'draw', 'words', 'kinds', 'figures', 'element'],
  // The other way in, with the look of the article.
  embed: ['engine', 'draw', 'words', 'kinds', 'figures', 'element', 'article'],
  // What notebooks show.
  notebook: ['engine', 'words', 'kinds', 'figures', 'element'],
  // The service worker: it knows files, not what is in them.
  offline: [],
  // What the package exports.
  package: ['engine', 'words', 'kinds', 'figures', 'element'],
};

/** The rooms of web/src/element from the lowest up: each may import from those before it. */
const rooms = ['style', 'address', 'panels', 'controls', 'stage', 'session', 'shell'];

const roomOf = (file) => file.match(/^web\/src\/element\/([^/]+)\/./)?.[1];

function checkRooms(source) {
  const room = roomOf(source.path);
  const floor = rooms.indexOf(room);
  if (floor < 0) {
    problem(source.path, 1, `is in no room of the element: move it into one of ${rooms.join(', ')}`);
    return;
  }
  for (const { name, target, line } of imports(source)) {
    const other = roomOf(target);
    if (other && rooms.indexOf(other) > floor)
      problem(
        source.path,
        line,
        `imports ${name}: ${room} may import ${rooms.slice(0, floor).join(', ') || 'no other room'}; move what is shared down`,
      );
  }
}

const layerOf = (file) => file.match(/^web\/src\/([^/]+)\/./)?.[1];

function mayImport(layer, target) {
  const other = layerOf(target);
  if (!other || other === layer) return true;
  const inLayer = target.replace('web/src/', '');
  return webLayers[layer].some((name) =>
    name instanceof RegExp ? name.test(inLayer) : name === other || name === inLayer,
  );
}

export function checkWebLayers() {
  for (const source of under('web/src').filter(isCode('js'))) {
    const layer = layerOf(source.path);
    if (!layer) continue; // an entry of a page, which may use everything
    if (!webLayers[layer]) {
      problem(
        source.path,
        1,
        `web/src/${layer} is no layer: move it into one of ${Object.keys(webLayers).join(', ')}`,
      );
      continue;
    }
    if (layer === 'element') checkRooms(source);
    for (const { name, target, line } of imports(source)) {
      if (name.startsWith('#wasm/') && layer !== 'engine') {
        problem(source.path, line, `imports ${name}: only web/src/engine touches wasm, ask it instead`);
      }
      if (mayImport(layer, target)) continue;
      const allowed = webLayers[layer].map((other) => (other instanceof RegExp ? 'registries' : other));
      problem(
        source.path,
        line,
        `imports ${name}: web/src/${layer} may import ${allowed.join(', ') || 'no other layer'}; move what is shared down`,
      );
    }
  }
}
