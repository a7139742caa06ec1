/** One letter a thing through the book: what web/symbols/CHAPTER.json may call what, and where it may not. */

export interface Letter {
  readonly id: string;
  readonly tex: string;
  readonly name: string;
}

/** The letter of a thing, in TeX, and the word that its name ends with before any “of”. */
const agreed: readonly (readonly [string, RegExp])[] = [
  ['a', /\bweights?$/],
  ['s', /\bscores?$/],
  ['z', /\blogits?$/],
  ['o', /\boutput$/],
  ['q', /\b(?:query|queries)$/],
  ['T', /^temperature$/],
  ['\\eta', /\bstep size$/],
];

/** CHAPTER/ID, and why it may be otherwise. */
export const exceptions: Readonly<Record<string, string>> = {
  'bilinear-form/p': 'any other weights, compared with a',
  'bilinear-form/o': 'what becomes the output, once it is divided',
  'denoising/z': 'the paper’s letter for tokens that move; nothing in the chapter is a logit',
  'denoising/Tstar': 'a time; the chapter has no temperature',
  'gradient-dynamics/alpha':
    'a prediction there has weights and strengths; the paper’s α tells them apart, and figures draw it',
  'gradient-dynamics/g': 'the paper’s letter of the output, which figures draw',
  'incremental-patterns/lags': 'a number of lags, the paper’s; the chapter has no temperature',
  'incremental-patterns/eps': 'how far a weight is from 0, and no weight of its own',
  'support-tokens/alpha': 'a is the coupling there, as in the paper, and figures draw both',
  'support-tokens/a': 'the paper’s letter of the coupling, which figures draw',
};

/** x of \hat x, x_{ij}, x^\star, x(q), \partial x. */
const base = (tex: string): string =>
  /^(?:\\(?:hat|bar|tilde|partial|mathbf)\s*)*\{?(\\[a-zA-Z]+|[a-zA-Z])/.exec(tex)?.[1] ?? tex;

export interface Clash {
  readonly id: string;
  readonly what: string;
  readonly mend: string;
}

/** `excused` takes the exceptions that were needed. */
export function clashes(chapter: string, symbols: readonly Letter[], excused: Set<string>): Clash[] {
  return symbols.flatMap(({ id, tex, name }): Clash[] => {
    const thing = name.split(' of ')[0] ?? name;
    const letter = base(tex);
    const own = agreed.find(([, noun]) => noun.test(thing));
    const other = agreed.find(([taken]) => taken === letter);
    // A matrix is called by the capital of what is in it.
    const sound = own ? [own[0], own[0].toUpperCase()].includes(letter) : !other || other[1].test(name);
    if (sound) return [];
    const key = `${chapter}/${id}`;
    if (key in exceptions) {
      excused.add(key);
      return [];
    }
    const mend = `or list ${key} with its reason in tools/prose/letters.ts`;
    return own
      ? [
          {
            id,
            what: `“${name}” is called ${tex}`,
            mend: `the book’s letter is ${own[0]}: take it, call the thing by another name, ${mend}`,
          },
        ]
      : [
          {
            id,
            what: `${tex} is “${name}”`,
            mend: `the letter means something else in the book: take another, ${mend}`,
          },
        ];
  });
}
