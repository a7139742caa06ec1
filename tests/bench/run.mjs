#!/usr/bin/env node
// The benchmark: see ./tools/bench --help, which builds what this needs.
import { writeFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { versionOf } from './harness/paths.mjs';
import { belongs, places } from './harness/places.mjs';
import { asText, Reading } from './harness/report.mjs';
import { keep, textOf } from './kept.mjs';
import { peaks as peakWorkload, workloads } from './workloads.mjs';

/** Each sample takes at least this long: asking a page takes half a ms. */
const sampleMs = 30;
/** A contestant that is slower than this all in all is sampled in fewer rounds, but never in fewer than three. */
const patienceMs = 6000;

const selects = (only) => (workload, id) =>
  !only || [workload.name, workload.mark, `${workload.name}/${id}`, `${workload.mark}/${id}`].includes(only);

const everyCase = workloads.flatMap((workload) => workload.cases.map(({ id }) => [workload, id]));

async function openPlaces(names, notRun) {
  const opened = [];
  for (const name of names) {
    try {
      opened.push(await places[name]());
    } catch (error) {
      notRun.push({ place: name, why: error.message, failed: true });
    }
  }
  return opened;
}

/** One case, all contestants in all places, one sample each in turn. */
async function runCase(workload, one, opened, { short, rounds }, peakTimes, notRun) {
  const entries = [];
  for (const place of opened) {
    for (const contestant of one.contestants) {
      if (!belongs(place.name, workload, contestant) || place.missing?.[contestant]) continue;
      const task = [workload.name, one.id, contestant];
      try {
        const error = await place.open(...task, short);
        entries.push({
          place,
          task,
          contestant,
          error,
          bytes: (await place.bytes?.(...task)) ?? 0,
          agrees: error <= workload.tolerance,
          samples: [],
          spent: 0,
        });
      } catch (error) {
        notRun.push({
          place: place.name,
          case: `${workload.name}/${one.id}`,
          contestant,
          why: error.message,
          failed: true,
        });
      }
    }
  }
  const ms = short ? 0 : sampleMs;
  for (let round = 0; round < rounds; round++) {
    for (const { place, times } of peakTimes) {
      for (const [contestant, samples] of Object.entries(times)) {
        samples.push(await place.sample('peaks', 'peaks', contestant, ms));
      }
    }
    // Each round begins with another one, so that nobody always comes after the same.
    for (const entry of [
      ...entries.slice(round % entries.length),
      ...entries.slice(0, round % entries.length),
    ]) {
      if (round >= 3 && entry.spent > patienceMs) continue;
      const start = performance.now();
      entry.samples.push(await entry.place.sample(...entry.task, ms));
      entry.spent += performance.now() - start;
    }
  }
  for (const { place, task } of entries) await place.close(...task);
  return {
    workload: workload.name,
    id: one.id,
    title: `${workload.mark} ${one.title}`,
    results: entries.map(({ place, contestant, error, bytes, agrees, samples }) => ({
      place: place.name,
      contestant,
      error,
      bytes,
      agrees,
      samples,
    })),
  };
}

/**
 * Everything that is asked for, and what was not run and why.
 * @param {{ short?: boolean, only?: string, rounds?: number, where?: string[] }} options
 */
export async function run({
  short = false,
  only,
  rounds = short ? 1 : 12,
  where = Object.keys(places),
} = {}) {
  const notRun = [];
  const opened = await openPlaces(where, notRun);
  try {
    for (const { name, missing } of opened) {
      for (const [contestant, why] of Object.entries(missing ?? {}))
        notRun.push({ place: name, contestant, why });
    }
    const peakTimes = [];
    for (const place of opened) {
      const times = {};
      for (const contestant of peakWorkload.cases[0].contestants) {
        await place.open('peaks', 'peaks', contestant, short);
        times[contestant] = [];
      }
      peakTimes.push({ place, times });
    }
    const cases = [];
    const wanted = selects(only);
    for (const workload of workloads) {
      for (const one of workload.cases) {
        if (!wanted(workload, one.id)) continue;
        process.stderr.write(`${workload.mark} ${one.title} ...\n`);
        cases.push(await runCase(workload, one, opened, { short, rounds }, peakTimes, notRun));
      }
    }
    const versions = { attn: versionOf('..') };
    for (const place of opened) versions[place.name] = await place.versions();
    return new Reading({
      short,
      busy: { load: loadavg()[0], cores: availableParallelism() },
      versions,
      peaks: Object.fromEntries(peakTimes.map(({ place, times }) => [place.name, times])),
      cases,
      notRun,
    });
  } finally {
    for (const place of opened) await place.end();
  }
}

async function main() {
  const { values } = parseArgs({
    options: {
      short: { type: 'boolean' },
      keep: { type: 'string' },
      only: { type: 'string' },
      rounds: { type: 'string' },
      node: { type: 'boolean' },
      chromium: { type: 'boolean' },
      native: { type: 'boolean' },
    },
  });
  if (!everyCase.some(([workload, id]) => selects(values.only)(workload, id))) {
    console.error(`bench: there is no case '${values.only}', but there are:`);
    for (const [workload, id] of everyCase) console.error(`  ${workload.name}/${id} (${workload.mark})`);
    process.exitCode = 2;
    return;
  }
  const where = Object.keys(places).filter((name) => values[name.toLowerCase()]);
  const reading = await run({
    short: values.short,
    only: values.only,
    rounds: values.rounds && Number(values.rounds),
    where: where.length ? where : undefined,
  });
  console.log(asText(reading));
  if (values.keep) writeFileSync(path.resolve(values.keep), textOf(keep(reading)));
  process.exitCode = reading.sound ? 0 : 1;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await main();
