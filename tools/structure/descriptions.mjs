// Parameters and frames describe each of their members where it is declared. The compiler finds one that is not, but cannot say
// which it is.
import { isCode, lineAt, problem, under } from './project.mjs';

/** What stands between braces that open before `from`, outside of inner ones. */
function outside(text, from) {
  let depth = 1;
  let outer = '';
  for (let at = from; at < text.length && depth > 0; at++) {
    const sign = text[at];
    if (sign === '}') depth -= 1;
    if (depth === 1) outer += sign;
    if (sign === '{') depth += 1;
  }
  return outer;
}

export function checkDescriptions() {
  for (const source of under('cpp/experiments').filter(isCode('cpp'))) {
    const text = source.stripped.code;
    for (const match of text.matchAll(/\bstruct (\w+) \{\s*ATTN_DESCRIBED\b/g)) {
      const forgotten = outside(text, text.indexOf('{', match.index) + 1)
        .split(/[;}]/)
        .map((statement) => statement.split(/[={]/)[0].trim())
        .filter((declared) => !/^(?:static|using|enum|struct)\b|\(/.test(declared))
        .map((declared) => declared.match(/^[\w:]+(?:<.*>)? (\w+)/)?.[1])
        .find(Boolean);
      if (forgotten)
        problem(
          source.path,
          lineAt(text, match.index),
          `${match[1]} does not describe ${forgotten}: declare it by ATTN_FIELD or ATTN_PARAM`,
        );
    }
  }
}
