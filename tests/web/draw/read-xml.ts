/** An element of an XML document. */
export interface XmlElement {
  readonly tag: string;
  readonly attributes: Record<string, string>;
  readonly children: XmlElement[];
  text: string;
}

const name = '[A-Za-z_][\\w.:-]*';
const token = new RegExp(`<(/?)(${name})((?:\\s+${name}="[^"<]*")*)\\s*(/?)>|([^<]+)`, 'y');

/** Reads what our SVG files may hold of XML, and refuses everything else: what is not well-formed, and what a file should not need. */
export function readXml(source: string): XmlElement {
  const top: XmlElement = { tag: '', attributes: {}, children: [], text: '' };
  const open = [top];
  token.lastIndex = 0;
  while (token.lastIndex < source.length) {
    const at = token.lastIndex;
    const match = token.exec(source);
    const parent = open.at(-1) as XmlElement;
    const fail = (why: string): never => {
      throw new Error(`xml: ${why} at ${at}: ${source.slice(at, at + 60)}`);
    };
    if (!match) return fail('this is not well-formed');
    const [, closes, tag = '', list = '', empty, text] = match;
    if (text !== undefined) {
      parent.text += decoded(text, fail);
      if (open.length === 1 && text.trim()) fail('there is text outside of the document');
    } else if (closes) {
      if (list || empty || open.length === 1 || parent.tag !== tag) fail(`</${tag}> closes nothing`);
      open.pop();
    } else {
      const attributes: Record<string, string> = {};
      for (const [, key = '', value = ''] of list.matchAll(new RegExp(`(${name})="([^"]*)"`, 'g'))) {
        if (Object.hasOwn(attributes, key)) fail(`${key} is given twice`);
        attributes[key] = decoded(value, fail);
      }
      const element: XmlElement = { tag, attributes, children: [], text: '' };
      parent.children.push(element);
      if (!empty) open.push(element);
    }
  }
  if (open.length > 1) throw new Error(`xml: <${open.at(-1)?.tag}> is never closed`);
  if (top.children.length !== 1) throw new Error(`xml: there are ${top.children.length} documents`);
  return top.children[0] as XmlElement;
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function decoded(text: string, fail: (why: string) => never): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: no XML may hold these
  if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/.test(text)) fail('there is a control character');
  return text.replace(/&([^;]{0,6};?)/g, (all, entity: string) => {
    const character = entity.endsWith(';') ? entities[entity.slice(0, -1)] : undefined;
    return character ?? fail(`${all} is no entity`);
  });
}

/** All elements with this name below, in the order of the document. */
export const findAll = (element: XmlElement, tag: string): XmlElement[] =>
  element.children.flatMap((child) => [...(child.tag === tag ? [child] : []), ...findAll(child, tag)]);
