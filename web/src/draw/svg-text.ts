import { textSize } from './labels';
import { boldWeight } from './measures';
import { type Look, paintOf } from './paint';
import type { SceneMark } from './scene';
import type { View } from './surface';
import { type SvgNode, svgNode } from './svg';

/** What an SVG file says about itself. */
export interface Label {
  readonly title: string;
  readonly description: string;
  /** Where the picture comes from; shown by nothing, found by who looks. */
  readonly origin?: string;
}

/**
 * A scene as an SVG file that needs nothing: colours are resolved and every style is a presentation attribute, because a file
 * with a style sheet shows black shapes in many programs. `pad` is room around the drawing, in px.
 */
export function svgText(marks: readonly SceneMark[], view: View, look: Look, label: Label, pad = 0): string {
  const [width, height] = [view.width + 2 * pad, view.height + 2 * pad];
  const box = `${-pad} ${-pad} ${width} ${height}`;
  return [
    element('svg', { xmlns: 'http://www.w3.org/2000/svg', width, height, viewBox: box, role: 'img' }, false),
    `<title>${escaped(label.title)}</title>`,
    `<desc>${escaped(label.description)}</desc>`,
    ...(label.origin === undefined ? [] : [`<metadata>${escaped(label.origin)}</metadata>`]),
    element('rect', { x: -pad, y: -pad, width, height, fill: look.colour('surface') }),
    // What most marks share is inherited, which halves the file.
    element('g', { ...shared, 'font-family': look.fonts }, false),
    ...marks.map((mark) => markText(mark, look)),
    '</g>',
    '</svg>\n',
  ].join('\n');
}

const shared = { fill: 'none', 'stroke-linejoin': 'round', 'font-size': textSize };

type Attributes = Readonly<Record<string, string | number | undefined>>;

function markText(mark: SceneMark, look: Look): string {
  const { tag, attributes, text } = svgNode(mark);
  // What is for style sheets and for the page around a figure has no use in a file.
  const { class: _roles, 'data-of': _of, ...geometry } = attributes;
  const paint = paintOf(mark);
  const fill = paint.fill && look.colour(paint.fill);
  const stroke = paint.stroke && {
    stroke: look.colour(paint.stroke),
    'stroke-width': paint.width === 1 ? undefined : paint.width,
    'stroke-linejoin': paint.join === shared['stroke-linejoin'] ? undefined : paint.join,
  };
  if (mark.kind !== 'text') {
    const order = mark.kind === 'mark' && !mark.style.hollow ? 'stroke' : undefined;
    return element(tag, { ...geometry, fill, ...stroke, 'paint-order': order });
  }
  const font = {
    'font-weight': mark.style.bold ? boldWeight : undefined,
    'font-style': mark.style.italic ? 'italic' : undefined,
  };
  // The halo is a text of its own: programs that do not know paint-order would draw it over the letters.
  const halo =
    stroke && element('text', { ...geometry, ...font, ...stroke, 'aria-hidden': 'true' }, textOf(text));
  return `${halo ?? ''}${element('text', { ...geometry, ...font, fill }, textOf(text))}`;
}

const textOf = (text: SvgNode['text']): string => escaped(text ?? '');

/** `content` false leaves the element open. */
function element(tag: string, attributes: Attributes, content: string | false = ''): string {
  const list = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}="${escaped(String(value))}"`)
    .join('');
  if (content === false) return `<${tag}${list}>`;
  return content ? `<${tag}${list}>${content}</${tag}>` : `<${tag}${list}/>`;
}

/** Text for XML, in content and in attributes; without the control characters that no XML may hold. */
export const escaped = (text: string): string =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to find
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;');
