import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { violations } from '../../../tools/vite/csp.ts';
import { all, outer, Page } from '../../../tools/vite/html.ts';
import { mathFonts, mathSheet, type Needed, renderPage } from '../../../tools/vite/math.ts';
import { pageFiles } from '../../../tools/vite/pages.ts';
import type { SymbolTable } from '../../../tools/vite/symbols.ts';
import { pageOf } from './transformed.ts';

type Rendered = Needed & { readonly html: string };

function render(html: string, table?: SymbolTable): Rendered {
  const page = pageOf(html, 'page.html');
  const needed = renderPage(page, table);
  return { ...needed, html: page.html };
}
const symbols: SymbolTable = new Map(
  [
    { id: 'q', tex: 'q', name: 'query', role: 'query', shape: 'd numbers', about: 'What asks.' } as const,
    { id: 'sigma2', tex: '\\sigma^2', name: 'noise', shape: 'scalar', about: 'Its variance.' },
  ].map((entry) => [entry.id, entry]),
);
const visible = ({ html }: Rendered): string => html.replace(/<math[\s\S]*?<\/math>/g, '');

describe('equations', () => {
  test('leave no inline style behind, stretched delimiters and roots drawn in SVG included', () => {
    const tex = [
      '\\frac{a}{b}',
      '\\sqrt{\\frac{\\beta}{2}}',
      '\\underbrace{x+y}_{\\text{two}}',
      '\\left(\\int_0^1 x\\,dx\\right)^2',
      '\\overline{x}\\,\\widehat{xyz}\\,\\cancel{x}\\,\\boxed{x}',
      '\\begin{pmatrix}a&b\\\\c&d\\end{pmatrix}',
      '\\rule{1em}{2em}\\color{red}x',
    ];
    for (const one of tex) {
      const page = render(`<p>\\(${one}\\)</p>`);
      expect(page.html).toContain('class="katex"');
      expect(violations(pageOf(page.html).root), one).toEqual([]);
      expect(page.styles.size, one).toBeGreaterThan(0);
    }
  });

  test('keep every declaration that KaTeX wrote, as a rule of the class that stands for it', () => {
    const page = render('<p>\\(\\frac{a}{b}\\)</p>');
    const sheet = mathSheet(page);
    for (const [declarations, name] of page.styles) {
      expect(sheet).toContain(`.${name}{${declarations}}`);
      expect(page.html).toMatch(new RegExp(`class="[^"]*\\b${name}\\b`));
    }
  });

  test('number the classes, one for all that is declared alike', () => {
    const fraction = '<p>\\(\\frac{a}{b}\\)</p>';
    const { html, styles } = render(fraction);
    expect([...styles.values()]).toEqual([...styles.keys()].map((_, n) => `_${n}`));
    const twice = render(fraction + fraction);
    expect(twice.html).toBe(html + html);
    expect([...twice.styles]).toEqual([...styles]);
  });

  test('keep their MathML for screen readers', () => {
    expect(render('<p>\\(\\sigma^2\\)</p>').html).toMatch(/<math[\s\S]*<msup><mi>σ<\/mi><mn>2<\/mn><\/msup>/);
  });

  test('have the spacing around a symbol that they have without its mark', () => {
    const spaces = (html: string): number => html.split('class="mspace').length;
    const linked = render('\\(a=\\s{q}+b\\)', symbols);
    expect(visible(linked)).toContain('data-s="q"');
    expect(spaces(visible(linked))).toBe(spaces(visible(render('\\(a=q+b\\)'))));
  });

  test('are found in the text only: not in code, comments and scripts', () => {
    const html = '<pre>\\(x\\)</pre><code>\\(x\\)</code><!-- \\(x\\) --><script>"\\(x\\)"</script>';
    expect(render(html).html).toBe(html);
  });

  test('read TeX that is written with the entities of HTML', () => {
    expect(render('\\(a &lt; b\\)').html).toContain('<mo>&lt;</mo>');
  });

  test('are not broken at a relation where they are short', () => {
    expect(render('at \\(\\beta = 2\\) the groups').html).toMatch(
      /<span class="nowrap">.*<\/span> the groups$/,
    );
    expect(render('then \\(a = b + c = d\\) again').html).not.toContain('nowrap');
  });

  test('hold on to the punctuation behind them', () => {
    expect(render('with \\(\\beta\\), then').html).toMatch(/<span class="nowrap">.*<\/span>,<\/span> then$/);
  });
});

describe('equations on their own', () => {
  test('show their number', () => {
    expect(render('<div class="eq" id="e" data-number="3">x</div>').html).toMatch(
      /^<div class="eq" id="e" data-number="3">.*<span class="eq-number">\(3\)<\/span><\/div>$/,
    );
  });

  test('come in two renderings where they may be wrapped, in one where not', () => {
    const wrapped = render('<div class="eq">x = 1, \\wrap[\\qquad] y = 2</div>').html;
    expect(wrapped).toContain('<div class="eq-wide">');
    expect(wrapped).toMatch(/<div class="eq-narrow">.*<mtable/);
    expect(render('<div class="eq">x = 1</div>').html).not.toContain('eq-narrow');
  });

  test('may be aligned already', () => {
    const own = '<div class="eq">\\begin{aligned}x &= 1 \\wrap + 2 \\\\ y &= 3\\end{aligned}</div>';
    expect(render(own).html.split('<mtr>').length - 1).toBe(2 + 3);
  });
});

describe('a symbol', () => {
  const linked = (html: string): Rendered => render(html, symbols);

  test('is an element with its id and the colour of its role, every time it stands there', () => {
    const html = visible(linked('<p>\\(\\s{q} = \\s{q} + \\s{sigma2}\\)</p>'));
    expect(html.match(/<span class="r-query enclosing" data-s="q">/g)).toHaveLength(2);
    expect(html.match(/<span class="enclosing" data-s="sigma2">/g)).toHaveLength(1);
  });

  test('can be written with an index, and looks as it does without its mark', () => {
    const html = visible(linked('\\(\\s[q_i]{q}\\)'));
    const bare = visible(render('\\({q_i}\\)'));
    expect(
      html.replace(/<span class="r-query enclosing" data-s="q">(.*)<\/span><\/span><\/span>/, '$1'),
    ).not.toBe(html);
    expect(html).toContain(
      /<span class="mord"><span class="mord mathnormal.*$/.exec(bare)?.[0].slice(20, 60),
    );
  });

  test('is plain TeX for who copies the equation, and not there at all for screen readers', () => {
    const { html } = linked('\\(\\s[q_i]{q} &lt; \\s{sigma2}\\)');
    expect(html).toContain('<annotation encoding="application/x-tex">{q_i} &lt; {\\sigma^2}</annotation>');
    expect(/<math[\s\S]*<\/math>/.exec(html)?.[0]).not.toContain('data-s');
  });

  test('that no table has fails with the file, the line and what there is', () => {
    expect(() => linked('<p>\n\n\\(\\s{beta}\\)</p>')).toThrow(
      /page\.html:3: no symbol for \\s\{beta\}; there are q, sigma2/,
    );
    expect(() => linked('<div class="eq">\\s</div>')).toThrow(/page\.html:1: no symbol for \\s;/);
    expect(() => render('\n\\(\\s{q}\\)')).toThrow(/page\.html:2: .*none on this page/);
  });

  test('names the table of its page for the script', () => {
    expect(linked('<main id="main">\\(\\s{q}\\)</main>').html).toMatch(
      /^<main id="main" data-symbols="page">/,
    );
    expect(render('<main id="main"></main>').html).toBe('<main id="main"></main>');
  });
});

describe('a mistake in an equation', () => {
  test('is told with the file and the line', () => {
    expect(() => render('<p>\n\n\\(\\frac{a}\\)</p>')).toThrow(/page\.html:3: .*\\frac\{a\}/);
    expect(() => render('<p></p>\n<div class="eq">\n\\particel{z}</div>')).toThrow(
      /page\.html:2: .*\\particel/,
    );
  });

  test('is also a < that begins an element, and an end that is missing', () => {
    expect(() => render('<p>\n\n\\(a <b>c</b>\\)</p>')).toThrow(/page\.html:3: an equation does not end/);
    expect(() => render('\n<div class="eq">a <b>c</b></div>')).toThrow(/page\.html:2: .*nothing but TeX/);
  });

  test('is also a class or a link that an author makes up', () => {
    expect(() => render('\\(\\htmlClass{big}{x}\\)')).toThrow(/page\.html:1/);
    expect(() => render('\\(\\htmlData{s=q}{x}\\)')).toThrow(/page\.html:1/);
    expect(() => render('\\(\\href{javascript:alert(1)}{x}\\)')).toThrow(/page\.html:1/);
  });
});

describe('the style sheet', () => {
  test("has those of KaTeX's rules that are used, and no others", () => {
    const sheet = mathSheet(render('<p>\\(\\frac{a}{b}\\)</p>'));
    expect(sheet).toContain('.frac-line');
    expect(sheet).not.toContain('.mathfrak');
    expect(sheet).not.toContain('.reset-size1.');
    expect(sheet).not.toContain('@font-face');
  });

  test('is empty where there is no equation', () => {
    expect(mathSheet(render('<p>text</p>'))).toBe('');
  });

  test('asks for the fonts that are used', () => {
    expect(mathFonts(render('\\(x\\)').classes)).toEqual(['KaTeX_Main-Regular', 'KaTeX_Math-Italic']);
    expect(mathFonts(render('\\(\\mathbb{R}\\)').classes)).toContain('KaTeX_AMS-Regular');
    expect(mathFonts(render('\\(\\mathbf{x}\\)').classes)).toContain('KaTeX_Main-Bold');
  });
});

test('the equations of all pages can be typeset', () => {
  const files = pageFiles();
  expect(files.length).toBeGreaterThan(1);
  for (const file of files) {
    const page = new Page(readFileSync(file, 'utf8'), file);
    renderPage(page);
    const [body] = all(page.root, 'body');
    if (!body) throw new Error(`${file} has no body`);
    expect(violations(body)).toEqual([]);
    expect(outer(body).replace(/<annotation[\s\S]*?<\/annotation>/g, '')).not.toMatch(/\\[(a-z]/);
  }
});
