/** Numbers in rows, which several kinds of parameters have. */
export const rows = {
  unequal: 'its rows are not equally long',
  noNumber: 'one of its entries is not a number',
};
