# Equations 52 to 56 with the form g = W_Q W_K^T in one piece; causal, as equation 61.
n = len(letters)
size, alphabet, places, features = 30, 9, 12, 8
x = np.zeros((n, size))  # the letter, the letter before, the place
for i in range(n):
    x[i, letters[i]] = 1
    if i > 0:
        x[i, alphabet + letters[i - 1]] = 1
    x[i, 2 * alphabet + i] = 1

eye = np.eye(alphabet)
g = np.zeros((4, size, size))
if forms == "made":
    place = g[:, 2 * alphabet :, 2 * alphabet :]
    place[0] = np.eye(places, k=-1)
    g[1, :alphabet, :alphabet] = eye
    g[2, :alphabet, alphabet : 2 * alphabet] = eye
    place[3, :, 0] = 1
    g *= beta
else:
    rng = Rng(seed)
    for h in range(4):
        w_q = rng.normal(size * features).reshape(size, features)
        w_k = rng.normal(size * features).reshape(size, features)
        g[h] = gain * w_q @ w_k.T / np.sqrt(features)

weights = np.zeros((4, n, n))
for h in range(4):
    scores = x @ g[h] @ x.T
    for i in range(n):
        e = np.exp(scores[i, : i + 1] - scores[i, : i + 1].max())
        weights[h, i, : i + 1] = e / e.sum()

columns = ["head", "query", "letter", "key", "weight"]
rows = [
    [h + 1, i + 1, "abcdefghr"[letters[i]], j + 1, weights[h, i, j]]
    for h in range(4)
    for i in range(n)
    for j in range(n)
]
