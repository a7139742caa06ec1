# Five tokens on the unit circle and a query: the same weights by softmax, as a Gibbs measure, and by Bayes' rule.
def normalised(log_weights):
    e = np.exp(log_weights - log_weights.max())
    return e / e.sum()


angles = np.radians([15, 75, 150, 215, 300])
tokens = np.stack([np.cos(angles), np.sin(angles)], axis=1)
scores = tokens @ query[0]

softmax = normalised(beta * scores)
free_energy = -np.log(np.sum(np.exp(beta * scores))) / beta
gibbs = np.exp(beta * (free_energy + scores))
posterior = normalised(-beta / 2 * np.sum((query - tokens) ** 2, axis=1))

columns = ["token", "score q·k", "softmax of the scores", "Gibbs measure", "posterior of the clouds"]
rows = [[j + 1, scores[j], softmax[j], gibbs[j], posterior[j]] for j in range(5)]
