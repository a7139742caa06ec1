# Four lags in each of three groups vote on the next of five tokens, equation 1.
LAGS, TOKENS, GROUPS, BASE = 12, 5, 3, 3.0
CONTEXTS, STEPS = 1500, 1200


def softmax(z):
    e = np.exp(z - z.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def entropy(p):
    return -(p * np.log(p)).sum(axis=-1)


def features(matrices, m, rng):
    """A_k, a row for each next token: what a token says of it, the louder the nearer its group."""
    scales = [m**2 * BASE, m * BASE, BASE]
    if matrices == "clues":
        x = np.arange(TOKENS)
        return [scale * np.eye(TOKENS)[y % TOKENS].T for scale, y in zip(scales, [x + 1, 2 * x, 3 * x])]
    out = []
    for scale in scales:
        rows = rng.normal(TOKENS**2).reshape(TOKENS, TOKENS)
        for i in range(TOKENS):  # Gram and Schmidt
            for _ in range(2):
                for j in range(i):
                    rows[i] -= (rows[i] @ rows[j]) * rows[j]
                rows[i] /= np.linalg.norm(rows[i])
        out.append(scale * rows)
    return out


def one_hot(x):
    """Contexts (N x 12) as rows of 60 zeros and ones."""
    return np.eye(TOKENS)[x].reshape(len(x), LAGS * TOKENS)


def counts_of(x):
    """How often each token is in each group (N x 3 x 5)."""
    return np.eye(TOKENS)[x].reshape(len(x), GROUPS, LAGS // GROUPS, TOKENS).sum(axis=2)


def best_laws(a, x):
    """The law of each context, and the best one of who reads 0, 1, 2 and 3 groups: the mean over what the others may hold."""
    size = LAGS // GROUPS
    ways = np.array([c for c in np.ndindex(*[size + 1] * TOKENS) if sum(c) == size])
    factorial = np.cumprod([1.0] + list(range(1, size + 1)))
    weight = factorial[size] / factorial[ways].prod(axis=1) / TOKENS**size
    votes = [ways / size @ matrix.T for matrix in a]
    law = softmax(votes[0][:, None, None] + votes[1][None, :, None] + votes[2][None, None])
    two = np.einsum("ijky,k->ijy", law, weight)
    one = np.einsum("ijy,j->iy", two, weight)
    index = {tuple(c): i for i, c in enumerate(ways)}
    i, j, k = np.array([[index[tuple(c)] for c in row] for row in counts_of(x).astype(int)]).T
    none = np.tile(weight @ one, (len(x), 1))
    return [none, one[i], two[i, j], law[i, j, k]]


def truncated_laws(a, x):
    """Equation 3: the laws that one, two and three groups alone would give."""
    means = counts_of(x) / (LAGS // GROUPS)
    votes = np.stack([means[:, k] @ a[k].T for k in range(GROUPS)])
    return softmax(np.cumsum(votes, axis=0))


def train(x, law, heads, u, decay, rng):
    """V (H x 5 x 5) and q (H x 12) after 0, 1, ... steps of Adam, section 2.4: values from 0, logits from [-u, u]."""
    weights = [np.zeros((heads, TOKENS, TOKENS)), u * (2 * rng.uniform(heads * LAGS).reshape(heads, LAGS) - 1)]
    mean, square = [0 * w for w in weights], [0 * w for w in weights]
    seen = one_hot(x)
    for t in range(1, STEPS + 2):
        yield weights
        v, q = weights
        s = softmax(q)
        votes = np.einsum("ki,kyx->ixy", s, v)
        error = softmax(seen @ votes.reshape(-1, TOKENS)) - law
        d = (seen.T @ error / len(x)).reshape(LAGS, TOKENS, TOKENS)
        d_s = np.einsum("kyx,ixy->ki", v, d)
        gradient = [np.einsum("ki,ixy->kyx", s, d), s * (d_s - (s * d_s).sum(axis=1, keepdims=True))]
        mean = [0.9 * m + 0.1 * g for m, g in zip(mean, gradient)]
        square = [0.999 * s2 + 0.001 * g**2 for s2, g in zip(square, gradient)]
        weights = [
            w - 0.02 * decay * w - 0.02 * (m / (1 - 0.9**t)) / (np.sqrt(s2 / (1 - 0.999**t)) + 1e-8)
            for w, m, s2 in zip(weights, mean, square)
        ]


def model(x, v, q):
    """What the heads predict."""
    votes = np.einsum("ki,kyx->ixy", softmax(q), v)
    return softmax(one_hot(x) @ votes.reshape(-1, TOKENS))


rng = Rng(seed)
a = features(matrices, m, rng)
x = (TOKENS * rng.uniform(CONTEXTS * LAGS)).astype(int).reshape(CONTEXTS, LAGS)
laws = best_laws(a, x)
law = laws[GROUPS]
run = train(x, law, heads, 0.0 if start == "equal" else u, decay, rng)
