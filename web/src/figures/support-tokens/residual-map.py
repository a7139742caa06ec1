# Equations 6 to 11 for a third token over a context of two: e = x3 - mu, m = 1 - a Var, density |m| phi(e / sigma) / sigma.
context = np.array([x1, x2])


def residual(x, coupling):
    scores = coupling * x[:, None] * context
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    weights /= weights.sum(axis=1, keepdims=True)
    mean = weights @ context
    variance = (weights * (context - mean[:, None]) ** 2).sum(axis=1)
    return x - mean, 1 - coupling * variance


def phi(e):
    return np.exp(-((e / sigma) ** 2) / 2) / (sigma * np.sqrt(2 * np.pi))


x = np.arange(-60, 61) / 10
e, m = residual(x, a)
columns = ["x₃", "e", "m", "m₊ φ(e/σ)/σ", "|m| φ(e/σ)/σ", "density of a = 0"]
rows = [list(row) for row in zip(x, e, m, np.maximum(m, 0) * phi(e), np.abs(m) * phi(e), phi(residual(x, 0)[0]))]
