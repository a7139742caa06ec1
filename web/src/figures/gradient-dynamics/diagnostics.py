# The draw on show. Masks of dropout have random numbers of their own.
x, w_q, w_k, w_v, w_o, y = draw_toy(Rng(seed), 0.5, tokens=12, d_x=6, d=4, classes=4)
masks = Rng(seed)
bias, right, scale = np.zeros(4), np.eye(4)[y], 1 / np.sqrt(4)


def project():
    """Keys, queries, weights and values of the present weights; values with the root of their variance."""
    q, k, v = x @ w_q.T, x @ w_k.T, x @ w_v.T
    spread = 1.0
    if norm == "on":
        v = v - v.mean(axis=1, keepdims=True)
        spread = np.sqrt((v**2).mean(axis=1, keepdims=True) + 1e-5)
        v = v / spread
    return q, k, softmax(scale * q @ k.T), v, spread


for _ in range(step):
    q, k, alpha, v, spread = project()
    keep = np.ones((12, 12))
    if dropout > 0:
        keep = (masks.uniform(144).reshape(12, 12) >= dropout) / (1 - dropout)
    read = alpha * keep
    g = read @ v
    p = softmax(g @ w_o.T + bias)
    u = (p - right) @ w_o
    b = keep * (u @ v.T)
    d_s = alpha * (b - (alpha * b).sum(axis=1, keepdims=True))
    d_q, d_k, d_v = scale * d_s @ k, scale * d_s.T @ q, read.T @ u
    if norm == "on":
        d_v = d_v - d_v.mean(axis=1, keepdims=True) - v * (d_v * v).mean(axis=1, keepdims=True)
    w_o, bias = w_o - eta * (p - right).T @ g, bias - eta * (p - right).sum(axis=0)
    w_q, w_k, w_v = w_q - eta * d_q.T @ x, w_k - eta * d_k.T @ x, w_v - eta * (d_v / spread).T @ x

_, _, alpha, v, _ = project()
columns = ["value", "column sum", "norm"] + [f"weight of reader {i}" for i in range(1, 13)]
rows = [[j + 1, alpha[:, j].sum(), np.sqrt((v[j] ** 2).sum()), *alpha[:, j]] for j in range(12)]
