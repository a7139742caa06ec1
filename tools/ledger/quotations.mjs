/**
 * Whether words stand in a paper, without the paper. tests/reference/quotations/PAPER.txt holds a hash of each run of five words of it,
 * sorted; a quotation is there if all of its runs are. Words are letters and digits of any case; of a formula its letters, numbers, plus and
 * minus, so that "Δs_ik = −η ∂L/∂s_ik" is found in \Delta s_{ik} = -\eta \frac{\partial L}{\partial s_{ik}}.
 *
 *   node tools/ledger/quotations.mjs FOLDER              writes the hashes of FOLDER/PAPER*.txt
 *   node tools/ledger/quotations.mjs --find 000 "words"  says whether they stand there
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const RUN = 5;
const hashes = fileURLToPath(new URL('../../tests/reference/quotations/', import.meta.url));

/** Signs that a formula has a name for; what is not here and no letter or digit parts words. */
const names = Object.fromEntries(
  `α alpha β beta γ gamma δ delta ε epsilon ϵ epsilon ζ zeta η eta θ theta κ kappa λ lambda μ mu ν nu
  ξ xi π pi ρ rho σ sigma τ tau φ phi ϕ phi χ chi ψ psi ω omega Γ gamma Δ delta Θ theta Λ lambda Π pi
  Σ sigma Φ phi Ψ psi Ω omega ℓ ell ∂ partial ∇ nabla ∞ infty ∑ sigma ∏ pi ∫ int √ sqrt ∈ in ≈ approx
  ∼ sim ≤ leq ≥ geq + plus ≫ gg ′ prime → to ⊤ top ᵀ top × times · cdot ∝ propto ≠ neq ± pm ⟨ langle
  ⟩ rangle`
    .match(/\S+ \S+/g)
    .map((pair) => pair.split(' ')),
);
/** Commands of TeX that are for the look alone, or the same by another name. */
const other = new Map(
  Object.entries({
    sum: 'sigma',
    prod: 'pi',
    varepsilon: 'epsilon',
    varphi: 'phi',
    rightarrow: 'to',
    le: 'leq',
    ge: 'geq',
    ne: 'neq',
    triangleq: '',
  }),
);
for (const look of `left right big bigl bigr Big Bigl Bigr bigg Bigg frac dfrac tfrac mathbf mathrm mathbb mathcal mathit mathsf boldsymbol bm text
  operatorname quad qquad begin end displaystyle limits nonumber label hspace vspace hat tilde bar overline underbrace mid lvert rvert lVert
  rVert vert Vert star dots ldots cdots ast`.split(/\s+/))
  other.set(look, '');

/** The words of a text. */
export function words(text) {
  return (
    text
      .replace(/\\(?:begin|end)\{[a-z]+\}/g, ' ')
      .replace(/\\([a-zA-Z]+)/g, (_, name) => ` ${other.get(name) ?? name} `)
      // No sign at the start of a line, where lists have one, nor a hyphen.
      .replace(/(?<!^\s*)(?:−|-(?!\p{L}{2}))/gmu, ' minus ')
      .replace(/./gu, (sign) => (sign in names ? ` ${names[sign]} ` : sign))
      .normalize('NFKC')
      .toLowerCase()
      .replace(/(?<=\d),(?=\d{3})/g, '')
      .match(/\d+(?:\.\d+)?|[^\W\d_]+|\p{L}+/gu) ?? []
  );
}

/** Each run of five words, as 12 hexadecimal digits. */
export const runs = (list) =>
  list.slice(RUN - 1).map((_, i) =>
    createHash('sha256')
      .update(list.slice(i, i + RUN).join(' '))
      .digest('hex')
      .slice(0, 12),
  );

/** The words in one, without signs: of formulas as they look the copies have lost some. */
const letters = (text) =>
  words(text)
    .filter((word) => word !== 'minus')
    .join('');

/** Pages that were copied with their formulas have each twice, as it looks and in TeX: "x1:Lx_{1:L}". In TeX alone. */
export function once(text) {
  return text.replace(/\S+/g, (piece) => {
    for (let cut = Math.floor(piece.length / 2); cut > 0; cut -= 1) {
      const [seen, tex] = [piece.slice(0, cut), piece.slice(cut)];
      const looks = letters(tex);
      const start = letters(seen);
      if (start.length > 0 && looks.startsWith(start) && looks.length < 2 * start.length + 3) return tex;
    }
    return piece;
  });
}

/** The hashes that a paper's file holds. */
export const known = (paper) =>
  new Set(
    readFileSync(join(hashes, `${paper}.txt`), 'utf8')
      .split('\n')
      .filter(Boolean),
  );

/** What of a quotation does not stand in the paper: its first run of words that is not there, or that it is shorter than a run. */
export function missing(quotation, there) {
  const list = words(quotation.replaceAll('*', ''));
  if (list.length < RUN) return `${list.length} words, fewer than ${RUN}`;
  const at = runs(list).findIndex((run) => !there.has(run));
  return at < 0 ? undefined : list.slice(at, at + RUN).join(' ');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [first, paper, quotation] = process.argv.slice(2);
  if (first === '--find') {
    const lacks = missing(quotation, known(paper));
    console.log(lacks === undefined ? 'there' : `not there: ${lacks}`);
    process.exitCode = lacks === undefined ? 0 : 1;
  } else {
    for (const name of readdirSync(first)) {
      const [, number] = /^(\d{3}).*\.txt$/.exec(name) ?? [];
      if (!number) continue;
      const text = readFileSync(join(first, name), 'utf8');
      const all = new Set([...runs(words(text)), ...runs(words(once(text)))]);
      writeFileSync(join(hashes, `${number}.txt`), `${[...all].sort().join('\n')}\n`);
      console.log(`${number}: ${all.size} runs`);
    }
  }
}
