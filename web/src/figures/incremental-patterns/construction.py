# Section 2.3: heads whose scores are λ at the lags that they are to read and 0 elsewhere; values V_k = A*_k. Five tokens, twelve lags.
n = int(n)
x = np.arange(5)
A = np.zeros((3, 5, 5))  # what a token (column) says of the next one (row), the louder the newer the group
for k, (after, scale) in enumerate([((x + 1) % 5, 6.75), (2 * x % 5, 4.5), (3 * x % 5, 3.0)]):
    A[k, after, x] = scale


def softmax(z):
    e = np.exp(z - z.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


# By lag from here on, the newest first; all n - 12 older tokens have the score 0.
read = mask[:, ::-1].astype(float)
weights = softmax(np.hstack([lambda_ * read, np.zeros((3, n - 12))]))

# 2000 contexts: the twelve tokens that count, of all of them, and then the older ones.
rng = Rng(seed)
newest = (5 * rng.uniform(2000 * 12)).astype(int).reshape(2000, 12)
older = (5 * rng.uniform(2000 * (n - 12))).astype(int).reshape(2000, n - 12)
own = np.eye(5)[newest].reshape(2000, 3, 4, 5).mean(axis=2)  # the mean token of each group
counts = np.stack([(older == token).sum(axis=1) for token in range(5)], axis=1)
seen = np.einsum("ki,nix->nkx", weights[:, :12], np.eye(5)[newest])
if n > 12:
    seen += weights[:, 12, None] * counts[:, None, :]
law = softmax(np.einsum("kyx,nkx->ny", A, own))
predicted = softmax(np.einsum("kyx,nkx->ny", A, seen))
kl = (law * np.log(law / predicted)).sum(axis=1).mean()

columns = ["head", "lag", "painted", "weight", "leak of the head", "KL"]
rows = []
for k in range(3):
    leak = (weights[k, :12] * (1 - read[k])).sum() + weights[k, 12:].sum()
    rows.append([k + 1, "older", 0, weights[k, 12:].sum(), leak, kl])
    for lag in range(11, -1, -1):
        rows.append([k + 1, str(lag), int(read[k, lag]), weights[k, lag], leak, kl])
