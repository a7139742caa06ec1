import { whole } from '../../draw/format';
import { type Outcome, plain } from '../../figures/declare';
import { html, messageOf, setText } from '../../kinds/dom';
import { writeTable } from './data';

export type ActionRun = (signal: AbortSignal, progress: (share: number) => void) => Promise<Outcome>;

/** What is under way, by the place that will show it. */
const running = new WeakMap<HTMLElement, AbortController>();

/** Runs a figure's action and shows in its place how far it is and what came out; stops it where it runs already. */
export async function act(place: HTMLElement, run: ActionRun): Promise<void> {
  const under = running.get(place);
  if (under) return under.abort();
  const control = new AbortController();
  running.set(place, control);
  // One that is told once and stays: a new element with a status may go unheard.
  const said = place.querySelector('p') ?? place.appendChild(html('p', { role: 'status' }));
  const table = place.querySelector('div') ?? place.appendChild(html('div'));
  const tell = (share: number): void =>
    setText(said, `Under way, ${whole(100 * share)} %. Press again to stop.`);
  tell(0);
  try {
    const outcome = await run(control.signal, (share) => (place.isConnected ? tell(share) : control.abort()));
    setText(said, plain(outcome.says));
    writeTable(table, 'this measurement', outcome.table);
  } catch (error) {
    setText(said, control.signal.aborted ? 'Stopped.' : `This failed: ${messageOf(error)}`);
  } finally {
    running.delete(place);
  }
}
