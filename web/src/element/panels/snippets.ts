/** What goes into another page to show a figure there: a frame, a script, a picture or a link, as text to be pasted. */
import type { Theme } from '../../draw/palette';

/** A figure in a state, and where it is to be had. */
export interface Offer {
  /** The address of the site, with a slash at its end. */
  readonly site: string;
  readonly version: string;
  readonly fig: string;
  readonly title: string;
  /** What its picture shows, in words. */
  readonly description: string;
  readonly state: string;
  /** What else its element says here: which controls there are, which steps. */
  readonly attributes: Readonly<Record<string, string>>;
  /** Of its card, in px: the height of a frame that nothing gives a better one. */
  readonly height: number;
  /** The addresses of its picture. */
  readonly pictures: Readonly<Record<Theme, string>>;
  readonly link: string;
}

/** As the reader's system has it, or always the same. */
export type Colours = 'auto' | Theme;

export interface Snippet {
  readonly code: string;
  /** What a page with a Content-Security-Policy has to allow; empty where nothing. */
  readonly policy: string;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' };
const quoted = (text: string): string => `"${text.replace(/[&"<>]/g, (c) => entities[c] ?? c)}"`;

const list = (attributes: Readonly<Record<string, string>>): string =>
  Object.entries(attributes)
    .map(([name, text]) => ` ${name}=${quoted(text)}`)
    .join('');

/** What goes through a query as it is stays readable. */
const parameter = ([name, text]: readonly [string, string]): string =>
  `&${name}=${encodeURIComponent(text).replaceAll('%2C', ',')}`;

const themed = (colours: Colours): Readonly<Record<string, string>> =>
  colours === 'auto' ? {} : { theme: colours };

const originOf = ({ site }: Offer): string => new URL(site).origin;

/** Of a page with the figure alone, as its author wants it. */
function alone({ site, fig, state, attributes }: Offer, colours: Colours): string {
  const query = Object.entries({ ...attributes, ...themed(colours) }).map(parameter);
  return `${site}embed.html?fig=${encodeURIComponent(fig)}${query.join('')}#${state}`;
}

/** Width and border are attributes, not style: what a page's policy says of styles does not reach them. */
export function frame(offer: Offer, colours: Colours): Snippet {
  const { site, title, height, attributes } = offer;
  return {
    code: `<script src=${quoted(`${site}embed-host.js`)}></script>
<iframe src=${quoted(alone(offer, colours))}
  title=${quoted(attributes.ask || title)}
  loading="lazy" allow="fullscreen; clipboard-write" width="100%" height="${height}" frameborder="0"></iframe>`,
    policy: `frame-src ${originOf(offer)}; script-src ${originOf(offer)}`,
  };
}

/** With the picture inside, for the time before it is live and for readers to whom it cannot be. */
export function script(offer: Offer, colours: Colours): Snippet {
  const { site, version, fig, state, attributes } = offer;
  const origin = originOf(offer);
  const inside = picture(offer, colours);
  return {
    code: `<script type="module" src=${quoted(`${site}attn-figure-${version}.js`)}></script>
<attn-figure${list({ fig, state, ...attributes, ...themed(colours) })}>
${inside.code.replace(/^/gm, '  ')}
</attn-figure>`,
    policy: `script-src ${origin} 'wasm-unsafe-eval'; connect-src ${origin}; worker-src blob: ${origin}; ${inside.policy}`,
  };
}

export function picture(offer: Offer, colours: Colours): Snippet {
  const { pictures, title, description } = offer;
  const image = (theme: Theme): string =>
    `<img src=${quoted(pictures[theme])} width="100%"\n  alt=${quoted(`${title}. ${description}`)}>`;
  const source = `<source media="(prefers-color-scheme: dark)" srcset=${quoted(pictures.dark)}>`;
  return {
    code:
      colours === 'auto'
        ? `<picture>\n  ${source}\n${image('light').replace(/^/gm, '  ')}\n</picture>`
        : image(colours),
    policy: `img-src ${pictures.light.startsWith(offer.site) ? originOf(offer) : "'self'"}`,
  };
}

/** Whether an author wants of a figure what the page that it is from does not do. */
export const isAsked = ({ attributes }: Offer): boolean =>
  Object.keys(attributes).some((name) => name !== 'lang');

export const link = (offer: Offer, colours: Colours): Snippet => ({
  code: isAsked(offer) ? alone(offer, colours) : offer.link,
  policy: '',
});
