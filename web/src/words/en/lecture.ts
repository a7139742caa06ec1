/** The card on the whole screen. */
export const lecture = {
  previous: 'Previous preset',
  next: 'Next preset',
  leave: 'Leave full screen',
};
