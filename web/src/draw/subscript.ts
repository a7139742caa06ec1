/** The digit below the line that numbers the thing with index `i`, from 0 on: "₁" for 0. For the first six; nothing for others. */
export const subscript = (i: number): string => '₁₂₃₄₅₆'[i] ?? '';
