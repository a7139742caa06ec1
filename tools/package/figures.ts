/** What is told of each figure to those who have no page to look it up: `figures.json` of the packages. */
import { join } from 'node:path';
import type { State } from '../../web/src/element/address/state.ts';
import type { Figure, Params, Values } from '../../web/src/figures/declare.ts';
import type { Value } from '../../web/src/kinds/kind.ts';
import { nodeSide } from '../vite/node-side.ts';
import { web } from '../vite/paths.ts';

type Registry = typeof import('../../web/src/figures/registry.ts');
type Kinds = typeof import('../../web/src/kinds/kinds.ts');
type States = typeof import('../../web/src/element/address/state.ts');

interface Told {
  readonly title: string;
  readonly claim: string;
  /** The experiment of the core, and whether its parameters are those of the figure. */
  readonly experiment: string;
  readonly direct: boolean;
  readonly params: Readonly<
    Record<
      string,
      {
        readonly kind: string;
        readonly label: string;
        /** As it stands in a state. */
        readonly value: string;
        readonly range?: readonly [number, number];
        readonly options?: readonly string[];
      }
    >
  >;
  /** The step that it opens at with these values, where it has any; and whether that is another one with others. */
  readonly opens: number | undefined;
  readonly opensElsewhere: boolean;
  /** Why its table is not to be had in Python, of a figure that has no snippet. */
  readonly noPython: string | undefined;
  readonly presets: readonly { readonly name: string; readonly says: string }[];
}

/** What a value of a kind that figures bring along is: points are a matrix too, with a row for each. */
function shapeOf(value: Value): 'text' | 'tokens' | 'bits' | 'matrix' {
  if (!Array.isArray(value)) return 'text';
  const [first] = value;
  if (!Array.isArray(first)) return 'tokens';
  return typeof first[0] === 'boolean' ? 'bits' : 'matrix';
}

/** Values at the ends of ranges, of every option, and of presets; of two parameters at a time, so that one that matters only beside another is seen. */
function others(figure: Figure, start: Values<Params>): Values<Params>[] {
  const changes = Object.entries(figure.params).flatMap(([name, param]): Values<Params>[] => {
    if (param.kind === 'slider') return param.range.map((value) => ({ [name]: value }));
    return param.kind === 'choice' ? Object.keys(param.options).map((value) => ({ [name]: value })) : [];
  });
  const presets = figure.presets.map(({ params }) => params as Values<Params>);
  return [...presets, ...changes].flatMap((one) => changes.map((other) => ({ ...start, ...one, ...other })));
}

const told = (figure: Figure, start: State, { kindOf }: Kinds, { stepAt }: States): Told => ({
  title: figure.title,
  claim: figure.claim,
  experiment: figure.core.name,
  direct: figure.ask === undefined && figure.besides === undefined,
  params: Object.fromEntries(
    Object.entries(figure.params).map(([name, param]) => [
      name,
      {
        kind: param.kind === 'other' ? shapeOf(param.value) : param.kind,
        label: param.label,
        value: kindOf(param).write(param, param.value),
        ...(param.kind === 'slider' && { range: param.range }),
        ...(param.kind === 'choice' && { options: Object.keys(param.options) }),
      },
    ]),
  ),
  opens: start.t,
  opensElsewhere: others(figure, start.values).some((values) => stepAt(figure, values) !== start.t),
  noPython: typeof figure.python === 'string' ? figure.python : undefined,
  presets: figure.presets.map(({ name, says }) => ({ name, says })),
});

async function figureOf(id: string): Promise<Figure> {
  const { figures } = await nodeSide.load<Registry>(join(web, 'src/figures/registry.ts'));
  return (await figures[id as keyof typeof figures]()).default as Figure;
}

/** The NumPy that computes a figure's table from its parameters, where it has any. */
export async function snippetOf(id: string): Promise<string | undefined> {
  const { python } = await figureOf(id);
  if (typeof python !== 'object') return undefined;
  return (await Promise.all(python.code())).map((file) => `${file.default.trim()}\n`).join('\n');
}

export async function toldOfAll(ids: readonly string[]): Promise<Readonly<Record<string, Told>>> {
  const kinds = await nodeSide.load<Kinds>(join(web, 'src/kinds/kinds.ts'));
  const states = await nodeSide.load<States>(join(web, 'src/element/address/state.ts'));
  const all: Record<string, Told> = {};
  for (const id of ids) {
    const figure = await figureOf(id);
    all[id] = told(figure, states.initialState(figure), kinds, states);
  }
  return all;
}
