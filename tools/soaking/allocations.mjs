// A part of the wasm whose allocations can be made to fail: its binary with a few instructions more before the first of the function
// under `malloc`, and of `free`, and three globals that these count with. All else is as it is shipped.

/** Reads numbers of any length as WebAssembly writes them, seven bits a byte. */
function reader(bytes) {
  let at = 0;
  const number = () => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++];
      value += (byte & 127) * 2 ** shift;
      if (byte < 128) return value;
    }
  };
  return {
    number,
    take(size) {
      at += size;
      return bytes.subarray(at - size, at);
    },
    get at() {
      return at;
    },
    get more() {
      return at < bytes.length;
    },
  };
}

function unsigned(value) {
  const bytes = [];
  let left = value;
  do {
    bytes.push((left & 127) | (left > 127 ? 128 : 0));
    left = Math.floor(left / 128);
  } while (left > 0);
  return bytes;
}

const ids = { import: 2, function: 3, global: 6, export: 7, code: 10 };
const op = {
  if: 0x04,
  end: 0x0b,
  return: 0x0f,
  call: 0x10,
  localGet: 0x20,
  get: 0x23,
  set: 0x24,
  constant: 0x41,
};
const [lessOrEqual, greater, and, add, subtract] = [0x4c, 0x4a, 0x71, 0x6a, 0x6b];
const [i32, none, mutable] = [0x7f, 0x40, 1];

function sectionsOf(bytes) {
  const from = reader(bytes.subarray(8));
  const sections = [];
  while (from.more) {
    const id = from.number();
    sections.push({ id, body: from.take(from.number()) });
  }
  return sections;
}

/** A section as how many entries it has, and the bytes behind that. */
function counted({ body }) {
  const from = reader(body);
  const count = from.number();
  return { count, rest: body.subarray(from.at) };
}

function importedFunctions({ body }) {
  const from = reader(body);
  let functions = 0;
  for (let left = from.number(); left > 0; left--) {
    from.take(from.number());
    from.take(from.number());
    if (from.number() !== 0) throw new Error('a part imports functions alone');
    from.number();
    functions += 1;
  }
  return functions;
}

/** The numbers of the functions that a part exports by their names. */
function exportedFunctions({ body }) {
  const from = reader(body);
  const found = {};
  for (let left = from.number(); left > 0; left--) {
    const name = new TextDecoder().decode(from.take(from.number()));
    const kind = from.number();
    const index = from.number();
    if (kind === 0) found[name] = index;
  }
  return found;
}

/** The body of a function: where its locals end, and its instructions. */
function instructions(code) {
  const from = reader(code);
  for (let left = from.number(); left > 0; left--) {
    from.number();
    from.take(1);
  }
  return from.at;
}

/**
 * The function that one of another name only hands its argument on to: behind `malloc`, with how places are aligned, is what `aligned_alloc`
 * calls too, and `free` and `operator delete` have one in common.
 */
function under(code) {
  const from = reader(code.subarray(instructions(code)));
  let first = from.number();
  if (first === op.constant) {
    from.number();
    first = from.number();
  }
  return first === op.localGet && from.number() === 0 && from.number() === op.call
    ? from.number()
    : undefined;
}

const get = (global) => [op.get, ...unsigned(global)];
const count = (global, way) => [...get(global), op.constant, 1, way, op.set, ...unsigned(global)];

/** `bytes` of a part, with the exported globals attn_left, attn_floor and attn_live. */
export function countingAllocations(bytes) {
  const sections = sectionsOf(bytes);
  const of = (id) => sections.find((section) => section.id === id);
  const imported = importedFunctions(of(ids.import));
  const exported = exportedFunctions(of(ids.export));
  const code = reader(of(ids.code).body);
  const functions = Array.from({ length: code.number() }, () => code.take(code.number()));
  const globals = counted(of(ids.global));
  const [left, floor, live] = [0, 1, 2].map((i) => globals.count + i);

  const change = (index, prefix) => {
    const body = functions[index - imported];
    const at = instructions(body);
    functions[index - imported] = Uint8Array.from([...body.subarray(0, at), ...prefix, ...body.subarray(at)]);
  };
  const behind = (index) => under(functions[index - imported]) ?? index;
  const fails = [...get(left), op.constant, 0, lessOrEqual, ...get(left), ...get(floor), greater, and];
  change(behind(exported.malloc), [
    ...[...count(left, subtract), ...fails, op.if, none, op.constant, 0, op.return, op.end],
    ...count(live, add),
  ]);
  change(behind(exported.free), [op.localGet, 0, op.if, none, ...count(live, subtract), op.end]);

  const names = ['attn_left', 'attn_floor', 'attn_live'];
  const exports = counted(of(ids.export));
  const replaced = {
    [ids.code]: [
      ...unsigned(functions.length),
      ...functions.flatMap((body) => [...unsigned(body.length), ...body]),
    ],
    [ids.global]: [
      ...[...unsigned(globals.count + 3), ...globals.rest],
      ...names.flatMap(() => [i32, mutable, op.constant, 0, op.end]),
    ],
    [ids.export]: [
      ...[...unsigned(exports.count + 3), ...exports.rest],
      ...names.flatMap((name, i) => [
        name.length,
        ...new TextEncoder().encode(name),
        3,
        ...unsigned(left + i),
      ]),
    ],
  };
  return Uint8Array.from([
    ...bytes.subarray(0, 8),
    ...sections.flatMap(({ id, body }) => {
      const own = replaced[id] ?? body;
      return [id, ...unsigned(own.length), ...own];
    }),
  ]);
}

/** The counters of an instance of such a part. */
export function allocationsOf({ attn_left: left, attn_floor: floor, attn_live: live }) {
  const many = 2 ** 31 - 1;
  const none = () => {
    left.value = many;
    floor.value = many;
  };
  none();
  return {
    /** From now on the `k`-th fails, and those after it until `times` have. */
    fail(k, times = 1) {
      left.value = k;
      floor.value = times === Infinity ? -(2 ** 31) : -times;
    },
    /** None fails any more. */
    none,
    /** How many there have been since `none`. */
    get done() {
      return many - left.value;
    },
    /** How many are not freed yet. */
    get live() {
      return live.value;
    },
  };
}
