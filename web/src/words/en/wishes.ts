/** Notes about what the author of a page has asked of the element. */
export const wishes = {
  unknown: (attribute: string, names: string, known: string) =>
    `${attribute} names “${names}”; this figure has ${known}.`,
  motion: (text: string, known: string) =>
    `motion is “${text}”, expected one of ${known}; it is as the reader’s system asks.`,
  steps: (text: string) => `step-range is “${text}”, expected two steps such as 10-30; all steps are shown.`,
  tell: 'Show what the figure says',
  hide: 'Hide what the figure says',
};
