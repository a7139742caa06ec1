# ---- The toy of section 7.1: five tokens, one head with d_k = d_v = 2, three classes ----


def draw_toy(rng, init):
    """Tokens, W_Q, W_K, W_V, W_O with a row for each output, and the right class of each token."""
    x = rng.normal(15).reshape(5, 3)
    w_q, w_k, w_v = (init * rng.normal(6).reshape(2, 3) for _ in range(3))
    w_o = init * rng.normal(6).reshape(3, 2)
    return x, w_q, w_k, w_v, w_o, [rng.categorical(np.ones(3)) for _ in range(5)]


def softmax(s):
    e = np.exp(s - s.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)
