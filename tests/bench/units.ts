/** What tests/bench/units.mjs measures: figures in their states, and their experiments called as the engine's host calls them. */
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { alias } from '../../tools/vite/paths.ts';
import { asked } from '../../web/src/element/session/runner';
import type { PartModule, Refusal } from '../../web/src/engine/core';
import type { Part } from '../../web/src/engine/experiment';
import { startPart } from '../../web/src/engine/part';
import { defaults, type Figure, type Params, type Values } from '../../web/src/figures/declare';
import { figures } from '../../web/src/figures/registry';

export interface Asking {
  readonly figure: string;
  readonly name: string;
  readonly experiment: string;
  readonly part: Part;
  readonly params: object;
  readonly t: number | undefined;
}

export interface Unit {
  /** Kind and number. */
  readonly key: string;
  readonly ms: number;
}

const modules = new Map<string, Promise<PartModule>>();

async function moduleOf({ simd, scalar }: Part, folder: string): Promise<PartModule> {
  const file = join(folder, basename(simd ?? scalar));
  const read = async () => startPart(await WebAssembly.compile(await readFile(file)));
  let coming = modules.get(file);
  if (!coming) {
    coming = read();
    modules.set(file, coming);
  }
  return coming;
}

/** All of them, here and now: Vite's loader loads nothing once this module is there. */
export const states: readonly Asking[] = await allStates();

async function allStates(): Promise<Asking[]> {
  const found: Asking[] = [];
  for (const [id, load] of Object.entries(figures)) {
    const figure = (await load()).default as Figure;
    const { core, besides, timeline, presets } = figure;
    for (const preset of [undefined, ...presets]) {
      const values = { ...defaults(figure.params), ...preset?.params } as Values<Params>;
      found.push({
        figure: id,
        name: preset ? `${id}, ${preset.name}` : id,
        experiment: core.name,
        part: core.part,
        params: { ...asked(figure, values), ...(await besides?.(values)) },
        t: preset?.t ?? timeline?.(values).opens,
      });
    }
  }
  return found;
}

/** The units of one run, to its end or as long as it may take, of the core in a folder. */
export async function measured(
  { experiment, part, params, t }: Asking,
  mostMs: number,
  folder: string = alias['#wasm'],
): Promise<Unit[]> {
  const module = await moduleOf(part, folder);
  const units: Unit[] = [];
  let spent = 0;
  function timed<Answer>(kind: string, use: () => Answer | Refusal): Answer {
    const before = process.cpuUsage();
    const answer = use();
    const { user, system } = process.cpuUsage(before);
    const ms = (user + system) / 1000;
    spent += ms;
    units.push({ key: `${kind} ${units.length}`, ms });
    if (typeof (answer as Partial<Refusal>).error === 'string') throw new Error((answer as Refusal).error);
    return answer as Answer;
  }
  const run = timed('open', () => module.open(experiment, params));
  try {
    const to = t ?? run.opens();
    while (!timed('seek', () => run.seek(to, 1)) && spent < mostMs);
    timed('frame', () => run.frame());
    while (run.refines() && !timed('refine', () => run.refine(1)) && spent < mostMs);
    timed('frame', () => run.frame());
  } finally {
    run.delete();
  }
  return units;
}
