# Scores under a bilinear form: S_j = q^a g_ab k_j^b (equation 3).
form = g + skew * np.array([[0.0, 1.0], [-1.0, 0.0]])
covector = np.einsum("ia,ab->b", query, form)  # the lowered query
scores = np.einsum("b,jb->j", covector, key)
distances = np.linalg.norm(key - query, axis=1)

columns = ["key", "x", "y", "score", "plain distance from the query"]
rows = [[j + 1, *key[j], scores[j], distances[j]] for j in range(len(key))]
