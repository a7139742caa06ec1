// What a run has found: times, ratios, floors, bars; as a table and as JSON.
import { peaksFrom } from '../peaks/workload.mjs';
import { workloadOf, workloads } from '../workloads.mjs';

const least = (numbers) => numbers.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);

export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

const isOurs = (contestant) => contestant.startsWith('attn ');

/** The measurements of a run, and everything that follows from them. */
export class Reading {
  #data;

  /** `data`: short, busy, versions, peaks (samples by place and contestant), cases (with results and their samples), notRun. */
  constructor(data) {
    this.#data = data;
  }

  get data() {
    return this.#data;
  }

  /** Whether all that was to run ran, and agrees. Times have no part in it. */
  get sound() {
    const { cases, notRun } = this.#data;
    return (
      cases.every(({ results }) => results.every(({ agrees }) => agrees)) &&
      !notRun.some(({ failed }) => failed)
    );
  }

  /** @returns {import('../workloads.mjs').Peaks | undefined} */
  peaks(place) {
    const times = this.#data.peaks[place];
    return times && peaksFrom(least(times.exp), least(times['multiply-add']));
  }

  /** All results, in the order in which they were made, with what follows from each. */
  rows() {
    return this.#data.cases.flatMap((one) => one.results.map((result) => this.#row(one, result)));
  }

  #row({ workload, id, title, results }, { place, contestant, error, bytes = 0, agrees, samples }) {
    const min = least(samples);
    const timeOf = (who, where) => {
      const found = results.find((r) => r.contestant === who && r.place === where);
      return found && least(found.samples);
    };
    const ours = results.find((r) => r.place === place && isOurs(r.contestant));
    // Natively there is no JavaScript: then Node's counts.
    const plain = timeOf('plain JS', place) ?? timeOf('plain JS', 'Node');
    const floor = this.#floor(workload, id, place, contestant);
    return {
      workload,
      id,
      title,
      place,
      contestant,
      min,
      median: median(samples),
      timesOurs: ours && min / least(ours.samples),
      fasterThanPlain: plain && plain / min,
      ofFloor: floor && min / floor,
      error,
      bytes,
      agrees,
      samples,
    };
  }

  #floor(workload, id, place, contestant) {
    const peaks = this.peaks(place);
    const { cases, floor } = workloadOf(workload);
    return peaks && floor?.(cases.find((one) => one.id === id).params, peaks, contestant);
  }

  /** Each bar with `met`: true, false, or undefined where something that it needs was not measured. */
  bars() {
    return workloads.flatMap((workload) => {
      const view = {
        ms: (place, id, contestant) => {
          const one = this.#data.cases.find((c) => c.workload === workload.name && c.id === id);
          const result = one?.results.find((r) => r.place === place && r.contestant === contestant);
          return result ? least(result.samples) : Number.NaN;
        },
        bytes: (place, id, contestant) =>
          this.#data.cases
            .find((c) => c.workload === workload.name && c.id === id)
            ?.results.find((r) => r.place === place && r.contestant === contestant)?.bytes || Number.NaN,
        floor: (place, id) =>
          this.#floor(workload.name, id, place, workload.cases.find((c) => c.id === id).contestants[0]) ??
          Number.NaN,
        peaks: (place) => this.peaks(place) ?? { expNs: Number.NaN, gflops: Number.NaN },
      };
      return workload.bars(view).map((bar) => ({ ...bar, met: met(bar) }));
    });
  }

  toJSON() {
    const { short, busy, versions, peaks, notRun } = this.#data;
    return {
      short,
      busy,
      versions,
      peaks: Object.fromEntries(Object.keys(peaks).map((place) => [place, this.peaks(place)])),
      results: this.rows(),
      bars: this.bars(),
      notRun,
    };
  }
}

function met({ value, atLeast, atMost }) {
  if (Number.isNaN(value)) return undefined;
  return atLeast === undefined ? value <= atMost : value >= atLeast;
}

// ---- As text -----------------------------------------------------------------------------------------------------------

export const digits = (x, figures = 3) => {
  if (x === undefined || x === null || Number.isNaN(x)) return '-';
  if (x >= 10 ** (figures - 1)) return String(Math.round(x));
  return x.toPrecision(figures);
};

const columns = [
  ['', 10, (row) => row.place],
  ['', 15, (row) => row.contestant],
  ['min ms', -10, (row) => digits(row.min)],
  ['median', -10, (row) => digits(row.median)],
  ['x ours', -9, (row) => digits(row.timesOurs)],
  ['x best JS', -10, (row) => digits(row.fasterThanPlain)],
  ['of the floor', -13, (row) => digits(row.ofFloor)],
];
const agreement = [
  ['error', -10, (row) => row.error.toExponential(1)],
  ['', 11, (row) => (row.agrees ? '' : '  DISAGREES')],
];
const memory = ['MiB held', -10, (row) => (row.bytes ? digits(row.bytes / 2 ** 20) : '')];

const line = (columns, cells) =>
  columns
    .map(([, width], i) => (width < 0 ? cells[i].padStart(-width) : cells[i].padEnd(width)))
    .join('')
    .trimEnd();

/** Without times in the short version, where they say nothing. */
function table(rows, short) {
  const held = rows.some(({ bytes }) => bytes > 0) ? [memory] : [];
  const shown = [...columns.slice(0, short ? 2 : undefined), ...held, ...agreement];
  const lines = [];
  let title;
  for (const row of rows) {
    if (row.title !== title) {
      title = row.title;
      lines.push('', short ? `${title} (fewer in the short version)` : title);
      lines.push(
        line(
          shown,
          shown.map(([name]) => name),
        ),
      );
    }
    lines.push(
      line(
        shown,
        shown.map(([, , cell]) => cell(row)),
      ),
    );
  }
  return lines;
}

function barLine({ text, value, atLeast, atMost, met }) {
  const limit = atLeast === undefined ? `at most ${atMost}` : `at least ${atLeast}`;
  return `  ${met ? 'met    ' : 'NOT MET'}  ${text.padEnd(52)} ${digits(value).padStart(8)}   ${limit}`;
}

/** The table for people. */
export function asText(reading) {
  const { short, busy, versions, peaks, notRun } = reading.data;
  const lines = [];
  if (!short && busy.load > busy.cores / 2) {
    lines.push(
      `The machine is busy (load ${busy.load.toFixed(1)} on ${busy.cores} cores), which costs time in caches and clocks.`,
    );
  }
  for (const [place, found] of Object.entries(versions)) {
    if (typeof found === 'string') lines.push(`${place} ${found}`);
    else
      lines.push(
        `${place}: ${Object.entries(found)
          .map(([name, version]) => `${name} ${version}`)
          .join(', ')}`,
      );
  }
  for (const place of short ? [] : Object.keys(peaks)) {
    const { expNs, gflops } = reading.peaks(place);
    lines.push(`${place}, at most: one exp in ${digits(expNs)} ns, ${digits(gflops)} GFLOP/s`);
  }
  lines.push(...table(reading.rows(), short), '');
  if (notRun.length) {
    lines.push('Not run');
    for (const { place, case: where, contestant, why } of notRun) {
      lines.push(`  ${[place, where, contestant].filter(Boolean).join(', ')}: ${why}`);
    }
    lines.push('');
  }
  if (!short) {
    const bars = reading.bars();
    const measured = bars.filter(({ met }) => met !== undefined);
    const others = bars.length - measured.length;
    lines.push(
      'Bars',
      ...measured.map(barLine),
      ...(others ? [`  and ${others} that this run cannot tell of`] : []),
      '',
      'Times are of the processor, or, of contestants on several threads, of the clock. x ours: its time over ours; x best JS: the time of plain JS over its own; of the floor: its',
      'time over what the arithmetic takes at the peaks above; MiB held: beside inputs and output, where it is told; error: the',
      'largest, relative to the extent of the input.',
    );
  }
  return lines.join('\n');
}
