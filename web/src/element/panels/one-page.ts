/**
 * A page that holds one figure and all that it needs: the site's own files, packed, and a script that unpacks them. Where scripts do not run, its
 * picture stands there. Made in the page by Export, and in Node by ./tools/single (decision 43).
 */
import { escaped } from '../../draw/svg-text';
import { base64 } from '../../kinds/base64';
import unpack from './unpack.js?raw';

/** `singles.json` of a site: its files that a figure needs, by their paths in there. */
export interface Singles {
  /** Of every figure. */
  readonly all: readonly string[];
  /** Besides these, by figure. */
  readonly figures: Readonly<Record<string, readonly string[]>>;
}

export const filesOf = ({ all, figures }: Singles, id: string): readonly string[] => [
  ...all,
  ...(figures[id] ?? []),
];

export interface OnePage {
  readonly id: string;
  readonly title: string;
  readonly claim: string;
  /** As in a link; what it opens with where absent. */
  readonly state?: string | undefined;
  /** Of the card; English where absent. */
  readonly lang?: string | undefined;
  /** What else its element says: which controls there are, which question comes first. */
  readonly attributes?: Readonly<Record<string, string>>;
  readonly version: string;
  /** The picture, as SVG. */
  readonly picture: string;
}

const style =
  ':root{color-scheme:light dark}body{max-width:60rem;margin:1rem auto;padding:0 1rem;font-family:system-ui,sans-serif}img{width:100%;height:auto}h1{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}';

async function deflated(parts: readonly Uint8Array<ArrayBuffer>[]): Promise<Uint8Array> {
  const stream = new Blob([...parts]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** `files` are those of `filesOf`, in any order. */
export async function onePage(
  { id, title, claim, state, lang, attributes = {}, version, picture }: OnePage,
  files: ReadonlyMap<string, Uint8Array<ArrayBuffer>>,
): Promise<string> {
  const names = [...files].map(([path, { length }]) => [path.replace(/.*\//, ''), length]);
  const packed = base64(await deflated([...files.values()]));
  // A question comes before all that the figure says, in the tab and for the ear too.
  const name = attributes.ask || title;
  const svg = base64(new TextEncoder().encode(picture));
  const given = Object.entries({ state, lang, ...attributes })
    .map(([name, value]) => (value === undefined ? '' : ` ${name}="${escaped(value)}"`))
    .join('');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="generator" content="Attention Explorables ${version}">
<title>${escaped(name)}</title>
<meta name="description" content="${escaped(claim)}">
<style>${style}</style>
</head>
<body>
<main>
<h1>${escaped(name)}</h1>
<attn-figure fig="${id}"${given}>
<img alt="${escaped(claim)}" src="data:image/svg+xml;base64,${svg}">
</attn-figure>
<p>From Attention Explorables ${version}. All that the figure needs is in this file: it fetches nothing, and sends nothing.</p>
</main>
<script type="text/plain" id="files" data-files="${escaped(JSON.stringify(names))}">${packed}</script>
<script>
${unpack}</script>
</body>
</html>
`;
}
