// Parameters and frames describe each of their members once, in the order of the struct. The compiler and a test find that too, but
// neither can say which member it is.
import { isCode, lineAt, problem, under } from './project.mjs';

/** The text between braces that open before `from`, and what stands in it outside of inner ones. */
function block(text, from) {
  let depth = 1;
  let outer = '';
  let at = from;
  for (; at < text.length && depth > 0; at++) {
    const sign = text[at];
    if (sign === '}') depth -= 1;
    if (depth === 1) outer += sign;
    if (sign === '{') depth += 1;
  }
  return { inner: text.slice(from, at), outer };
}

export function checkDescriptions() {
  for (const source of under('cpp/experiments').filter(isCode('cpp'))) {
    const text = source.stripped.noComments;
    for (const match of text.matchAll(/\bstruct (\w+) \{/g)) {
      const { inner, outer } = block(text, match.index + match[0].length);
      const described = [...inner.matchAll(/\bATTN_MEMBER\((\w+)\)/g)].map(([, name]) => name);
      if (described.length === 0) continue;
      const members = outer
        .split(/[;}]/)
        .map((statement) => statement.split(/[={]/)[0].trim())
        .filter((declared) => !/^(?:static|using|enum|struct)\b|\(/.test(declared))
        .flatMap((declared) => declared.match(/^[\w:]+(?:<.*>)? (\w+(?:, \w+)*)$/)?.[1].split(', ') ?? []);
      const at = members.findIndex((name, i) => name !== described[i]);
      const wrong = at < 0 ? undefined : members[at];
      if (!wrong) continue;
      const what = described.includes(wrong)
        ? `describes ${described[at]} where ${wrong} comes: name members in the order of the struct`
        : `does not describe ${wrong}: name it in describe()`;
      problem(source.path, lineAt(text, match.index), `${match[1]} ${what}`);
    }
  }
}
