/** How lists of a page are searched: every word that is typed must occur, and “beta” and β are one. */
const greek: Readonly<Record<string, string>> = {
  α: 'alpha',
  β: 'beta',
  σ: 'sigma',
  η: 'eta',
  λ: 'lambda',
  Γ: 'Gamma',
  Σ: 'Sigma',
  ℓ: 'l',
  '∞': 'infinity',
};

const plain = (text: string): string =>
  text.replace(/[αβσηλΓΣℓ∞]/g, (letter) => greek[letter] ?? letter).toLowerCase();

/** What tells whether what was typed is in one of the texts. */
export function finder<Key>(
  texts: Iterable<readonly [Key, string]>,
): (typed: string) => (key: Key) => boolean {
  const all = new Map([...texts].map(([key, text]) => [key, plain(text)]));
  return (typed) => {
    const words = plain(typed).split(/\s+/).filter(Boolean);
    return (key) => words.every((word) => all.get(key)?.includes(word));
  };
}
