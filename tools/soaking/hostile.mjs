// Parameters that nobody should give, and some that one may: drawn for an experiment from what it says of its own.

/** Where a number is wanted. */
const oddNumbers = [
  ...[Number.NaN, Infinity, -Infinity, 0, -0, 1, -1, 0.5, 1.5, 5e-324, -5e-324, 1e-300, 1e-15, 1e300],
  ...[Number.MAX_VALUE, -Number.MAX_VALUE, 2 ** 31 - 1, 2 ** 31, -(2 ** 31), 2 ** 32, 2 ** 32 + 30],
  ...[2 ** 53 - 1, 2 ** 53, 2 ** 53 + 2, 2 ** 63, 2 ** 64, 1e15],
];

const sparse = (length) => {
  const list = [];
  list.length = length;
  return list;
};

/** Where anything is wanted. */
const oddValues = [
  ...[
    undefined,
    null,
    true,
    false,
    '',
    '5',
    'all',
    '\ud800',
    'ü∛😀',
    'x'.repeat(5000),
    5n,
    Symbol('5'),
    () => 5,
  ],
  ...[
    [],
    [[]],
    [[1, 2], [3]],
    [1, '2'],
    [1, null],
    sparse(5),
    sparse(2 ** 32 - 1),
    [Number.NaN],
    [Infinity, 1],
  ],
  ...[new Float64Array(0), new Float64Array(3), Float32Array.of(Number.NaN), new Int32Array(6), new Date(0)],
  ...[{}, { data: [1] }, { shape: [1] }, { shape: [], data: [] }, { shape: [], data: [1] }],
  ...[
    { shape: [0, 5], data: [] },
    { shape: [5, 0], data: [] },
    { shape: [0], data: [] },
    { shape: [1, 1], data: [[1]] },
  ],
  ...[
    { shape: [2, 2], data: [1] },
    { shape: [-1, -1], data: [1] },
    { shape: [1.5, 2], data: [1, 2, 3] },
  ],
  ...[
    { shape: [Number.NaN, 1], data: [] },
    { shape: [65536, 65536], data: [] },
    { shape: [2 ** 28, 2 ** 28], data: [] },
  ],
  ...[
    { shape: [65537, 65537, 641, 6700417], data: [1] },
    { shape: sparse(2), data: [1] },
    { shape: '22', data: [1] },
  ],
  ...[
    { shape: [1, 1], data: sparse(1) },
    { shape: [1, 1, 1], data: [1] },
    { shape: new Array(2000).fill(1), data: [1] },
  ],
];

const normal = ({ random }) => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

/** A number of any size, many digits or few. */
const anySize = (chances) => (chances.chance(0.5) ? 1 : -1) * 10 ** (600 * chances.random() - 300);

/** Within limits, and now and then on one of them; rarely as many as a count may be, which takes long. */
function numberWithin({ low, high, type, default: usual }, chances) {
  const whole = type === 'count';
  const [least, most] = [low ?? (whole ? 0 : -10), Math.min(high ?? (whole ? 20 : 10), 1e300)];
  const at = chances.random();
  let value = usual ?? least;
  if (at < 0.1) value = least;
  else if (at < 0.12 || (at < 0.2 && !whole)) value = most;
  else if (at < 0.6 || (least <= 0 && !whole))
    value = least + (Math.min(most, whole ? least + 40 : most) - least) * chances.random();
  else if (at < 0.9)
    value = Math.max(least, 1e-9) * (most / Math.max(least, 1e-9)) ** (chances.random() * (whole ? 0.6 : 1));
  return whole ? Math.round(Math.min(most, Math.max(least, value))) : value;
}

/** Of an array how long its axes are, as its meaning begins: "(n_q + n_k - 1 x d_k)", with a length for each letter. */
function shapeOf(about, sizes, chances) {
  const axes = about?.match(/^\(([^)]*)\)/)?.[1];
  if (!axes) return undefined;
  const length = (word) => {
    if (/^\d+$/.test(word)) return Number(word);
    if (!sizes.has(word)) sizes.set(word, chances.of([1, 1, 2, 3, 4, 4, 5, 8, 12]));
    return sizes.get(word);
  };
  return axes.split(' x ').map((axis) =>
    axis.split(/ (?=[+-])/).reduce((sum, term) => {
      const [, sign, word] = term.match(/^([+-]?) ?(\w+)/) ?? [undefined, '+', '1'];
      return sum + (sign === '-' ? -1 : 1) * length(word);
    }, 0),
  );
}

/** The entries of an array: within the range that its meaning names, or numbers, ties, bits, whole ones, huge ones. */
function entries(count, { about = '' }, chances) {
  const range = about
    .match(/(-?[\d.]+) (?:\.\.|to) (-?[\d.]+)/)
    ?.slice(1)
    .map(Number);
  const scale = chances.of([0.01, 1, 1, 3, 30]);
  const tie = normal(chances);
  const ways = {
    range: () => (range ? range[0] + (range[1] - range[0]) * chances.random() : normal(chances)),
    whole: () => (range ? Math.round(range[0] + (range[1] - range[0]) * chances.random()) : chances.below(5)),
    bits: () => chances.below(2),
    share: () => chances.random(),
    normal: () => scale * normal(chances),
    ties: () => tie,
    sizes: () => anySize(chances),
  };
  const likely = range ? ['range', 'whole', 'whole'] : ['normal', 'normal', 'whole', 'bits', 'share'];
  const way = ways[chances.of([...likely, ...likely, 'bits', 'ties', 'sizes'])];
  return Array.from({ length: count }, way);
}

function arrayWithin(member, sizes, chances) {
  const shape = shapeOf(member.about, sizes, chances) ?? [1 + chances.below(8)];
  const data = entries(
    shape.reduce((product, length) => product * Math.max(0, length), 1),
    member,
    chances,
  );
  if (chances.chance(0.1)) data[chances.below(data.length)] = chances.of(oddNumbers);
  const packed = chances.of([Array, Float64Array, Float32Array]).from(data);
  return shape.length === 1 && chances.chance(0.7) ? packed : { shape, data: packed };
}

const words = (chances) =>
  Array.from({ length: chances.of([0, 1, 30, 60, 200]) }, () =>
    chances.of(['in', 'the', 'end', 'ß', '😀', '7,']),
  ).join(' ');

/** A value that the experiment may well take. */
function within(member, example, sizes, chances) {
  const { type } = member;
  if (type === 'number' || type === 'count') return numberWithin(member, chances);
  if (type === 'seed')
    return chances.of([0, 1, 7, 2 ** 32, 2 ** 53 - 1, chances.below(1e6), chances.below(1e6)]);
  if (type === 'flag') return chances.chance(0.5);
  if (type === 'choice') return chances.of(member.names);
  if (type === 'text') return example !== undefined && chances.chance(0.7) ? example : words(chances);
  return arrayWithin(member, sizes, chances);
}

const hostileNumber = (member, chances) =>
  chances.chance(0.4)
    ? chances.of([member.low - 1, member.low - 1e-12, member.high + 1, member.high * 1.0001, -member.high]) ||
      -1
    : chances.of(oddNumbers);

const isNumber = ({ type }) => type === 'number' || type === 'count' || type === 'seed';

function hostile(member, chances) {
  if (isNumber(member) && chances.chance(0.7)) return hostileNumber(member, chances);
  if (isNumber(member) || chances.chance(0.6)) return chances.of(oddValues);
  // Right in kind, and of a shape of its own.
  const shape = Array.from({ length: chances.of([1, 2, 2, 2, 3]) }, () =>
    chances.of([0, 1, 2, 3, 7, 65, 300]),
  );
  const size = shape.reduce((product, length) => product * length, 1);
  return size < 1e5 ? { shape, data: Float64Array.from(entries(size, member, chances)) } : shape;
}

/** Queries and keys have the same numbers, and heads are shared by as many each. */
function fitting(sizes, chances) {
  const [n, d, heads] = [chances.of([1, 2, 3, 5, 8]), 1 + chances.below(4), chances.of([1, 2, 4])];
  for (const name of ['n', 'n_q', 'n_k']) sizes.set(name, n);
  for (const name of ['d_q', 'd_k']) sizes.set(name, d);
  sizes.set('H', heads);
  sizes.set('G', chances.of([1, heads]));
  if (chances.chance(0.5)) sizes.set('n_k', chances.of([1, 2, 4, 7]));
}

const camel = (name) => name.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase());

/** Parameters for `experiment`, of which `example` has some that are known to be taken. */
export function paramsFor(experiment, example, chances) {
  const way = chances.random();
  if (way < 0.02) return chances.of([null, undefined, 5, 'beta', [], [1, 2], () => 5, new Float64Array(3)]);
  const sizes = new Map();
  const share = way < 0.2 ? 0.5 : 0;
  const target = way >= 0.2 && way < 0.6 ? chances.below(experiment.params.length) : -1;
  const own = chances.chance(0.5);
  const params = own ? {} : { ...example };
  // What may be left out is mostly left out: of many arrays no two would fit each other.
  const given = chances.of([0, 0.2, 0.5, 0.9]);
  if (chances.chance(0.9)) fitting(sizes, chances);
  experiment.params.forEach((member, i) => {
    const name = camel(member.name);
    const kept = !own && params[name] !== undefined && !(isNumber(member) && chances.chance(0.7));
    if (i === target || chances.chance(share)) params[name] = hostile(member, chances);
    else if (!kept && (member.needed || chances.chance(given)))
      params[name] = within(member, example[name], sizes, chances);
  });
  if (chances.chance(0.05))
    params[chances.of(['', 'teapot', 'beta_c', '__proto__x', 'constructor', 'ü'])] = chances.of(oddValues);
  if (chances.chance(0.05) && experiment.params.length > 0)
    delete params[camel(chances.of(experiment.params).name)];
  return params;
}

/** A step, or units of work, mostly near `usual`. */
export const stepFor = (usual, chances) =>
  chances.chance(0.3)
    ? chances.of(oddNumbers)
    : chances.of([usual, 0, 1, chances.below(usual + 1), usual + chances.below(9)]);

export const budgetFor = (chances) =>
  chances.chance(0.2) ? chances.of(oddNumbers.filter((n) => !(n > 4))) : chances.of([1, 1, 2]);

/** What a run was saved as, and what becomes of that on its way. */
export function damaged(bytes, chances) {
  const way = chances.below(6);
  if (way === 0) return bytes.slice(0, chances.below(bytes.length + 1));
  if (way === 1)
    return chances.of([null, undefined, 'bytes', [1, 2], new Float64Array(4), new ArrayBuffer(8), {}]);
  if (way === 2) return Uint8Array.from([...bytes.slice(0, 4000), chances.below(256)]);
  if (way === 3) return new Uint8Array(chances.of([0, 1, 7, 8, 9, 1000])).fill(chances.below(256));
  const flipped = Uint8Array.from(bytes);
  for (let flips = 1 + chances.below(way === 4 ? 1 : 20); flips > 0 && flipped.length > 0; flips--)
    flipped[chances.below(flipped.length)] ^= 1 << chances.below(8);
  return flipped;
}
