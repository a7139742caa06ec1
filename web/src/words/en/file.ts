export const file = {
  open: 'Open a file…',
  forget: 'Forget it',
  mine: (names: string, size: string) => `${names}, ${size}. It stays on this machine.`,
  example: 'the example',
  isExample: 'This is the example. Drop a file of your own here: it stays on this machine.',
  gone: 'That file is no longer in hand: this is the example.',
  strange: (name: string, endings: string) => `${name} ends otherwise than ${endings}.`,
  tooLarge: (size: string, most: string) => `That is ${size}, and a page takes at most ${most}.`,
  notRead: 'That could not be read as a file.',
  notInHand: 'it is a file that is not in hand here',
  none: (text: string) => `“${text}” is no file`,
};
