/** What a card says before anything in it has been opened. */
import { messageOf } from '../message';

export const card = {
  lang: 'en',
  /** A number, or a text with numbers alone, as `draw/format` has written it. */
  number: (text: string) => text,
  /** What a reader has typed as a number, as English has it. */
  typed: (text: string) => text,
  /** What is told of something that went wrong. */
  reason: messageOf as (error: unknown) => string,
  reach: (low: string | number, high: string | number) => `${low} to ${high}`,

  starts: 'This figure starts when it comes near.',
  end: 'End of the figure',
  skip: 'Skip this figure',
  again: 'Try again',
  Loading: 'Loading',
  Computing: 'Computing',
  trained: (steps: number, of: number) => `${steps} of ${of} steps trained`,
  checks: (bad: number, of: number) =>
    bad ? `${bad} of ${of} checks ${bad === 1 ? 'fails' : 'fail'}` : `checks ${of} of ${of}`,

  /** Of the figure, or else of what has been pressed for. */
  notLoaded: (figure: boolean, damaged: boolean, why: string) =>
    `${figure ? 'This figure' : 'This'} could not be loaded: ${damaged ? 'what came is damaged, ' : ''}${why}.`,
  /** Where it may have been the line. */
  line: ' If trying again does not help, check the connection and reload the page.',
  notComputed: (why: string) => `This could not be computed: ${why}.`,
  lastPicture: ' The picture is the last one that worked.',
  firstPicture: ' The picture is of what the figure opens with.',

  parameters: 'Parameters',
  more: (n: number) => `${n} more`,
  fewer: 'Fewer',
  value: (label: string) => `${label}, value`,
  draw: 'another draw',
  inPicture: (label: string) => `${label}, in the picture`,

  time: 'Time',
  play: 'Play',
  pause: 'Pause',
  back: 'Step back',
  on: 'Step',
  loop: 'Loop',
  speed: 'Speed',
  of: (n: number) => `of ${n}`,
  computed: (n: number) => `, ${n} computed`,
  still: 'Motion is reduced here: step or drag instead of playing.',

  toTry: 'Try',
  left: (preset: string) => `You have moved on from “${preset}”.`,

  tools: 'Tools',
  reset: 'Reset',
  undo: 'Undo',
  keep: 'Keep this run',
  letGo: 'Let the kept run go',
  copyLink: 'Copy link',
  copied: 'Link copied',
  embed: 'Embed',
  export: 'Export',
  data: 'Data',
  full: 'Full screen',
  keyF: 'Key F',
  explain: 'Explain',

  /** Notes about a link, of which none can be taken for a mistake of the reader's. */
  refused: (why: string) => `The state in the link ${why}. The defaults are shown.`,
  tooLong: 'is too long to be one of this figure',
  noState: 'is not one of this figure',
  otherVersion: 'comes from another version of this figure',
  noParameter: (name: string) => `This figure has no parameter “${name}”.`,
  twice: (name: string) => `The link gives ${name} twice; the first value is shown.`,
  noValue: (name: string) => `The link gives no value for ${name}, which keeps its default.`,
  noStep: (text: string, name: string) => `“${text}” is not a number: ${name} keeps its default.`,
  keepsDefault: (name: string, problem: string) => `${name}: ${problem}. It keeps its default.`,
  fixed: (name: string, value: string) => `${name} is fixed here at ${value}.`,
  cut: 'The end of this link was lost on its way. What is left is shown.',
  outside: (t: number, first: number, last: number, opens: number) =>
    `t = ${t} is not one of the steps ${first} to ${last}; step ${opens} is shown.`,
  doubled: 'The link gives this figure twice; the first state is shown.',
  noNumber: (text: string) => `“${text}” is not a number`,
  outOfRange: (text: string, range: string) => `${text} is outside ${range}`,
  notWhole: (text: string) => `${text} is not a whole number`,
  noneOf: (text: string, names: string) => `“${text}” is none of ${names}`,
};
