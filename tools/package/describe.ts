/** The element for editors: a custom elements manifest, web-types for JetBrains, HTML data for VS Code. Made from the declarations. */
import { toneNames } from '../../web/src/draw/palette.ts';

export interface Member {
  readonly name: string;
  readonly type: string;
  readonly about: string;
}

/** What of a declaration has a comment: name, type, and what the comment says. */
export function membersOf(declaration: string): readonly Member[] {
  const block =
    /\/\*\*((?:[^*]|\*(?!\/))*)\*\/\n\s*(get |readonly )?'?([\w-]+)'?(\([^\n]*\))?\??:\s*([^\n]*?);?\n/g;
  return [...declaration.matchAll(block)].map(([, comment = '', kind, name = '', call = '', type = '']) => ({
    name,
    type: call && kind !== 'get ' ? `${call} => ${type}` : type,
    about: comment
      .split('\n')
      .map((line) => line.replace(/^\s*\*? ?/, '').trim())
      .join(' ')
      .trim(),
  }));
}

/** `(a: number, b?: Fn) => void` as the manifest has a method: what it takes, and what it gives. */
export function callOf(type: string): object {
  const [, taken = '', given = ''] = /^\((.*)\) => (.*?)$/.exec(type) ?? [];
  const parameters = [...taken.matchAll(/(\w+)(\?)?: ([^,<(]+(?:<[^>]*>)?)/g)].map(
    ([, name, optional, text = '']) => ({
      name,
      type: { text: text.trim() },
      ...(optional && { optional: true }),
    }),
  );
  return { ...(parameters.length > 0 && { parameters }), return: { type: { text: given } } };
}

/** The lines of an interface or a class with this head. */
export function bodyOf(declarations: string, head: RegExp): string {
  const at = head.exec(declarations)?.index;
  if (at === undefined) throw new Error(`package: there is no ${head}`);
  const end = declarations.indexOf('\n}', at);
  return declarations.slice(at, end + 1);
}

const attributeOf = (property: string): string =>
  property.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Of an attribute that is one of a few words. */
const choices: Readonly<Record<string, readonly string[]>> = {
  theme: ['auto', 'light', 'dark'],
  motion: ['auto', 'full', 'reduced'],
  link: ['on', 'off'],
};

const others: Readonly<Record<string, string>> = {
  sans: 'The font family of labels and controls.',
  serif: 'The font family of captions.',
  radius: 'Of the corners of the card.',
  reserve: 'The least height, kept free before the figure is there.',
};

const properties = (): readonly { readonly name: string; readonly description: string }[] => [
  ...toneNames.map((tone) => ({
    name: `--attn-${tone}`,
    description: `The colour “${tone.replace(/-/g, ' ')}”.`,
  })),
  ...Object.entries(others).map(([name, description]) => ({ name: `--attn-${name}`, description })),
];

export interface Declarations {
  readonly element: string;
  readonly attributes: string;
  readonly events: string;
  readonly version: string;
  /** The names of all figures. */
  readonly figures: readonly string[];
}

/** The three files by name. */
export function describe(given: Declarations): Readonly<Record<string, object>> {
  const attributes = membersOf(bodyOf(given.attributes, /export interface Attributes/));
  const events = membersOf(bodyOf(given.events, /export interface FigureEvents/));
  const members = membersOf(bodyOf(given.element, /export declare class AttnFigure/));
  const own = members.filter(({ name }) => !/^(linked|count|adoptedCallback)$/.test(name));
  const shown = own.find(({ name }) => name === 'value');
  if (!shown || attributes.length < 8 || events.length < 4 || own.length < 12)
    throw new Error('package: the declarations of the element are not as they were');
  const about = 'One live figure about attention, started when it comes near the screen.';
  const slot = 'A picture or a sentence, shown until the figure is live, and where it cannot be.';
  const attributeList = [...attributes, { ...shown, type: 'string | null' }].map(
    ({ name, about: description }) => ({
      name: attributeOf(name),
      description,
      property: name,
      values: name === 'fig' ? given.figures : choices[name],
    }),
  );
  const textOf = (values: readonly string[] | undefined): string =>
    values ? values.map((value) => `'${value}'`).join(' | ') : 'string';
  const manifest = {
    schemaVersion: '1.0.0',
    modules: [
      {
        kind: 'javascript-module',
        path: 'index.js',
        declarations: [
          {
            kind: 'class',
            customElement: true,
            name: 'AttnFigure',
            tagName: 'attn-figure',
            description: about,
            superclass: { name: 'HTMLElement' },
            attributes: attributeList.map(({ name, description, property, values }) => ({
              name,
              description,
              fieldName: property,
              type: { text: textOf(values) },
            })),
            members: [
              ...attributes.map(({ name, type, about: description }) => ({
                kind: 'field',
                name,
                description,
                type: { text: type },
                attribute: attributeOf(name),
                reflects: true,
              })),
              ...own.map(({ name, type, about: description }) => ({
                kind: type.startsWith('(') ? 'method' : 'field',
                name,
                description,
                ...(type.startsWith('(') ? callOf(type) : { type: { text: type } }),
              })),
            ],
            events: events.map(({ name, type, about: description }) => ({
              name,
              description,
              type: { text: type.startsWith('CustomEvent') ? 'CustomEvent<FigureDetail>' : type },
            })),
            cssProperties: properties(),
            slots: [{ name: '', description: slot }],
          },
        ],
        exports: ['AttnFigure', 'defineAttnFigure', 'setAssets'].map((name) => ({
          kind: 'js',
          name,
          declaration: { name, module: 'index.js' },
        })),
      },
      {
        kind: 'javascript-module',
        path: 'define.js',
        exports: [
          {
            kind: 'custom-element-definition',
            name: 'attn-figure',
            declaration: { name: 'AttnFigure', module: 'index.js' },
          },
        ],
      },
    ],
  };
  const webTypes = {
    $schema: 'https://json.schemastore.org/web-types',
    name: 'attention-explorables',
    version: given.version,
    'description-markup': 'markdown',
    contributions: {
      html: {
        elements: [
          {
            name: 'attn-figure',
            description: about,
            attributes: attributeList.map(({ name, description, values }) => ({
              name,
              description,
              ...(values
                ? { values: values.map((value) => ({ name: value })) }
                : { value: { type: 'string' } }),
            })),
            slots: [{ name: '', description: slot }],
            js: { events: events.map(({ name, about: description }) => ({ name, description })) },
            css: { properties: properties() },
          },
        ],
      },
    },
  };
  const htmlData = {
    version: 1.1,
    tags: [
      {
        name: 'attn-figure',
        description: about,
        attributes: attributeList.map(({ name, description, values }) => ({
          name,
          description,
          ...(values && { values: values.map((value) => ({ name: value })) }),
        })),
      },
    ],
  };
  return { 'custom-elements.json': manifest, 'web-types.json': webTypes, 'html-custom-data.json': htmlData };
}
