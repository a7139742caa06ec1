/**
 * Files of the reader's own. They stay in the memory of the page: a link holds eight characters that say which they were, and never what is
 * in them. Where they are not in hand, the example stands in their place.
 */
import { file as en } from '../words/en/file';
import { type Said, wordsOf } from '../words/words';
import { base64 } from './base64';
import { html, setText } from './dom';
import { framed, frameStyle } from './frame';
import { type Control, type Declared, type Kind, other, type Read, type Report, short, told } from './kind';

/** `example`, or `mine:` and eight characters; where the page takes the files, behind a hyphen what it has made of them. */
export type FileValue = string;

export interface FileSpec extends Declared<FileValue> {
  /** Endings that it knows, as `.npz`. */
  readonly endings: readonly string[];
  /** Those of files that hold a part alone: one that is opened by itself joins the ones before, until a name comes again. */
  readonly parts?: readonly string[];
  /** Most bytes of all files together. */
  readonly most: number;
  /** What to do with larger files, in a sentence. */
  readonly larger: string;
  /**
   * The values that the page has something for, where it is the page that takes the files: then the control chooses between the example
   * and the newest of these, and nothing can be dropped on it.
   */
  given?(): readonly FileValue[];
  /** As of a slider. */
  when?(): boolean;
}

export interface InHand {
  readonly names: string;
  readonly size: number;
  /** A line for each file: base64, a space, the name. */
  readonly lines: string;
}
const inHand = new Map<FileValue, InHand>();

/** The value of the files themselves, whatever was made of them. */
export const sourceOf = (value: FileValue): FileValue => value.split('-')[0] as FileValue;

/** What is in hand for a value, whatever was made of the files: nothing for the example, and for files that were let go. */
export const filesOf = (value: FileValue): InHand | undefined => inHand.get(sourceOf(value));

/** The files as lines of base64, a space and a name. */
export const linesOf = (value: FileValue): string | undefined => inHand.get(value)?.lines;

const mourners = new Set<(value: FileValue) => void>();

/** Tells what was made of files that they are let go. */
export const onLetGo = (listener: (value: FileValue) => void) => mourners.add(listener);

/** Lets them go, with all that was made of them. */
export function letGo(value: FileValue): void {
  if (inHand.delete(value)) for (const listener of mourners) listener(value);
}

const wordsIn = (param: Said): typeof en => param.words?.file ?? en;

const sizeOf = (param: Said, bytes: number): string =>
  bytes < 1e6
    ? `${Math.max(1, Math.round(bytes / 1e3))} KB`
    : `${wordsOf(param).number((bytes / 1e6).toFixed(1))} MB`;

/** FNV-1a of 32 bits: it tells files apart, and hides nothing. */
function hashOf(text: string): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}

/** A file in memory. */
interface Held {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Keeps files in the page's memory; the value that stands for them. */
export function hold(files: readonly Held[]): FileValue {
  const lines = files.map(({ name, bytes }) => `${base64(bytes)} ${name.replace(/[\r\n]/g, ' ')}\n`).join('');
  const value = `mine:${hashOf(lines)}`;
  const size = files.reduce((sum, { bytes }) => sum + bytes.length, 0);
  inHand.set(value, { names: files.map(({ name }) => name).join(', '), size, lines });
  return value;
}

const bytesOf = async (file: File): Promise<Held> => ({
  name: file.name,
  bytes: new Uint8Array(await file.arrayBuffer()),
});

/** What the files are called that a reader has picked, once they are in hand; or in a sentence why they cannot be. */
export async function bring(
  param: Pick<FileSpec, 'endings' | 'most' | 'larger' | 'words'>,
  files: readonly File[],
): Promise<Read<FileValue>> {
  const words = wordsIn(param);
  const size = files.reduce((sum, file) => sum + file.size, 0);
  const strange = files.find(({ name }) => !param.endings.some((end) => name.toLowerCase().endsWith(end)));
  if (strange) return { problem: words.strange(strange.name, param.endings.join(', ')) };
  if (size > param.most)
    return {
      problem: `${words.tooLarge(sizeOf(param, size), sizeOf(param, param.most))} ${param.larger}`,
    };
  try {
    return { value: hold(await Promise.all(files.map(bytesOf))) };
  } catch {
    // A folder, or a file that has gone since.
    return { problem: words.notRead };
  }
}

type Took = (files: readonly File[]) => void;

/** What is dropped `around` a place is taken, and the place shows it meanwhile. */
function takeDrops(around: EventTarget, place: HTMLElement, opened: Took): void {
  const on = (type: string, does: (data: DataTransfer, event: Event) => void): void =>
    around.addEventListener(type, (event) => {
      const data = (event as DragEvent).dataTransfer;
      // Words and pictures of the page itself are dragged too.
      if (data?.types.includes('Files')) does(data, event);
    });
  const over = (is: boolean): boolean => place.classList.toggle('over', is);
  on('dragover', (_, event) => {
    event.preventDefault();
    over(true);
  });
  on('dragleave', () => over(false));
  on('drop', ({ files }, event) => {
    event.preventDefault();
    over(false);
    if (files.length) opened([...files]);
  });
}

/** What the browser's own dialog picks for a place in the page. To be put into that place. */
function dialogFor(
  { endings, label, multiple = false }: Pick<FileSpec, 'endings' | 'label'> & { readonly multiple?: boolean },
  opened: Took,
): HTMLInputElement {
  const picker = html('input', {
    type: 'file',
    multiple,
    accept: endings.join(','),
    hidden: true,
    tabindex: -1,
    'aria-label': label,
  });
  picker.addEventListener('change', () => {
    if (picker.files?.length) opened([...picker.files]);
    // The same file, once more, is a change too.
    picker.value = '';
  });
  return picker;
}

/** The same for a place that takes what is dropped on it as well. */
export function pickerFor(
  place: HTMLElement,
  param: Pick<FileSpec, 'endings' | 'label'>,
  opened: Took,
): HTMLInputElement {
  takeDrops(place, place, opened);
  return dialogFor(param, opened);
}

function known(param: FileSpec, value: FileValue): Read<FileValue> {
  const there = param.given?.().includes(value) ?? inHand.has(value);
  if (value === 'example' || there) return { value };
  return /^mine:[0-9a-f]{8}(-\d+)?$/.test(value)
    ? { problem: wordsIn(param).notInHand }
    : { problem: wordsIn(param).none(short(value)) };
}

export const fileKind: Kind<FileSpec, FileValue> = {
  write: (_, value) => value,
  read: known,
  take: (param, value) =>
    typeof value === 'string' ? known(param, value) : { problem: `${told(value)}, expected “example”` },
  aloud: (param, value) =>
    filesOf(value)?.names ?? (param.given ? wordsIn(param).ours : wordsIn(param).example),
  control: (param, id, report) => (param.given ? chooser : zoneFor)(param, id, report),
  style: `${frameStyle}
.bring{flex:1 1 14em;border:1px dashed var(--_rule);border-radius:5px;padding:.5em .7em;display:flex;flex-wrap:wrap;gap:.4em .8em;align-items:center}
.bring.over{border-color:var(--_ink)}.bring p{margin:0;flex:1 1 12em}.bring .buttons{display:flex;gap:.4em}`,
};

/** Files that the page has taken, or the example: one of two. */
function chooser(param: FileSpec, id: string, report: Report<FileValue>): Control<FileValue> {
  const words = wordsIn(param);
  const says = html('p', { role: 'status' });
  const other = html('button', { type: 'button', id });
  let shown = param.value;
  const newest = (): FileValue | undefined => param.given?.().at(-1);
  const set = (value: FileValue): void => {
    shown = value;
    const names = filesOf(value === 'example' ? (newest() ?? value) : value)?.names ?? '';
    setText(says, value === 'example' ? words.isOurs : words.isOf(names));
    setText(other, value === 'example' ? words.takeOf(names) : words.takeOurs);
  };
  other.addEventListener('click', () => report(shown === 'example' ? (newest() ?? shown) : 'example', true));
  set(param.value);
  const line = html('div', { class: 'bring' }, says, html('span', { class: 'buttons' }, other));
  return { element: framed(param, id, 50, line), set };
}

function zoneFor(param: FileSpec, id: string, report: Report<FileValue>): Control<FileValue> {
  const words = wordsIn(param);
  const says = html('p', { role: 'status' });
  const open = html('button', { type: 'button', id }, words.open);
  const forget = html('button', { type: 'button' }, words.forget);
  const zone = html('div', { class: 'bring' }, says, html('span', { class: 'buttons' }, open, forget));
  const picker = dialogFor({ ...param, multiple: true }, (files) => void opened(files));
  zone.append(picker);
  let shown = param.value;
  // Files of a part each, while they are opened one after another: also those that were not enough yet.
  let parts: readonly File[] = [];
  let card: Element | null = null;
  const set = (value: FileValue): void => {
    shown = value;
    // Where the picture is, too: a reader drops a file on what is to show it. A card that is built anew has a zone of its own.
    if (!card) {
      card = zone.closest('.card');
      if (card) takeDrops(card, zone, (files) => void opened(files));
    }
    const mine = inHand.get(value);
    forget.hidden = !mine;
    setText(
      says,
      mine
        ? words.mine(mine.names, sizeOf(param, mine.size))
        : value === 'example'
          ? words.isExample
          : words.gone,
    );
  };
  const joined = (files: readonly File[]): readonly File[] => {
    const isPart = ({ name }: File): boolean =>
      !!param.parts?.some((end) => name.toLowerCase().endsWith(end));
    const again = parts.some(({ name }) => name === files[0]?.name);
    parts = files.every(isPart) ? (files.length === 1 && !again ? [...parts, ...files] : files) : [];
    return parts.length > 0 ? parts : files;
  };
  const opened = async (files: readonly File[]): Promise<void> => {
    const got = await bring(param, joined(files));
    if ('problem' in got) setText(says, got.problem);
    else report(got.value, true);
  };
  open.addEventListener('click', () => picker.click());
  forget.addEventListener('click', () => {
    letGo(shown);
    parts = [];
    open.focus();
    report('example', true);
  });
  set(param.value);
  return { element: framed(param, id, 50, zone), set };
}

/** Declares files that a reader may bring. */
export const file = (spec: FileSpec) => other(spec, fileKind);
