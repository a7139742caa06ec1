import { textSize } from './labels';
import { boldWeight, drop, outline } from './measures';
import type { SceneMark } from './scene';
import { boxPath, closedPath, linesOf, openPath, round, shape } from './shapes';
import { type Role, roles, type View } from './surface';

const svgNamespace = 'http://www.w3.org/2000/svg';
const names = [
  'class',
  'd',
  'stroke-width',
  'stroke-dasharray',
  'fill-opacity',
  'stroke-opacity',
  'x',
  'y',
  'text-anchor',
  'data-of',
] as const;

/** A mark as an SVG element: every mark but text is a `path`, so that a node can become any other mark. */
export interface SvgNode {
  readonly tag: 'path' | 'text';
  readonly attributes: { readonly [K in (typeof names)[number]]?: string };
  readonly text?: string;
}

export function svgNode(mark: SceneMark): SvgNode {
  const node = nodeOf(mark);
  return { ...node, attributes: { ...node.attributes, 'data-of': mark.style.of } };
}

function nodeOf(mark: SceneMark): SvgNode {
  const opacity = mark.style.opacity === undefined ? undefined : String(round(mark.style.opacity));
  // Not of the whole, nor a transform: each would be a layer of its own, of which browsers put a page together whenever it changes.
  const pale = { 'fill-opacity': opacity, 'stroke-opacity': opacity };
  switch (mark.kind) {
    case 'stroke': {
      const { role, width = 1, dash } = mark.style;
      const attributes = {
        class: `s ${role}`,
        d: openPath(mark.points),
        'stroke-width': String(width),
        'stroke-dasharray': dash?.join(' '),
        ...pale,
      };
      return { tag: 'path', attributes };
    }
    case 'fill':
      return {
        tag: 'path',
        attributes: {
          class: `f ${mark.style.role}`,
          d: linesOf(mark.points, mark.style.starts).map(closedPath).join(''),
          ...pale,
        },
      };
    case 'cells':
      return {
        tag: 'path',
        attributes: { class: `f ${mark.style.role}`, d: boxPath(mark.boxes), ...pale },
      };
    case 'mark': {
      const attributes = {
        class: `${mark.style.hollow ? 'o' : 'm'} ${mark.role}`,
        d: shape(mark.role, mark.style.size ?? 4, mark.x, mark.y),
        ...pale,
      };
      return { tag: 'path', attributes };
    }
    case 'text': {
      const { role = 'ink-2', anchor, baseline = 'alphabetic', bold, italic, bare } = mark.style;
      const attributes = {
        class: `t ${role}${bold ? ' bold' : ''}${italic ? ' italic' : ''}${bare ? ' bare' : ''}`,
        x: String(round(mark.x)),
        y: String(round(mark.y + drop[baseline])),
        'text-anchor': anchor === 'start' ? undefined : anchor,
        ...pale,
      };
      return { tag: 'text', attributes, text: mark.text };
    }
  }
}

interface Slot {
  readonly element: SVGElement;
  node: SvgNode;
}

/**
 * Shows a scene in an SVG element. The i-th mark keeps the i-th node and only attributes that changed are written,
 * which is what makes animation cheap. Colours come from classes, so a change of theme needs no redraw.
 */
export class SvgPicture {
  readonly element = document.createElementNS(svgNamespace, 'svg');
  /** What it shows. */
  marks: readonly SceneMark[] = [];
  readonly #slots: Slot[] = [];

  render(marks: readonly SceneMark[], view: View): void {
    const { element } = this;
    this.marks = marks;
    const box = `0 0 ${view.width} ${view.height}`;
    if (element.getAttribute('viewBox') !== box) {
      element.setAttribute('viewBox', box);
      element.setAttribute('width', String(view.width));
      element.setAttribute('height', String(view.height));
    }
    marks.forEach((mark, i) => {
      this.#place(i, svgNode(mark));
    });
    for (const { element } of this.#slots.splice(marks.length)) element.remove();
  }

  #place(i: number, node: SvgNode): void {
    const old = this.#slots[i];
    if (old && old.node.tag === node.tag) {
      write(old.element, node, old.node);
      old.node = node;
      return;
    }
    const element = document.createElementNS(svgNamespace, node.tag);
    write(element, node);
    if (old) old.element.replaceWith(element);
    else this.element.append(element);
    this.#slots[i] = { element, node };
  }
}

function write(element: SVGElement, node: SvgNode, old?: SvgNode): void {
  for (const name of names) {
    const value = node.attributes[name];
    if (value === old?.attributes[name]) continue;
    if (value === undefined) element.removeAttribute(name);
    else element.setAttribute(name, value);
  }
  if (node.text !== undefined && node.text !== old?.text) element.textContent = node.text;
}

/** The rules for the classes above. `colour` names the CSS value of a role. */
export function svgStyle(colour: (role: Role) => string): string {
  const surface = colour('surface');
  const rules = roles.map((r) => {
    const c = colour(r);
    return `.s.${r},.o.${r}{stroke:${c}}.f.${r},.m.${r},.t.${r}{fill:${c}}`;
  });
  return (
    `.s{fill:none;stroke-linejoin:round}` +
    `.m{stroke:${surface};stroke-width:${outline.mark};paint-order:stroke}.o{fill:${surface};stroke-width:${outline.hollow}}` +
    `.t{stroke:${surface};stroke-width:${outline.text}px;stroke-linejoin:round;paint-order:stroke}` +
    `.t{font-size:${textSize}px}.t.bold{font-weight:${boldWeight}}.t.italic{font-style:italic}.t.bare{stroke:none}` +
    rules.join('')
  );
}
