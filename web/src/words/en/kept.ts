/** About the run that a reader keeps behind the picture. */
export const kept = {
  about: (note: string) => `Of the kept run: ${note}`,
  notComputed: (why: string) => `The kept run could not be computed: ${why}`,
  name: (parameters: string, step: string) =>
    `Kept, pale and dashed: ${parameters || 'the same parameters'}${step}.`,
};
