# ---- The toy of section 7.1: five tokens, one head with d_k = d_v = 2, three classes ----


def draw_toy(rng, init, tokens=5, d_x=3, d=2, classes=3):
    """Tokens, W_Q, W_K, W_V, W_O with a row for each output, and the right class of each token."""
    x = rng.normal(tokens * d_x).reshape(tokens, d_x)
    w_q, w_k, w_v = (init * rng.normal(d * d_x).reshape(d, d_x) for _ in range(3))
    w_o = init * rng.normal(classes * d).reshape(classes, d)
    return x, w_q, w_k, w_v, w_o, [rng.categorical(np.ones(classes)) for _ in range(tokens)]


def softmax(s):
    e = np.exp(s - s.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)
