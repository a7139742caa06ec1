#!/usr/bin/env node
// Writes the tables of docs/reliability.md: of the last whole run of ./tools/test (build/logs/steps.tsv) and of all runs of ./tools/soak
// on this machine (build/soak/state.json). What was not run keeps the table that is there.
//   node tools/reliability.mjs
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const page = path.join(root, 'docs/reliability.md');

/** A table in Markdown. */
const table = (head, rows) =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
const whole = (n) => String(n).replace(/\B(?=(\d{3})+$)/g, ',');

/** The steps of a run of tests, one in a line: kind, part, title, passed, failed, skipped, seconds, seconds of a core. */
function steps(text) {
  const rows = text
    .trim()
    .split('\n')
    .map((line) => line.split('\t'));
  if (rows.some((row) => row.length !== 8)) throw new Error('steps.tsv: a line has not eight columns');
  const sum = (column) => rows.reduce((total, row) => total + Number(row[column]), 0);
  const failed = sum(4);
  if (failed > 0) throw new Error(`steps.tsv: ${failed} failed in that run; the table is of one that passes`);
  const line = ([, part, title, passed, , skipped, seconds, cores]) => [
    part,
    title,
    whole(passed),
    skipped === '0' ? '' : whole(skipped),
    whole(seconds),
    whole(cores),
  ];
  return table(
    ['part', 'step', 'passed', 'skipped', 'seconds', 'seconds of a core'],
    [...rows.map(line), ['', 'together', ...[3, 5, 6, 7].map((column) => whole(sum(column)))]],
  );
}

/** The sums of all long runs. */
function soaked(text) {
  const { runs, parts } = JSON.parse(text);
  const rows = Object.entries(parts).flatMap(([part, counts]) =>
    Object.entries(counts).map(([what, n]) => [part, what, whole(n)]),
  );
  return `${whole(runs)} ${runs === 1 ? 'run' : 'runs'}.\n\n${table(['part', 'what', 'how many'], rows)}`;
}

let text = readFileSync(page, 'utf8');
for (const [name, file, make] of [
  ['tests', 'build/logs/steps.tsv', steps],
  ['soak', 'build/soak/state.json', soaked],
]) {
  const from = path.join(root, file);
  if (!existsSync(from)) {
    console.log(`reliability: there is no ${file}: the table stays`);
    continue;
  }
  const [begin, end] = [`<!-- ${name} -->`, `<!-- end of ${name} -->`];
  const [head, rest] = text.split(begin);
  const tail = rest?.split(end)[1];
  if (tail === undefined) throw new Error(`docs/reliability.md: ${begin} and ${end} are not there`);
  const made = `${make(readFileSync(from, 'utf8'))}\n\n${os.cpus().length} cores.`;
  text = `${head}${begin}\n${made}\n${end}${tail}`;
  console.log(`reliability: ${name} from ${file}`);
}
writeFileSync(page, text);
