// @vitest-environment node
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { type Checked, checkProse, type Kind } from '../../tools/prose/check';
import { exceptions } from '../../tools/prose/letters';

const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function project(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'attn-prose-'));
  folders.push(folder);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  }
  return folder;
}

const check = (files: Readonly<Record<string, string>>, without?: readonly Kind[]): Checked =>
  checkProse(project(files), without);
const problems = (files: Readonly<Record<string, string>>): readonly string[] => check(files).problems;

/** Two paragraphs, the second of which begins in line 3. */
const page = (text: string): string =>
  `<!doctype html>\n<title>A page</title><p>Before it.</p>\n<p>${text}</p>\n`;
const inPage = (text: string): readonly string[] => problems({ 'web/a.html': page(text) });
/** So many words, which begin as a sentence does. */
const words = (count: number): string => `Word${' word'.repeat(count - 1)}`;
/** Text may not stand in a table as such. */
const inside = (tag: string, text: string): string =>
  `<${tag}>${tag === 'table' ? `<tr><td>${text}</td></tr>` : text}</${tag}>`;

describe('sentences', () => {
  it('may have 45 words and no more, and are told with their line', () => {
    expect(inPage(`Short.\n ${words(45)}.`)).toEqual([]);
    expect(inPage(`Short.\n ${words(46)}.`)).toEqual([
      expect.stringMatching(/^web\/a\.html:4: “Word .*…” has 46 words: make sentences of at most 45$/),
    ]);
  });

  it('end with a full stop, and neither in a number nor after “e.g.”', () => {
    expect(inPage(`${words(40)}. Then ${words(40)}? Yes, ${words(40)}.`)).toEqual([]);
    expect(inPage(`${words(23)}, e.g. 1.5 and ${words(23)}.`)).toHaveLength(1);
  });

  it('may begin with a formula, which is one word', () => {
    const formula = '\\(\\alpha_1 + \\alpha_2 + \\alpha_3 + \\alpha_4 +\n \\alpha_5\\)';
    expect(inPage(`${words(30)}. ${formula} is a sum of ${words(30)}.`)).toEqual([]);
    expect(inPage(`${formula} ${words(44)}.`)).toEqual([]);
    expect(inPage(`${formula} ${words(45)}.`)).toHaveLength(1);
  });

  it('go on through words that are set in another way, and end with a paragraph or an item', () => {
    expect(inPage(`${words(30)} <b>two <i>words</i></b> ${words(30)}`)).toHaveLength(1);
    expect(inPage(`${words(30)}</p><p>${words(30)}`)).toEqual([]);
    expect(inPage(`See:</p><ul><li>${words(30)}</li><li>${words(30)}</li></ul><p>`)).toEqual([]);
  });

  it('are not looked for in code, equations and tables, nor in titles that are cited', () => {
    for (const tag of ['pre', 'code', 'cite', 'table', 'script', 'svg'])
      expect(inPage(`See</p><div>${inside(tag, words(60))}</div><p>that.`), tag).toEqual([]);
    expect(inPage(`See</p><div class="eq">${words(60)}</div><p>that.`)).toEqual([]);
  });
});

describe('turns of phrase', () => {
  it.each([
    'This is for who reads nothing.',
    'It is the guess of who reads two groups.',
    'It does no better than who knew it.',
    'Who goes on pays for it.',
    'The others stop, and who goes on pays back.',
    'What suffers is learning.',
    'Of the fit one line is left.',
    'No number came out as printed, and of the story a part.',
    'Where that is 0, is drawn thick.',
    'Half are valid where it were 2350.',
    'It is better, be it ever so bad.',
    'And no score hears of it.',
    'The margins have not.',
    'It is larger than that of both.',
    'Each is as loud as it is like its own.',
    'It falls by 0.2 in the mean.',
    'The answers are learned by heart.',
    'The value is told off.',
    'Minus a thousand million is not minus infinity.',
    'It shows the ways of its values.',
    'There are twelve turned pixels.',
    'The network turns all pixels at once.',
    'In all 40 draws it falls.',
    'Of this 92 % of the promise are kept.',
    'The text hopes that it converges.',
    'This is the grain of truth in the story.',
  ])('“%s” is found', (sentence) => {
    expect(inPage(`Good.\nGood too. ${sentence} Good.`)).toEqual([
      expect.stringMatching(/^web\/a\.html:4: “.*”: [a-z].+/),
    ]);
  });

  it.each([
    'A table of who attends to whom.',
    'Who wins depends on the ruler.',
    'Who wins, and why?',
    'What counts is weight times error.',
    'It keeps no account of who you are.',
    'A model who nobody trained.',
    'The mean-field limit and the mean square are means.',
    'In all of them it falls.',
    'The weights are where they have not been before.',
    'The paper says so.',
  ])('“%s” is English', (sentence) => {
    expect(inPage(sentence)).toEqual([]);
  });
});

describe('sources', () => {
  const wrong = 'It falls in the mean.';

  it('are pages, chapters, what is written in Markdown, figures and the ledger, and no decisions', () => {
    const said = problems({
      'web/a.html': page(wrong),
      'web/chapters/b.html': page(wrong),
      'README.md': `# Title\n\n${wrong}\n`,
      'CONTRIBUTING.md': `- An item.\n- ${wrong}\n`,
      'docs/c.md': `Text that goes on\nand ends. ${wrong}\n`,
      'docs/decisions/0001-d.md': wrong,
      'web/src/figures/chapter/e.ts': `export default { title: 'A',\n  claim: '${wrong}' };\n`,
      'cpp/claims/000/f.cpp': `add({"000.eq-1", "section 1",\n"It falls in "\n"the mean.", "in the mean", 1.0});\n`,
    }).map((line) => line.split(': “')[0]);
    expect(said).toEqual([
      'web/a.html:3',
      'web/chapters/b.html:3',
      'CONTRIBUTING.md:2',
      'README.md:3',
      'docs/c.md:2',
      'web/src/figures/chapter/e.ts:2',
      'cpp/claims/000/f.cpp:2',
    ]);
  });

  it('may be left out by their kind', () => {
    const files = { 'web/a.html': page(wrong), 'web/chapters/b.html': page(wrong) };
    expect(check(files, ['chapters'])).toMatchObject({
      files: 1,
      problems: [expect.stringMatching(/^web\/a/)],
    });
  });

  it('of a figure are what readers see of its declaration, whatever chooses and fills it in', () => {
    const figure = (declared: string): readonly string[] =>
      problems({ 'web/src/figures/a.ts': `export default { ${declared} };\n` });
    expect(figure(`presets: [{ says: '${wrong}' }]`)).toHaveLength(1);
    expect(figure("describe: (f) => (f.done ? say`It is so in the mean.` : 'It goes on.')")).toHaveLength(1);
    expect(figure("about: 'It falls in ' + 'the mean.'")).toHaveLength(1);
    expect(figure("describe: (f) => (['in the mean'].includes(f.x) ? 'One.' : 'Two.')")).toEqual([]);
    expect(figure("holds: (f) => f.name === 'in the mean', id: 'in the mean'")).toEqual([]);
    expect(figure(`claim: 'It falls.' /* ${wrong} */`)).toEqual([]);
  });

  it('in Markdown have no code and no tables', () => {
    const text = `\`\`\`\n${wrong}\n\`\`\`\n\n| ${wrong} |\n\nSee \`in the\nmean\`.\n`;
    expect(problems({ 'README.md': text })).toEqual([]);
  });
});

describe('terms', () => {
  const glossary = JSON.stringify([{ term: 'attention sink' }, { term: 'mask' }, { term: 'causal mask' }]);
  const chapter = (body: string): readonly string[] =>
    problems({
      'web/glossary.json': glossary,
      'web/chapters/a.html': `<!doctype html>\n<title>A</title>${body}`,
    });

  it('are not used before the mark that introduces them', () => {
    for (const mark of [
      '<dfn>attention sinks</dfn>',
      '<a data-term="attention-sink">a sink</a>',
      '<a href="../glossary.html#attention-sink">sink</a>',
    ]) {
      expect(chapter(`<p>Here are\nattention sinks.</p>\n<p>These are ${mark}.</p>`), mark).toEqual([
        'web/chapters/a.html:3: “attention sinks” is used, and introduced only in line 4: move the mark here, with what it means, or use another word',
      ]);
      expect(chapter(`<p>These are ${mark}, and attention sinks are common.</p>`), mark).toEqual([]);
    }
    expect(chapter('<p>An attention sink is an <dfn>attention sink</dfn>.</p>')).toHaveLength(1);
  });

  it('may stand in headings and in what is folded, and where nothing is marked', () => {
    const mark = '<p>An <dfn>attention sink</dfn>.</p>';
    expect(chapter(`<h2>Attention sinks</h2><details><p>An attention sink.</p></details>${mark}`)).toEqual(
      [],
    );
    expect(chapter('<p>An attention sink.</p>')).toEqual([]);
    expect(problems({ 'web/chapters/a.html': page(`An attention sink. ${mark}`) })).toEqual([]);
  });

  it('are not meant where their letters are a verb, or part of a word', () => {
    expect(
      chapter('<p>You can mask rows, and it masks them; unmasked and mask-free. A <dfn>mask</dfn>.</p>'),
    ).toEqual([]);
    expect(chapter('<p>Take the mask. A <dfn>mask</dfn>.</p>')).toHaveLength(1);
    expect(chapter('<p>Take a causal mask. A <dfn>mask</dfn>.</p>')).toEqual([]);
  });
});

describe('letters', () => {
  const symbol = (id: string, tex: string, name: string) =>
    `[\n{\n"id": "${id}",\n"tex": "${tex}", "name": "${name}" }]`;
  const table = (id: string, tex: string, name: string, chapter = 'new'): readonly string[] =>
    problems({ [`web/symbols/${chapter}.json`]: symbol(id, tex, name) });

  it('are the same for the same thing in every chapter', () => {
    expect(table('w', 'w_{ij}', 'weights of a head')).toEqual([
      expect.stringMatching(
        /^web\/symbols\/new\.json:3: “weights of a head” is called w_\{ij\}: the book’s letter is a:/,
      ),
    ]);
    expect(table('w', 'a_{ij}', 'weights of a head')).toEqual([]);
    expect(table('s', 'S', 'matrix of scores')).toEqual([]);
    expect(table('t', '\\\\hat a', 'estimated weight')).toEqual([]);
    expect(table('d', 'w', 'weight decay')).toEqual([]);
  });

  it('mean nothing else', () => {
    expect(table('c', 'a', 'coupling')).toEqual([
      expect.stringMatching(/^web\/symbols\/new\.json:3: a is “coupling”:/),
    ]);
    expect(table('c', 'A', 'coupling')).toEqual([]);
  });

  it('have exceptions with reasons, each of which has to be needed', () => {
    expect(Object.values(exceptions).every((reason) => reason.length > 15)).toBe(true);
    const alpha = '"id": "alpha", "tex": "\\\\alpha", "name": "weight"';
    const a = '"id": "a", "tex": "a", "name": "coupling"';
    const of = (...symbols: string[]): readonly string[] =>
      problems({ 'web/symbols/support-tokens.json': `[${symbols.map((one) => `{${one}}`).join(',\n')}]` });
    expect(of(alpha, a)).toEqual([]);
    expect(of(alpha)).toEqual([
      'tools/prose/letters.ts:1: the exception support-tokens/a excuses nothing: remove it',
    ]);
  });
});

describe('numerals', () => {
  const chapter = (body: string): Checked =>
    check({ 'web/chapters/a.html': `<!doctype html>\n<title>A</title>${body}` });
  const paragraph = (numerals: number): string =>
    `<p>${Array.from({ length: 10 }, (_, i) => `${words(9)} ${i < numerals ? '1.5' : 'word'}.`).join(' ')}</p>`;

  it('are at most 35 in 1000 words of running text, and are told for each chapter', () => {
    expect(chapter(paragraph(3))).toMatchObject({
      problems: [],
      counts: ['web/chapters/a.html: 100 words of running text, 30.0 numerals in 1000'],
    });
    expect(chapter(paragraph(4)).problems).toEqual([
      'web/chapters/a.html:1: 40.0 numerals in 1000 words of running text, more than 35: fold statistics into <details>, and say in words what they show',
    ]);
  });

  it('are not counted in what is folded, in notes, headings, formulas, tables and code', () => {
    const apart = '1 2 3 4 5 6 7 8 9 10';
    for (const tag of ['details', 'aside', 'h2', 'pre', 'table', 'header'])
      expect(chapter(`${paragraph(2)}${inside(tag, apart)}`).counts[0], tag).toMatch(/ 100 words .* 20\.0 /);
    expect(chapter(`${paragraph(2)}<p>\\(${apart}\\) <code>${apart}</code></p>`).counts[0]).toMatch(
      / 102 words .* 19\.6 /,
    );
  });

  it('are numbers, not letters with a number', () => {
    expect(chapter('<p>W2 and x1 and 10 000 and 1,024 and 3.14 and 7.</p>').counts[0]).toMatch(/, 3\d\d\.\d/);
  });
});

it('is a command that says how many problems there are, and fails with them', () => {
  const run = (...args: string[]) =>
    spawnSync(process.execPath, ['tools/prose.mjs', ...args], { encoding: 'utf8' });
  const good = run(project({ 'README.md': 'It is good.\n' }));
  expect([good.stdout, good.status]).toEqual(['prose: 1 files, no problems\n', 0]);
  const bad = run(project({ 'README.md': 'It is so in the mean.\n' }));
  expect([bad.stdout.split('\n').at(-2), bad.status]).toEqual(['prose: 1 files, 1 problem', 1]);
  const unknown = run('--without', 'poems', 'tests');
  expect([unknown.stderr, unknown.status]).toEqual([
    "prose: there is no 'poems' to leave out, but pages, chapters, readme, docs, figures, ledger\n",
    2,
  ]);
});
