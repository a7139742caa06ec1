export const text = {
  none: 'it is not a text',
  tooLong: (longest: number) => `not a text of at most ${longest} characters`,
  quoted: (value: string) => `“${value}”`,
};
