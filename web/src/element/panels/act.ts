import { whole } from '../../draw/format';
import { type Outcome, plain } from '../../figures/declare';
import { html, setText } from '../../kinds/dom';
import { panels as en } from '../../words/en/panels';
import { type Said, wordsOf } from '../../words/words';
import { writeTable } from './data';

export type ActionRun = (signal: AbortSignal, progress: (share: number) => void) => Promise<Outcome>;

/** What is under way, by the place that will show it. */
const running = new WeakMap<HTMLElement, AbortController>();

/** Runs a figure's action and shows in its place how far it is and what came out; stops it where it runs already. */
export async function act(place: HTMLElement, run: ActionRun, said: Said = {}): Promise<void> {
  const under = running.get(place);
  if (under) return under.abort();
  const control = new AbortController();
  running.set(place, control);
  // One that is told once and stays: a new element with a status may go unheard.
  const line = place.querySelector('p') ?? place.appendChild(html('p', { role: 'status' }));
  const table = place.querySelector('div') ?? place.appendChild(html('div'));
  const words = said.words?.panels ?? en;
  const say = (text: string, lang = wordsOf(said).lang): void => {
    line.lang = lang;
    setText(line, text);
  };
  const tell = (share: number): void => say(words.underWay(whole(100 * share)));
  tell(0);
  try {
    const outcome = await run(control.signal, (share) => (place.isConnected ? tell(share) : control.abort()));
    say(plain(outcome.says), said.lang ?? 'en');
    writeTable(table, words.measurement, outcome.table, said);
  } catch (error) {
    say(control.signal.aborted ? words.stopped : words.failed(wordsOf(said).reason(error)));
  } finally {
    running.delete(place);
  }
}
