#!/usr/bin/env node
// Runs of the benchmark that are kept, and two of them beside each other: see ./tools/bench --help.
import { readFileSync } from 'node:fs';
import { arch, cpus, totalmem, type } from 'node:os';
import { pathToFileURL } from 'node:url';
import { digits } from './harness/report.mjs';
import { workloadOf } from './workloads.mjs';

const machine = () => {
  const processors = cpus();
  return {
    processor: processors[0]?.model.trim() ?? 'unknown',
    cores: processors.length,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    system: `${type()} ${arch()}`,
  };
};

/** What a run has found, with its day and its machine; of the samples least and median. */
export function keep(reading, date = new Date(), where = machine()) {
  const short = (_, value) => (typeof value === 'number' ? Number(value.toPrecision(4)) : value);
  const { results, bars: _, ...rest } = JSON.parse(JSON.stringify(reading), short);
  return {
    date: date.toISOString().slice(0, 10),
    machine: where,
    ...rest,
    // With what a reader is told that it is.
    results: results.map(({ samples, title, ...row }) => {
      const { mark, about } = workloadOf(row.workload);
      return { ...row, about, title: title.replace(`${mark} `, ''), samples: samples.length };
    }),
  };
}

/** A kept run as a file: a line for each contestant. */
export function textOf({ results, ...rest }) {
  const rows = results.map((row) => `  ${JSON.stringify(row)}`);
  return `${JSON.stringify(rest, null, 1).slice(0, -2)},\n "results": [\n${rows.join(',\n')}\n ]\n}\n`;
}

/** @param {string} file */
export function readKept(file) {
  const kept = JSON.parse(readFileSync(file, 'utf8'));
  if (!kept.date || !kept.machine || !Array.isArray(kept.results))
    throw new Error(`${file} is no run that ./tools/bench --keep has written`);
  if (kept.short) throw new Error(`${file} is of the short version, whose times say nothing`);
  return kept;
}

const nameOf = ({ workload, id, place, contestant }) => `${workload}/${id}, ${place}, ${contestant}`;
const saysOf = ({ date, machine: { processor, cores, memoryGiB, system }, busy: { load } }) =>
  `${date}, ${processor}, ${cores} cores, ${memoryGiB} GiB, ${system}; load ${load.toFixed(1)} at the end`;

const columns = ['A, ms', 'B, ms', 'B/A', 'median', 'A of floor', 'B of floor'];
const line = (name, cells) => (name.padEnd(56) + cells.map((cell) => cell.padStart(11)).join('')).trimEnd();

/** Ratios of the times of `b` over those of `a`, contestant by contestant, and what only one of them has. */
export function compare(a, b) {
  const others = new Map(b.results.map((row) => [nameOf(row), row]));
  const lines = [`A: ${saysOf(a)}`, `B: ${saysOf(b)}`];
  if (JSON.stringify(a.machine) !== JSON.stringify(b.machine))
    lines.push(
      'Other machines: a ratio to the floor, which has been measured in the same run, says more than a time.',
    );
  const versions = new Set([...Object.keys(a.versions), ...Object.keys(b.versions)]);
  for (const place of versions) {
    const [before, after] = [a, b].map(({ versions }) => JSON.stringify(versions[place]));
    if (before !== after) lines.push(`${place}: ${before} in A, ${after} in B`);
  }
  lines.push('', line('', columns));
  const alone = [];
  for (const row of a.results) {
    const other = others.get(nameOf(row));
    others.delete(nameOf(row));
    if (!other) {
      alone.push(`${nameOf(row)}: in A alone`);
      continue;
    }
    const cells = [
      row.min,
      other.min,
      other.min / row.min,
      other.median / row.median,
      row.ofFloor,
      other.ofFloor,
    ];
    lines.push(
      line(
        nameOf(row),
        cells.map((cell) => digits(cell)),
      ),
    );
  }
  alone.push(...[...others.keys()].map((name) => `${name}: in B alone`));
  if (alone.length) lines.push('', ...alone);
  return lines.join('\n');
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  try {
    const [a, b] = process.argv.slice(2).map(readKept);
    console.log(compare(a, b));
  } catch (error) {
    console.error(`bench: ${error.message}`);
    process.exitCode = 2;
  }
}
