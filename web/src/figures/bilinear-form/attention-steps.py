# Worked example 1: S = Q K^T / sqrt(d), A = softmax of each row, O = A V.
scores = np.einsum("ia,ja->ij", query, key) / np.sqrt(query.shape[1])
exponentials = np.exp(scores)
weights = exponentials / exponentials.sum(axis=1, keepdims=True)
output = np.einsum("ij,jb->ib", weights, value)

columns = ["query", "key", "score", "exponential", "weight", "output 1", "output 2"]
rows = [
    [i + 1, j + 1, scores[i, j], exponentials[i, j], weights[i, j], *output[i]]
    for i in range(len(query))
    for j in range(len(key))
]
