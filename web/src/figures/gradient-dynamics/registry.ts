/** The figures of chapter 2, by id. The file of a figure is fetched when one of its elements comes near the viewport. */
export const gradientDynamics = {
  'routing-law': () => import('./routing-law'),
<<<<<<< HEAD
  'em-vs-sgd': () => import('./em-vs-sgd'),
=======
  'toy-training': () => import('./toy-training'),
>>>>>>> 8fc39d3 (Chapter 2: what scores hear through shared weights, and a head that trains)
};
