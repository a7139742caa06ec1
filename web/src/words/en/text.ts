export const text = {
  none: 'it is no text',
  tooLong: (longest: number) => `no text of at most ${longest} characters`,
  quoted: (value: string) => `“${value}”`,
};
