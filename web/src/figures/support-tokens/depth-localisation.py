# Section 6: e_t = x_t - mu_t of each layer, and log |det| of its derivative by the layer's own token.
rng = Rng(seed)


def draw(rows_, size):
    return size * rng.normal(2 * rows_).reshape(rows_, 2)


def softmax(s):
    w = np.exp(s - s.max())
    return w / w.sum()


def covariance(x, w):
    c = x - w @ x
    return (w[:, None] * c).T @ c


below = draw(4, 1.0)
columns = ["layer", "who asks", "token", "log |det| of its block", "sum of the layer"]
rows = []
for layer in range(3):
    a, w_v, w_m = draw(2, 0.7 * scale), draw(2, 0.7), draw(2, 0.7)
    own = draw(4, 1.0)
    terms = np.zeros(4)
    for t in range(4):
        block = np.eye(2)  # the layer below asks: mu_t knows nothing of the token that it makes
        if asks[0][layer] and layer == 0 and t > 0:  # the attention prior: s < t, values are the tokens, equation 14
            block = block - covariance(own[:t], softmax(own[:t] @ a @ own[t])) @ a
        elif asks[0][layer] and layer > 0:  # values from below, s <= t, and the token asks
            block = block - w_v @ covariance(below[: t + 1], softmax(below[: t + 1] @ a @ own[t])) @ a
        terms[t] = np.linalg.slogdet(block)[1]
    for t in range(4):
        who = "itself" if asks[0][layer] else "the layer below"
        rows.append([layer + 1, who, t + 1, terms[t], terms.sum()])
    below = own
