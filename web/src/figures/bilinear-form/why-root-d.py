# 200 draws of a query and 16 keys, all N(0, I_512), component by component: the first d are a draw for d.
def softmax(s):
    e = np.exp(s - s.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def trace(s):
    """Of the Jacobian diag(a) - a a^T, averaged over the draws."""
    return np.mean(1 - np.sum(softmax(s) ** 2, axis=-1))


numbers = Rng(seed).normal(200 * 512 * 17).reshape(200, 512, 17)
scores = np.cumsum(numbers[:, :, :1] * numbers[:, :, 1:], axis=1)  # [draw, d - 1, key]

columns = ["components d", "trace, plain scores", "trace, scores over sqrt(d)", "variance of q k / d"]
halfway = [n for k in range(1, 10) for n in (2**k, 3 * 2 ** (k - 1)) if n <= 512]
rows = []
for n in [d, 1, *halfway]:
    s = scores[:, n - 1]
    rows.append([n, trace(s), trace(s / np.sqrt(n)), np.mean(s**2) / n])
