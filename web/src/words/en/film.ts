/** While a film is made, and what came of it. */

export const film = {
  making: 'Making the film ',
  cancel: 'Cancel',
  cancelled: 'The film was cancelled.',
  none: 'This browser cannot make films; Export has the picture.',
  saved: (name: string, seconds: number) =>
    `Saved as ${name}, ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
};
