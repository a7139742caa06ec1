import { html } from './dom';

/** The small Greek letters, in the order that Unicode has them in. */
const greek =
  'alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho varsigma sigma tau upsilon phi chi psi omega';
/** Names of the TeX subset, those that figures use; a name that is missing is shown as it is written. */
const letters = new Map(
  Object.entries({
    Delta: 'Δ',
    varepsilon: 'ε',
    varphi: 'φ',
    star: '⋆',
    pm: '±',
  }),
);
for (const [i, name] of greek.split(' ').entries()) letters.set(name, String.fromCharCode(945 + i));
const accents = new Map(
  Object.entries({ tilde: '\u0303', hat: '\u0302', bar: '\u0304', dot: '\u0307', vec: '\u20d7' }),
);

/**
 * A symbol such as `\tilde{x}^\star` or `\sigma^2` as nodes. A small subset of TeX, for labels of controls: equations are
 * rendered at build time by a real typesetter.
 */
export function symbol(tex: string): HTMLElement {
  const tokens = tex.slice(0, 80).match(/\\[a-zA-Z]+|\\.|\S/gu) ?? [];
  const out = html('span', { class: 'symbol' });
  while (tokens.length) parse(tokens, out);
  return out;
}

/** Takes one atom or one group off the front of the tokens and appends what it stands for. */
function parse(tokens: string[], into: HTMLElement): void {
  const token = tokens.shift() ?? '';
  const name = token.startsWith('\\') ? token.slice(1) : '';
  const accent = accents.get(name);
  if (token === '{') {
    while (tokens.length && tokens[0] !== '}') parse(tokens, into);
    tokens.shift();
  } else if (token === '^' || token === '_') {
    const script = html(token === '^' ? 'sup' : 'sub');
    parse(tokens, script);
    into.append(script);
  } else if (accent) {
    const base = html('span');
    parse(tokens, base);
    // The mark combines with the letter before it, so it has to stand in the same text.
    const last = base.lastElementChild ?? base;
    last.append(accent);
    last.normalize();
    into.append(...base.childNodes);
  } else if (name === 'mathrm' || name === 'text') {
    const upright = html('span');
    parse(tokens, upright);
    into.append(upright.textContent ?? '');
  } else if (token !== '}') into.append(letter(letters.get(name) ?? token));
}

/** Latin and lower-case Greek letters are italic, as in equations; figures and signs are not. */
function letter(text: string): Node | string {
  if (/^[a-zA-Zα-ωℓ]$/u.test(text)) return html('i', {}, text);
  return text === '-' ? '\u2212' : text;
}
