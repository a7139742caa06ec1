/** What is told of each figure to those who have no page to look it up: `figures.json` of the packages. */
import { join } from 'node:path';
import type { Figure } from '../../web/src/figures/declare.ts';
import { nodeSide } from '../vite/node-side.ts';
import { web } from '../vite/paths.ts';

type Registry = typeof import('../../web/src/figures/registry.ts');
type Kinds = typeof import('../../web/src/kinds/kinds.ts');

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
  readonly presets: readonly { readonly name: string; readonly says: string }[];
}

const told = (figure: Figure, { kindOf }: Kinds): Told => ({
  title: figure.title,
  claim: figure.claim,
  experiment: figure.core.name,
  direct: figure.ask === undefined && figure.besides === undefined,
  params: Object.fromEntries(
    Object.entries(figure.params).map(([name, param]) => [
      name,
      {
        kind: param.kind,
        label: param.label,
        value: kindOf(param).write(param, param.value),
        ...(param.kind === 'slider' && { range: param.range }),
        ...(param.kind === 'choice' && { options: Object.keys(param.options) }),
      },
    ]),
  ),
  presets: figure.presets.map(({ name, says }) => ({ name, says })),
});

export async function toldOfAll(ids: readonly string[]): Promise<Readonly<Record<string, Told>>> {
  const { figures } = await nodeSide.load<Registry>(join(web, 'src/figures/registry.ts'));
  const kinds = await nodeSide.load<Kinds>(join(web, 'src/kinds/kinds.ts'));
  const all: Record<string, Told> = {};
  for (const id of ids)
    all[id] = told((await figures[id as keyof typeof figures]()).default as Figure, kinds);
  return all;
}
