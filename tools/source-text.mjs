// Source text without what a check should not see: comments, and the contents of strings. Lines and columns stay.

const keywordBeforeRegex =
  /(?:^|[^\w.])(?:return|typeof|case|in|of|delete|void|throw|new|else|do|await|yield)\s*$/;

// A slash after one of these, or at the beginning, starts a regular expression in JavaScript; elsewhere it divides.
const startsRegex = (before) => {
  const text = before.trimEnd();
  return !text || '(,=:[!&|?{};+-*%~^<>'.includes(text.at(-1)) || keywordBeforeRegex.test(before);
};

// What begins at `i`, and where it ends: [kind, end], kind one of comment, string, template, regex, code.
function tokenAt(text, i, language) {
  const until = (pattern, from) => {
    pattern.lastIndex = from;
    const found = pattern.exec(text);
    return found ? pattern.lastIndex : text.length;
  };
  const two = text.slice(i, i + 2);
  const c = text[i];
  if (language === 'hash') {
    const isComment = c === '#' && /^$|\s/.test(text[i - 1] ?? '');
    if (isComment) return ['comment', until(/(?=\n)|$/g, i)];
    return ['code', i + 1];
  }
  if (two === '/*') return ['comment', until(/\*\//g, i + 2)];
  if (language === 'css') return ['code', i + 1];
  if (two === '//') return ['comment', until(/(?=\n)|$/g, i)];
  if (language === 'cpp') {
    const raw = /R"([^\s()\\]{0,16})\(/y;
    raw.lastIndex = i;
    const delimiter = raw.exec(text);
    if (delimiter && !/\w/.test(text[i - 1] ?? '')) {
      const end = text.indexOf(`)${delimiter[1]}"`, i);
      return ['string', end < 0 ? text.length : end + delimiter[1].length + 2];
    }
    // 1'000'000 is a number.
    if (c === "'" && /[\da-fA-F]/.test(text[i - 1] ?? '')) return ['code', i + 1];
  } else if (c === '`') {
    return ['template', i + 1];
  } else if (c === '/' && startsRegex(text.slice(Math.max(0, i - 40), i))) {
    return ['regex', until(/(?:[^\\/[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])*\/[a-z]*|$/gm, i + 1)];
  }
  if (c === '"' || c === "'")
    return [
      'string',
      until(
        c === '"' ? /(?:[^"\\\n]|\\[\s\S])*(?:"|(?=\n)|$)/g : /(?:[^'\\\n]|\\[\s\S])*(?:'|(?=\n)|$)/g,
        i + 1,
      ),
    ];
  return ['code', i + 1];
}

// The end of a template literal's text from `i`: at its closing quote or its next ${.
function templateTextEnd(text, i) {
  const stop = /\\[\s\S]|`|\$\{/g;
  stop.lastIndex = i;
  for (let found = stop.exec(text); found; found = stop.exec(text)) {
    if (!found[0].startsWith('\\')) return [found.index, found[0]];
  }
  return [text.length, ''];
}

const blank = (text) => text.replace(/[^\n]/g, ' ');

/**
 * `noComments`: comments blanked; `code`: the contents of strings, templates and regular expressions as well.
 * language: 'cpp', 'js', 'css' or 'hash' (shell, Python, CMake).
 */
export function strip(text, language) {
  let noComments = '';
  let code = '';
  const depths = []; // for each ${ that is open, the braces open inside it
  const keep = (piece, hidden) => {
    noComments += piece;
    code += hidden ? blank(piece) : piece;
  };
  const template = (from) => {
    const [end, closer] = templateTextEnd(text, from);
    keep(text.slice(from, end), true);
    keep(closer, false);
    if (closer === '${') depths.push(0);
    return end + closer.length;
  };
  for (let i = 0; i < text.length; ) {
    const [kind, end] = tokenAt(text, i, language);
    const piece = text.slice(i, end);
    i = end;
    if (kind === 'comment') {
      noComments += blank(piece);
      code += blank(piece);
    } else if (kind === 'template') {
      keep(piece, false);
      i = template(i);
    } else if (kind === 'code') {
      keep(piece, false);
      if (!depths.length) continue;
      if (piece === '{') depths[depths.length - 1] += 1;
      if (piece === '}') {
        if (depths.at(-1) > 0) depths[depths.length - 1] -= 1;
        else {
          depths.pop();
          i = template(i);
        }
      }
    } else {
      keep(piece[0], false);
      keep(piece.slice(1, -1), true);
      if (piece.length > 1) keep(piece.at(-1), false);
    }
  }
  return { noComments, code };
}
