/** The errors that callers tell apart, by name. What the core refuses is a plain `Error` with the core's words. */

export const aborted = (why: string) => new DOMException(`The call was given up: ${why}.`, 'AbortError');

/** `EngineCrashed`: this call brought the core down. Asking the same again may well do it again. */
export const crashed = (why: string) =>
  named(
    'EngineCrashed',
    `The computation crashed (${why}). The next one starts afresh; if it happens again, reload the page.`,
  );

/** Within the engine alone: a crash took this call along, which another call brought about or nobody knows which. It is asked again. */
export const restarted = (why = 'and took others along') => named('EngineRestarted', crashed(why).message);

export const isRestart = ({ name }: Error): boolean => name === 'EngineRestarted';
export const isLoss = (error: Error): boolean => isRestart(error) || error.name === 'EngineCrashed';

/** `EngineUnloaded`: code that computes did not come, or does not start. The same may well do later. */
export const unloaded = (why: string) => named('EngineUnloaded', why);

/** What a reader can do when a file does not come. */
export const advice = 'Check the connection and reload the page.';

function named(name: string, message: string): Error {
  return Object.assign(new Error(message), { name });
}
