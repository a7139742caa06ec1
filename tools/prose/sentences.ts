/** Sentences: how long they may be, and turns of phrase that readers stumble over. */
import type { Passage } from './passages.ts';

export interface Sentence {
  readonly text: string;
  readonly line: number;
}

export interface Fault {
  readonly line: number;
  readonly what: string;
  readonly mend: string;
}

export const longest = 45;

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });
/** Ends no sentence, or does only if a capital follows. */
const shortened = /(?:^|[\s(])(?:e\.g|i\.e|cf|vs|et al|eqs?|figs?|no|approx|resp|Dr|St)\.\s*$/i;

export function sentencesOf({ text, lines }: Passage): Sentence[] {
  const found: { text: string; at: number }[] = [];
  for (const { segment, index } of segmenter.segment(text)) {
    const last = found.at(-1);
    if (last && (shortened.test(last.text) || /^[\p{Ll}–—,;:)]/u.test(segment))) last.text += segment;
    else found.push({ text: segment, at: index });
  }
  return found.map(({ text, at }) => ({ text: text.trim(), line: lines[at] ?? 1 }));
}

export const wordsOf = (text: string): number => text.match(/[\p{L}\p{N}][\p{L}\p{N}'’.,-]*/gu)?.length ?? 0;

/** A number counts once, `1.5` and `10 000` and `2024` alike; those in names, `W2`, do not. */
export const numeralsOf = (text: string): number =>
  text.match(/(?<![\p{L}\d.])\d+(?:[.,]\d+|[\u202f\u00a0 ]\d{3}\b)*/gu)?.length ?? 0;

/** What to look for, and what to write instead. Whatever a pattern cannot tell from good English is not here. */
export const turns: readonly (readonly [RegExp, string])[] = [
  // Nobody is “who”: a model, a token, a head reads. “A table of who attends to whom” is English.
  [
    /\b(?:for|by|from|with|under|of) who (?!(?:is|was|has)\b)[a-z]+s\b(?! (?:(?:to|at|from) )?(?:what|whom|where|which)\b)/i,
    'say who it is: “a model that …”, “a token that …”',
  ],
  [/\bthan who\b/i, 'say who it is: “than a model that …”'],
  [
    /^Who [a-z]+ (?!.*\b(?:depends?|matters?|changes?)\b)[^?]*[.:;]$/,
    'say who it is: “A model that …”, “A reader who …”',
  ],
  [/[,;:] (?:and |but )?who (?:goes|pays|stays) on\b/, 'say who it is: “a model that …”'],
  // The verb at the end, the subject nowhere.
  [
    /^What (?:suffers|is missing|is lost|is left) is\b/,
    'begin with the subject: “learning suffers”, not “what suffers is learning”',
  ],
  [
    /^Of the [a-z]+ (?:one|a|two|three|little|nothing|half)\b/,
    'begin with the subject: “one line of the fit is left”',
  ],
  [
    /\band of the [a-z]+ (?:a|one|some|half|little)\b[^,.]{0,12}\.$/,
    'begin with the subject: “and part of the story did”',
  ],
  [
    /^Where (?:that|this|it) is [^,.]{1,30}, (?:is|are)\b/,
    'give it a subject: “the line is thick where this is 0”',
  ],
  [/\bwhere it were\b|\bbe (?:it|they) ever so\b/i, 'write it out: “against 2350”, “even if it is bad”'],
  [/\bhears? (?:nothing )?of\b/i, 'say what does not arrive: “no gradient reaches the scores”'],
  // Comparisons that stop before their end.
  [/\b(?:have|has|had) not\./, 'finish it: “the margins do not”, “where there are none”'],
  [/\bthan (?:that|those) of both\b|\bas [a-z]+ as it is like\b/, 'finish the comparison: of both what?'],
  // False friends.
  [/\bin the mean\b(?![ -](?:field|square))/i, 'write “on average”'],
  [/\bby heart\b/i, 'write “memorised”; the field says “overfitting”'],
  [/\btold off\b/i, 'write what happens: “moves against the error of …”'],
  [/\b(?:thousand million|milliard)s?\b/i, 'write “a billion”'],
  [/\bways of (?:its|the|their) values\b/i, 'write “paths”'],
  [
    /\bturned pixels?\b|\bpixels? (?:that )?(?:is|are|were) turned\b|\bturn(?:s|ing)? (?:all |one |a |single )?pixels?\b/i,
    'write “flipped”',
  ],
  [/^In all (?:\d|[a-z]+s\b)/, 'write “altogether”, or “in each of the …”'],
  [/% of (?:the )?[a-z]+ are kept\b/, 'a share is: “92 % of it is kept”'],
  // Tone towards the authors: they will read it.
  [
    /\b(?:text|paper|summary|authors?) (?:hopes?|admits?|forgets?|pretends?|confess(?:es)?)\b/i,
    'write what it says, or “does not say”',
  ],
  [/\bgrain of truth\b/i, 'say what is right about it'],
];

const shown = (text: string): string => (text.length > 70 ? `${text.slice(0, 67)}…` : text);

export function faultsOf(passage: Passage): Fault[] {
  return sentencesOf(passage).flatMap(({ text, line }) => {
    const faults: Fault[] = [];
    const words = wordsOf(text);
    if (words > longest)
      faults.push({
        line,
        what: `“${shown(text)}” has ${words} words`,
        mend: `make sentences of at most ${longest}`,
      });
    for (const [pattern, mend] of turns) {
      const match = pattern.exec(text);
      if (!match) continue;
      // Where the turn stands, which need not be where its sentence begins.
      const at = passage.lines[passage.text.indexOf(text) + match.index] ?? line;
      const around = text.slice(Math.max(0, match.index - 20), match.index + match[0].length + 20);
      faults.push({ line: at, what: `“${shown(around.trim())}”`, mend });
    }
    return faults;
  });
}
