/** Size of all text in drawings, in px. */
export const textSize = 12.5;

/** About how wide a text is in a drawing, in px: drawings are laid out where there is no font to measure. */
export function textWidth(text: string, bold = false): number {
  let em = 0;
  for (const c of text) {
    if (/[\u0300-\u036f]/.test(c)) continue;
    else if (/[0-9+\u2212=×]/.test(c)) em += 0.64;
    else if (/[mwMW%@]/.test(c)) em += 0.87;
    else if (/[ijl.,:;|'!()[\] \u00a0\u202f]/.test(c)) em += 0.31;
    else if (/[frt]/.test(c)) em += 0.38;
    else if (/[⁰¹²³⁴-⁹⁻]/.test(c)) em += 0.42;
    else if (/[A-Z]/.test(c)) em += 0.69;
    else em += 0.58;
  }
  return em * textSize * (bold ? 1.05 : 1);
}
