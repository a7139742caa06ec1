/** The ledger page: which entries are shown, and "recompute here". Without scripts all of them are, as text. */
import './ledger.css';
import { number } from '../draw/format';
import { better } from '../engine/better';
import { sharedEngine } from '../engine/client';
import { type ClaimFrame, claimOf } from '../engine/ledger';
import { decoded, html } from '../kinds/dom';
import { messageOf } from '../words/message';
import { finder } from './find';
import { heldInWords } from './held';

const entries = [...document.querySelectorAll<HTMLElement>('.entry')];
const form = document.querySelector<HTMLFormElement>('.filter') as HTMLFormElement;
const result = form.elements.namedItem('result') as HTMLOutputElement;
const progress = form.elements.namedItem('progress') as HTMLOutputElement;

const showsAll = form.querySelector<HTMLButtonElement>('.show-all');

// ---- Which entries are shown ---------------------------------------------------------------------------------------------------

const find = finder(entries.map((entry) => [entry, `${entry.id} ${entry.textContent}`]));

function filter(): void {
  const data = new FormData(form);
  const said = find(String(data.get('q') ?? ''));
  const paper = String(data.get('paper') ?? '');
  const verdicts = new Set(data.getAll('verdict'));
  let shown = 0;
  for (const entry of entries) {
    const fits =
      (paper === '' || entry.dataset.paper === paper) &&
      verdicts.has(entry.dataset.verdict ?? '') &&
      said(entry);
    entry.hidden = !fits;
    if (fits) shown += 1;
  }
  for (const section of document.querySelectorAll<HTMLElement>('.paper'))
    section.hidden = !section.querySelector('.entry:not([hidden])');
  if (showsAll) showsAll.hidden = shown === entries.length;
  result.value = `${shown} of ${entries.length} entries.`;
}

/** The address holds what is chosen, so that a link shows the same entries. */
function remember(): void {
  const data = new FormData(form);
  const query = new URLSearchParams();
  const [q, paper] = [String(data.get('q') ?? '').trim(), String(data.get('paper') ?? '')];
  if (q) query.set('q', q);
  if (paper) query.set('paper', paper);
  const boxes = [...form.querySelectorAll<HTMLInputElement>('[name=verdict]')];
  if (!boxes.every((box) => box.checked))
    query.set(
      'verdict',
      boxes
        .filter((box) => box.checked)
        .map((box) => box.value)
        .join(','),
    );
  const text = query.toString().replaceAll('%2C', ',');
  history.replaceState(null, '', `${location.pathname}${text && `?${text}`}${location.hash}`);
}

function recall(): void {
  const query = new URLSearchParams(location.search);
  const [search, select] = [form.elements.namedItem('q'), form.elements.namedItem('paper')];
  if (search instanceof HTMLInputElement) search.value = query.get('q') ?? '';
  const papers = select instanceof HTMLSelectElement ? [...select.options].map(({ value }) => value) : [];
  const paper = query.get('paper') ?? '';
  if (select instanceof HTMLSelectElement) select.value = papers.includes(paper) ? paper : '';
  const verdicts = query.get('verdict')?.split(',');
  for (const box of form.querySelectorAll<HTMLInputElement>('[name=verdict]'))
    box.checked = verdicts?.includes(box.value) ?? true;
}

function showAll(): void {
  form.reset();
  filter();
  remember();
}

/** Who follows a link to an entry sees it, whatever is chosen. */
function showTarget(): void {
  const target = document.getElementById(decoded(location.hash.slice(1)));
  if (!target?.matches('.entry')) return;
  if (target.hidden) showAll();
  target.scrollIntoView({ block: 'start' });
}

// ---- Recompute here ------------------------------------------------------------------------------------------------------------

/** All values of one claim, computed in this page. */
async function recompute(id: string, tell: (frame: ClaimFrame) => void): Promise<ClaimFrame> {
  const run = await sharedEngine().open(claimOf(id), { id });
  try {
    let frame = run.first;
    for await (const next of better(run)) {
      frame = next;
      tell(frame);
    }
    return frame;
  } finally {
    run.dispose();
  }
}

/** How what was computed here compares with what was computed when the page was built. */
function compare(entry: HTMLElement, { mean, values }: ClaimFrame): { same: boolean; text: string } {
  const built = Number(entry.dataset.mean);
  const shown = entry.dataset.agreement === 'holds' ? heldInWords(values) : number(mean, 4);
  if (mean === built) return { same: true, text: `${shown}, the same as above to the last bit.` };
  // Single precision sums in another order on another instruction set.
  const off = Math.abs(mean - built) / Math.abs(built);
  return off < 1e-5
    ? { same: true, text: `${shown}, the same as above to ${number(off, 1)}.` }
    : {
        same: false,
        text: `${shown}, and not what stands above. Please tell us, with the name of your browser.`,
      };
}

/** After so many ms without news an entry says that it is still at it, as a figure's card does. */
const patience = 1000;

async function runEntry(entry: HTMLElement): Promise<boolean> {
  const button = entry.querySelector<HTMLButtonElement>('.run');
  const output = entry.querySelector('output');
  if (!button || !output || button.getAttribute('aria-disabled') === 'true') return false;
  button.setAttribute('aria-disabled', 'true');
  let late: ReturnType<typeof setTimeout> | undefined;
  const say = (doing: string): void => {
    output.value = `${doing} …`;
    clearTimeout(late);
    late = setTimeout(() => {
      output.value = `Still ${doing.toLowerCase()} …`;
    }, patience);
  };
  say('Computing');
  try {
    const frame = await recompute(entry.id, ({ done, seeds }) => {
      if (done < seeds) say(`Computing seed ${done + 1} of ${seeds}`);
    });
    const { same, text } = compare(entry, frame);
    output.value = `Here: ${text}`;
    output.classList.toggle('wrong', !same);
    return same;
  } catch (error) {
    output.value = messageOf(error);
    output.classList.add('wrong');
    return false;
  } finally {
    clearTimeout(late);
    button.removeAttribute('aria-disabled');
  }
}

async function runAll(button: HTMLButtonElement): Promise<void> {
  const quick = entries.filter((entry) => entry.dataset.mean !== undefined);
  button.setAttribute('aria-disabled', 'true');
  let same = 0;
  for (const [i, entry] of quick.entries()) {
    progress.value = `${i} of ${quick.length} …`;
    if (await runEntry(entry)) same += 1;
  }
  progress.value =
    same === quick.length
      ? `All ${quick.length} came out as they stand here.`
      : `${same} of ${quick.length} came out as they stand here.`;
  button.removeAttribute('aria-disabled');
}

for (const entry of entries.filter(({ dataset }) => dataset.mean !== undefined)) {
  const named = { type: 'button', class: 'run', 'aria-label': `Recompute here: ${entry.id}` };
  const button = html('button', named, 'Recompute here');
  button.addEventListener('click', () => void runEntry(entry));
  entry.querySelector('.entry-foot')?.append(button, html('output'));
}
const all = form.querySelector<HTMLButtonElement>('.run-all');
all?.addEventListener('click', () => {
  if (all.getAttribute('aria-disabled') !== 'true') void runAll(all);
});

form.addEventListener('submit', (event) => event.preventDefault());
form.addEventListener('input', () => {
  filter();
  remember();
});
showsAll?.addEventListener('click', showAll);
addEventListener('hashchange', showTarget);
recall();
filter();
form.hidden = false;
showTarget();
