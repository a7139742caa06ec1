let last: Promise<void> = Promise.resolve();

/** Resolves at once for the first who asks, for each other when the one before has had a moment of the page's time to itself. */
export function turn(): Promise<void> {
  const mine = last;
  last = last.then(moment);
  return mine;
}

/** The next moment that the browser has nothing better to do in, soon at any rate. */
const moment = (): Promise<void> =>
  new Promise((resolve) => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => resolve(), { timeout: 200 });
    else setTimeout(resolve, 16);
  });
