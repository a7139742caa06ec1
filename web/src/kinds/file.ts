/**
 * Files of the reader's own. They stay in the memory of the page: a link holds eight characters that say which they were, and never what is
 * in them. Where they are not in hand, the example stands in their place.
 */
import { file as en } from '../words/en/file';
import { wordsOf } from '../words/words';
import { base64 } from './base64';
import { html, setText } from './dom';
import { framed, frameStyle } from './frame';
import { type Control, type Declared, type Kind, other, type Read, type Report, short, told } from './kind';

/** `example`, or `mine:` and eight characters. */
export type FileValue = string;

export interface FileSpec extends Declared<FileValue> {
  /** Endings that it knows, as `.npz`. */
  readonly endings: readonly string[];
  /** Most bytes of all files together. */
  readonly most: number;
  /** What to do with larger files, in a sentence. */
  readonly larger: string;
}

interface InHand {
  readonly names: string;
  readonly size: number;
  /** A line for each file: base64, a space, the name. */
  readonly lines: string;
}
const inHand = new Map<FileValue, InHand>();

/** The files as lines of base64, a space and a name; `undefined` for the example, and for what is not in hand. */
export const linesOf = (value: FileValue): string | undefined => inHand.get(value)?.lines;

const wordsIn = (param: FileSpec): typeof en => param.words?.file ?? en;

const sizeOf = (param: FileSpec, bytes: number): string =>
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

function known(param: FileSpec, value: FileValue): Read<FileValue> {
  if (value === 'example' || inHand.has(value)) return { value };
  return /^mine:[0-9a-f]{8}$/.test(value)
    ? { problem: wordsIn(param).notInHand }
    : { problem: wordsIn(param).none(short(value)) };
}

export const fileKind: Kind<FileSpec, FileValue> = {
  write: (_, value) => value,
  read: known,
  take: (param, value) =>
    typeof value === 'string' ? known(param, value) : { problem: `${told(value)}, expected “example”` },
  aloud: (param, value) => inHand.get(value)?.names ?? wordsIn(param).example,
  control,
  style: `${frameStyle}
.bring{flex:1 1 14em;border:1px dashed var(--_rule);border-radius:5px;padding:.5em .7em;display:flex;flex-wrap:wrap;gap:.4em .8em;align-items:center}
.bring.over{border-color:var(--_ink)}.bring p{margin:0;flex:1 1 12em}.bring .buttons{display:flex;gap:.4em}`,
};

function control(param: FileSpec, id: string, report: Report<FileValue>): Control<FileValue> {
  const words = wordsIn(param);
  const picker = html('input', {
    type: 'file',
    multiple: true,
    accept: param.endings.join(','),
    hidden: true,
    tabindex: -1,
    'aria-label': param.label,
  });
  const says = html('p', { role: 'status' });
  const open = html('button', { type: 'button', id }, words.open);
  const forget = html('button', { type: 'button' }, words.forget);
  const zone = html(
    'div',
    { class: 'bring' },
    says,
    html('span', { class: 'buttons' }, open, forget),
    picker,
  );
  let shown = param.value;
  const set = (value: FileValue): void => {
    shown = value;
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
  const opened = async (files: readonly File[]): Promise<void> => {
    if (files.length === 0) return;
    const size = files.reduce((sum, file) => sum + file.size, 0);
    const strange = files.find(({ name }) => !param.endings.some((end) => name.toLowerCase().endsWith(end)));
    if (strange) return setText(says, words.strange(strange.name, param.endings.join(', ')));
    if (size > param.most)
      return setText(
        says,
        `${words.tooLarge(sizeOf(param, size), sizeOf(param, param.most))} ${param.larger}`,
      );
    try {
      report(hold(await Promise.all(files.map(bytesOf))), true);
    } catch {
      // A folder, or a file that has gone since.
      setText(says, words.notRead);
    }
  };
  open.addEventListener('click', () => picker.click());
  picker.addEventListener('change', () => {
    void opened([...(picker.files ?? [])]);
    // The same file, once more, is a change too.
    picker.value = '';
  });
  forget.addEventListener('click', () => {
    inHand.delete(shown);
    open.focus();
    report('example', true);
  });
  zone.addEventListener('dragover', (event) => {
    event.preventDefault();
    zone.classList.add('over');
  });
  zone.addEventListener('dragleave', () => zone.classList.remove('over'));
  zone.addEventListener('drop', (event) => {
    event.preventDefault();
    zone.classList.remove('over');
    void opened([...(event.dataTransfer?.files ?? [])]);
  });
  set(param.value);
  return { element: framed(param, id, 50, zone), set };
}

/** Declares files that a reader may bring. */
export const file = (spec: FileSpec) => other(spec, fileKind);
