/** What opens in a card: checks, data, what an action comes to, the list of things to take away. */

export const panels = {
  check: 'check',
  value: 'value',
  bound: 'bound',
  checks:
    'Residuals of the mathematics behind this picture, computed with it. Each has to stay within its bound.',

  data: (title: string) => `Data of ${title}`,
  measurement: 'this measurement',
  more: (n: number, number: string) => `${number} more ${n === 1 ? 'row is' : 'rows are'} not shown.`,
  underWay: (percent: string) => `Under way, ${percent} %. Press again to stop.`,
  stopped: 'Stopped.',
  failed: (why: string) => `This failed: ${why}`,

  link: 'Link to this picture',
  without: 'Your file is not in the link. ',
  copied: 'It is copied: ',
  byHand: 'The browser keeps the clipboard closed. Copy this: ',

  exportAs: 'Export as',
  /** In the order of the menu. */
  kinds: {
    svg: 'SVG picture',
    png: 'PNG picture',
    csv: 'CSV table',
    json: 'JSON, everything',
    python: 'Python (NumPy)',
  },
  copyPicture: 'Copy picture',
  onClipboard: 'The picture is on the clipboard, with its title and its caption.',
  noClipboard: 'The browser keeps the clipboard closed to pictures.',
  asPng: 'Save it as a PNG',
  saveFilm: 'Save film',
  saved: (name: string) => `Saved as ${name}.`,
  live: 'HTML, live',
  savedLive: (name: string, kilobytes: number, brought: boolean) =>
    `Saved as ${name}, ${kilobytes} KB: it opens without a connection, as the figure is now${brought ? ', but the file that you brought is not in it' : ''}.`,
  notCopied: (why: string) => `This could not be copied: ${why}.`,
  notSaved: (why: string) => `This could not be saved: ${why}.`,
  notFilmed: (why: string) => `This could not be filmed: ${why}.`,
  notExported: (why: string) => `This could not be exported: ${why}.`,
};
