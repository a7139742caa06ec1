/** What its author asked of the element holds on other pages too, and in a file. */
const names = ['controls', 'lock', 'step-range', 'motion', 'ask'];

export const carried = (host: Element): Record<string, string> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const text = host.getAttribute(name);
      return text === null ? [] : [[name, text]];
    }),
  );
