/** A figure's Python snippet as a file that runs by itself. Loaded when it is asked for. */
import type { Value } from '../../kinds/kind';
import type { Exported } from './exported';

/** The lines around a snippet; it finds the state in variables, and leaves `columns` and `rows`. */
const imports = 'import csv\nimport sys\n\nimport numpy as np\n';
const output = `# ---- The table, as the figure exports it ----
if hasattr(sys.stdout, "reconfigure"):
    sys.stdout.reconfigure(encoding="utf-8")
writer = csv.writer(sys.stdout, lineterminator="\\n")
writer.writerow(columns)
writer.writerows(rows)
`;

/** A value as Python writes it; lists of numbers become arrays. */
function literal(value: Value): string {
  const plain = (item: Value): string => {
    if (Array.isArray(item)) return `[${item.map(plain).join(', ')}]`;
    if (typeof item === 'boolean') return item ? 'True' : 'False';
    return JSON.stringify(item);
  };
  return Array.isArray(value) ? `np.array(${plain(value)})` : plain(value);
}

/** `state` is the text that a link has of the state. */
export async function pythonOf({ figure, shown, version }: Exported, state: string): Promise<string> {
  const { id, title, source, params, python } = figure;
  if (typeof python !== 'object') throw new Error(`export: “${id}” has no Python snippet. ${python}`);
  const code = (await Promise.all(python.code())).map((file) => file.default.trim());
  const head = [
    title,
    `Attention Explorables ${version}, ${id}=${state}`,
    `Recomputes the table of this figure with NumPy alone (seed ${source.seed}: ${source.place}), to a relative ${python.within ?? 1e-9}:`,
    `  python3 attention-${id}.py > ${id}.csv`,
  ];
  // A word that Python keeps for itself has an underscore behind it.
  const values = Object.entries(shown.values).map(([name, value]) => {
    const label = params[name]?.label;
    return `${name === 'lambda' ? 'lambda_' : name} = ${literal(value)}${label ? `  # ${label}` : ''}`;
  });
  if (figure.timeline)
    values.push(`step = ${shown.t}  # the ${figure.timeline(shown.values).unit} that is shown`);
  return [
    `${head.map((line) => `# ${line}\n`).join('')}${imports}`,
    `# ---- The state of the figure ----\n${values.join('\n')}\n`,
    ...code.map((text) => `${text}\n`),
    output,
  ].join('\n');
}
