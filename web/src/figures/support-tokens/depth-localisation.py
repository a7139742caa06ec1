# Section 6: e_t = x_t - mu_t of each layer, log |det| of its derivative by the layer's own token, and what tokens before it do to it.
rng = Rng(seed)


def draw(rows_, size):
    return size * rng.normal(2 * rows_).reshape(rows_, 2)


def read(x, asked):
    """Weights of the tokens x whose logits are x @ asked, their distances from the mean, and the covariance."""
    w = np.exp(x @ asked - (x @ asked).max())
    w /= w.sum()
    c = x - w @ x
    return w, c, (w[:, None] * c).T @ c


below = draw(4, 1.0)
columns = ["layer", "asked by", "token", "log |det| of its block", "sum of the layer", "largest derivative with respect to earlier tokens"]
rows = []
for layer in range(3):
    a, w_v, w_m = draw(2, 0.7 * scale), draw(2, 0.7), draw(2, 0.7)
    own = draw(4, 1.0)
    terms, largest = np.zeros(4), np.zeros(4)
    for t in range(4):
        block, before = np.eye(2), []
        if asks[0][layer] and layer == 0:  # the attention prior: s < t, values are the tokens, equation 14
            if t > 0:
                asked = a @ own[t]
                w, c, cov = read(own[:t], asked)
                block = block - cov @ a
                before = [-w[s] * (np.eye(2) + np.outer(c[s], asked)) for s in range(t)]
        else:  # values from below, s <= t; the token below asks, or the one that the layer makes
            asked = a @ (own if asks[0][layer] else below)[t]
            w, c, cov = read(below[: t + 1], asked)
            by_query = w_v @ cov @ a
            before = [-w[s] * w_v @ (np.eye(2) + np.outer(c[s], asked)) for s in range(t + 1)]
            before[t] = before[t] - np.eye(2) - (1 - np.tanh(w_m @ below[t]) ** 2)[:, None] * w_m
            if asks[0][layer]:
                block = block - by_query
            else:
                before[t] = before[t] - by_query
            if layer == 0:
                before = []  # the input is given
        terms[t] = np.linalg.slogdet(block)[1]
        largest[t] = max((np.abs(b).max() for b in before), default=0)
    for t in range(4):
        who = "itself" if asks[0][layer] else "the layer below"
        rows.append([layer + 1, who, t + 1, terms[t], terms.sum(), largest[t]])
    below = own
