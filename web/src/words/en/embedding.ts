/** The dialog that gives what to paste into another page. */
export const embedding = {
  heading: 'Embed',
  close: 'Close',
  frame: 'Frame',
  frameAbout:
    'The live figure, kept apart from your page. The script gives the frame the height of the figure.',
  script: 'Script',
  scriptAbout:
    'The live figure as an element of your page. The picture inside is there until the figure is. Without its version, attn-figure.js follows the newest.',
  picture: 'Picture',
  pictureHere: 'The figure without scripts.',
  pictureAbout:
    'The figure without scripts. Save it into the folder of your page: this code, and the script’s, look for it there.',
  link: 'Link',
  linkHere: 'Opens this page, at the figure.',
  linkAbout: 'Opens the figure on a page of its own.',
  asNow: 'All of these show the figure as it is now.',
  without:
    'Your file stays on this machine: only the saved picture shows it, and elsewhere the example stands in its place.',
  kept: 'Only a link to this page has the kept run.',
  own: 'These addresses are of your own machine: others cannot reach them.',
  colours: 'Colours',
  auto: 'as the reader’s system',
  light: 'light',
  dark: 'dark',
  free: 'The reader can change',
  ask: 'A question that comes first',
  field: (name: string) => `${name}, to be copied`,
  copy: 'Copy',
  copied: 'Copied.',
  byHand: 'The browser keeps the clipboard closed. The text is selected: copy it by hand.',
  policy: 'A Content-Security-Policy of your page has to allow ',
  manual: 'The manual has the rest: attributes, messages, events, colours and policies.',
  saveLight: 'Save light picture',
  saveDark: 'Save dark picture',
  saved: (name: string) => `Saved as ${name}.`,
  notSaved: (why: string) => `This could not be saved: ${why}.`,
};
