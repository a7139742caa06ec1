/** The short version of the benchmark: everyone who takes part runs, and agrees. No times. */
// @vitest-environment node
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

interface Workload {
  name: string;
  tolerance: number;
  cases: { id: string; contestants: string[] }[];
}
interface Place {
  missing?: Record<string, string>;
  open(workload: string, id: string, contestant: string, short: boolean): Promise<number>;
  sample(workload: string, id: string, contestant: string, ms: number): Promise<number>;
  close(workload: string, id: string, contestant: string): Promise<void>;
  end(): Promise<void>;
}

const load = (file: string) => import(path.resolve('tests/bench', file));
const { workloads, peaks }: { workloads: Workload[]; peaks: Workload } = await load('workloads.mjs');
const {
  places,
  belongs,
}: {
  places: Record<string, () => Place | Promise<Place>>;
  belongs(place: string, workload: Workload, contestant: string): boolean;
} = await load('harness/places.mjs');

/** All that take part in a place: [case, contestant, workload]. */
const tasks = (place: string) =>
  workloads.flatMap((workload) =>
    workload.cases.flatMap(({ id, contestants }) =>
      contestants
        .filter((contestant) => belongs(place, workload, contestant))
        .map((contestant) => [`${workload.name}/${id}`, contestant, workload, id] as const),
    ),
  );

describe.each(Object.keys(places))('%s', (name) => {
  let place: Place;
  beforeAll(async () => {
    place = await (places[name] as () => Place | Promise<Place>)();
  });
  afterAll(() => place?.end());

  it.for(tasks(name))('%s: %s runs and agrees', async ([, contestant, workload, id], { skip }) => {
    const why = place.missing?.[contestant];
    if (why) skip(`${why}`);
    const error = await place.open(workload.name, id, contestant, true);
    expect(error).toBeLessThanOrEqual(workload.tolerance);
    expect(await place.sample(workload.name, id, contestant, 0)).toBeGreaterThanOrEqual(0);
    await place.close(workload.name, id, contestant);
  });

  it.each(peaks.cases[0]?.contestants ?? [])('the peak of %s is measured', async (contestant) => {
    await place.open('peaks', 'peaks', contestant, true);
    expect(await place.sample('peaks', 'peaks', contestant, 1)).toBeGreaterThan(0);
  });
});
