/** Gives the form of a word that goes with a number, by the rules of a language that has two. English, which is built in, goes without: its rule is `n === 1`. */
export function plurals(language: string): (n: number, one: string, other: string) => string {
  const rules = new Intl.PluralRules(language);
  return (n, one, other) => (rules.select(n) === 'one' ? one : other);
}
