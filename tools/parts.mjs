#!/usr/bin/env node
// The parts of the wasm in build/wasm, and what they may weigh: `sizeBudget.partGzipKB` of package.json.
//   node tools/parts.mjs           says what each weighs, what it may weigh, and which experiments it has
//   node tools/parts.mjs --raise   raises the budgets of those that weigh more, and gives new parts one: half a kilobyte of room
import { readFileSync, realpathSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

/** What no budget is raised above: a reader on a slow line waits for the part before there is a figure to see. */
const ceiling = 60;
const room = 0.5;

/** What CMake has listed: each part with its experiments, and whether it has kernels in single precision. */
export const listed = (root) =>
  readFileSync(path.join(root, 'build/emscripten/parts.txt'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => {
      const [head, experiments] = line.split(': ');
      const [name, floats] = head.split(' ');
      return { name, floats: floats !== undefined, experiments: experiments.split(' ') };
    });

const packageOf = (root) => JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));

/** The parts that figures fetch, which the ledgers of the papers are not, in KB as a server sends them to browsers of today. */
export function weighed(root) {
  const budgets = packageOf(root).sizeBudget.partGzipKB;
  return listed(root)
    .filter(({ name }) => !name.startsWith('ledger_'))
    .map(({ name, floats, experiments }) => {
      const file = path.join(root, 'build/wasm', `${name}${floats ? '.simd' : ''}.wasm`);
      const size = gzipSync(readFileSync(file), { level: 9 }).length / 1000;
      return { name, experiments, size, budget: budgets[name] };
    });
}

const isOver = ({ size, budget }) => !(size <= budget);
const inWords = ({ name, size, budget }) =>
  `${name} weighs ${size.toFixed(2)} KB gzip, ${
    budget === undefined ? 'and has no budget' : `${(size - budget).toFixed(2)} over its budget of ${budget}`
  }`;

/** A line for each part that weighs more than it may. */
export const over = (root) => weighed(root).filter(isOver).map(inWords);

/** Raises budgets in package.json. Returns what was done, and whether none had to be refused. */
export function raise(root) {
  const parts = weighed(root);
  const said = [];
  let ok = true;
  const entries = parts.map((part) => {
    const { name, size, budget } = part;
    if (!isOver(part)) return [name, budget];
    ok &&= size <= ceiling;
    const raised = size <= ceiling ? Math.min(ceiling, Math.ceil((size + room) * 10) / 10) : budget;
    said.push(
      size <= ceiling
        ? `${inWords(part)}: it has ${raised} now`
        : `${inWords(part)}: no budget is raised above ${ceiling}, so move an experiment into another part`,
    );
    return [name, raised];
  });
  const text = packageOf(root);
  // A new part that is too large gets no line: JSON leaves out what is undefined.
  text.sizeBudget.partGzipKB = Object.fromEntries(entries);
  writeFileSync(path.join(root, 'package.json'), `${JSON.stringify(text, null, 2)}\n`);
  return { said, ok };
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL('..', import.meta.url));
  if (process.argv[2] === '--raise') {
    const { said, ok } = raise(root);
    console.log(said.join('\n') || 'Every part is within its budget.');
    process.exitCode = ok ? 0 : 1;
  } else {
    for (const { name, size, budget, experiments } of weighed(root))
      console.log(`${name.padEnd(15)} ${size.toFixed(1)} of ${budget ?? '?'} KB: ${experiments.join(', ')}`);
  }
}
