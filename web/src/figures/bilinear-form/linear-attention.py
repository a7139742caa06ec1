# Equation 74, over the number of frequencies m: five draws of queries, keys, values and frequencies. The kernel is exp(q k).
n, d, kinds = 128, 16, 4
counts = [4 * 2**i for i in range(10)]


def softmax(s):
    e = np.exp(s - s.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def linear(phi_q, phi_k, v):
    """The sums over the keys are taken once, for all queries."""
    normaliser = phi_q @ phi_k.sum(axis=0)
    return phi_q @ (phi_k.T @ v) / normaliser[:, None], normaliser


def half_square(x):
    return 0.5 * np.sum(x**2, axis=1, keepdims=True)


def positive(x, w):
    return np.exp(x @ w.T - half_square(x)) / np.sqrt(len(w))


def trigonometric(x, w):
    return np.exp(half_square(x)) * np.hstack([np.cos(x @ w.T), np.sin(x @ w.T)]) / np.sqrt(len(w))


def elu(x):
    return np.where(x > 0, x + 1, np.exp(x))


errors = np.zeros((5, 10, kinds))
negative = np.zeros((5, 10))
rng = Rng(seed)
for draw in range(5):
    q = rng.normal(n * d).reshape(n, d) * np.sqrt(spread / np.sqrt(d))
    k = rng.normal(n * d).reshape(n, d) * np.sqrt(spread / np.sqrt(d))
    v = rng.normal(n * d).reshape(n, d)
    w = rng.normal(2048 * d).reshape(2048, d)
    exact = softmax(q @ k.T) @ v

    def off(output):
        return np.linalg.norm(output - exact) / np.linalg.norm(exact)

    for i, m in enumerate(counts):
        by_waves, normaliser = linear(trigonometric(q, w[:m]), trigonometric(k, w[:m]), v)
        by_exponentials, _ = linear(positive(q, w[:m]), positive(k, w[:m]), v)
        by_elu, _ = linear(elu(q), elu(k), v)
        errors[draw, i] = [off(by_exponentials), off(by_waves), off(by_elu), off(np.tile(v.mean(axis=0), (n, 1)))]
        negative[draw, i] = np.mean(normaliser < 0)

columns = ["frequencies m", "positive", "trigonometric", "ELU + 1", "mean of the values"]
columns += ["trigonometric normalisers below 0", "multiplications, positive", "multiplications, trigonometric"]
rows = [
    [m, *errors[:, i].mean(axis=0), negative[:, i].mean(), 4 * n * m * d, 6 * n * m * d] for i, m in enumerate(counts)
]
