export const tokens = {
  token: (n: number, of: number, symbol: string) => `token ${n} of ${of}: ${symbol}`,
  replace: (label: string) => `${label}: replace by`,
  more: 'one more token',
  fewer: 'one token fewer',
  wrongLength: (n: number, expected: string | number) => `it is ${n} tokens long, expected ${expected}`,
  notWhole: (last: number) => `a token is not a whole number from 0 to ${last}`,
  noList: (text: string) => `“${text}” is not a list of tokens`,
};
