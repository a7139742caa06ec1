# Equation 63 with R = -slope |i - j| u, then a mask in one of five ways, then the softmax of each row.
n, d = mask.shape[0], 8
rng = Rng(seed)
q = rng.normal(n * d).reshape(n, d)
k = rng.normal(n * d).reshape(n, d)
q[:, 0] += common
far = np.abs(np.arange(n)[:, None] - np.arange(n)[None, :])
scores = (q @ k.T - slope * far * q[:, :1]) / np.sqrt(d)


def softmax(s):
    """Of each row; zeros where every score is -Infinity, which the formula makes 0 / 0."""
    top = s.max(axis=1, keepdims=True)
    e = np.exp(s - np.where(np.isfinite(top), top, 0))
    return e / np.maximum(e.sum(axis=1, keepdims=True), np.finfo(float).tiny)


if how == "minus-infinity":
    weights = softmax(np.where(mask, scores, -np.inf))
elif how == "replace":
    weights = softmax(np.where(mask, scores, -1e9))
elif how == "add":
    weights = softmax(np.where(mask, scores, scores - 1e9))
elif how == "add-float":
    weights = softmax(np.where(mask, scores, (scores.astype(np.float32) - np.float32(1e9)).astype(float)))
else:
    weights = softmax(scores) * mask
unmasked = softmax(scores)

columns = ["query", "key", "score", "weight", "weight without a mask", "sum of the row"]
rows = [
    [i + 1, j + 1, scores[i, j], weights[i, j], unmasked[i, j], weights[i].sum()]
    for i in range(n)
    for j in range(n)
]
