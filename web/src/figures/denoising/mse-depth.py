# Section 6: mean squared errors by number of tokens. In four dimensions the layers take all pairs of tokens, 200 times a repeat:
# where that would take minutes, the rows of Stage 1 stay empty. In one dimension a grid stands for the pairs.
dimension, variance, eta = {
    "four-dimensions": (4, 0.025, 0.1),
    "smaller-steps": (4, 0.025, 0.025),
    "one-dimension": (1, 0.0, 0.025),
}[setting]
centre, sigma2, beta, layers = 1.0, 0.5, 20.0, 200
counts = [n for n in (1000, 3000, 5000, 8000) if n <= int(tokens)]
published = [1.04, 0.76, 0.56, 0.44] if dimension > 1 else [""] * 4


def stream(count, repeat):
    """Every bar and every repeat has random numbers of its own."""
    key = int(Rng(seed).next(1)[0])
    key = int(Rng(key + count).next(1)[0])
    return Rng(Rng(key + repeat).next(1)[0])


def layer_of_stage1(z):
    if dimension > 1:
        return stage1(z, beta, eta)
    return z + eta / beta * log_density_gradient(z, z, beta, reach=8.0, cells=2**14)


def answers(queries, z):
    if dimension > 1:
        blocks = np.array_split(queries, len(queries) // 100)
        return np.concatenate([stage2(block, z, sigma2) for block in blocks])
    return queries + sigma2 * log_density_gradient(queries, z, 1 / sigma2, reach=8.0, cells=2**14)


def errors(count, repeat, with_layers):
    """Of one draw: both stages, Stage 1 only, Stage 2 only, the noisy tokens."""
    mode, clean, noisy = draw_tokens(stream(count, repeat), count, centre, sigma2, dimension, variance)
    z = noisy
    for layer in range(layers if with_layers else 0):
        z = layer_of_stage1(z)
    estimates = answers(noisy, z), z, answers(noisy, noisy), noisy
    return [np.mean(np.sum((x - clean) ** 2, axis=1)) / sigma2 for x in estimates]


columns = ["tokens", "estimate", "repeats", "mean error / σ²", "standard deviation", "published"]
rows = []
for count, mark in zip(counts, published):
    with_layers = dimension == 1 or count**2 * repeats <= 2e6
    own = [errors(count, repeat, with_layers) for repeat in range(repeats)]
    mean, sd = np.mean(own, axis=0), np.std(own, axis=0, ddof=1) if repeats > 1 else np.zeros(4)
    for k, estimate in enumerate(["both stages", "Stage 1 only", "Stage 2 only", "noisy tokens"]):
        numbers = [mean[k], sd[k]] if with_layers or k > 1 else ["", ""]
        rows.append([count, estimate, repeats, *numbers, mark if k == 0 else ""])
