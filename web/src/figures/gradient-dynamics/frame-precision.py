# The draw on show. The quartiles of all forty are left empty: a few of them multiply rounding until nothing is left of it.
x, w_q, w_k, w_v, w_o, y = draw_toy(Rng(seed), 0.5)
bias, scale = np.zeros(3), 1 / np.sqrt(2)
wanted = (1 - soft) * np.eye(3)[y] + soft / 3
entropy = -np.sum(wanted * np.log(np.where(wanted > 0, wanted, 1)))


def log_softmax(s):
    s = s - s.max(axis=1, keepdims=True)
    return s - np.log(np.exp(s).sum(axis=1, keepdims=True))


total = int(np.floor(20 / eta + 0.5))
frames = [k * total // 400 for k in range(401)]
attention, values, kl = [], [], []
for step in range(total + 1):
    # Forwards, equations 1 to 9.
    q, k, v = x @ w_q.T, x @ w_k.T, x @ w_v.T
    alpha = softmax(scale * q @ k.T)
    g = alpha @ v
    log_p = log_softmax(g @ w_o.T + bias)
    if step == frames[len(kl)]:
        attention.append(alpha)
        values.append(v)
        kl.append(-np.sum(wanted * log_p) - entropy)

    # Backwards, equations 10 to 32, all from this one pass.
    error = np.exp(log_p) - wanted
    u = error @ w_o
    b = u @ v.T
    d_s = alpha * (b - (alpha * b).sum(axis=1, keepdims=True))
    d_q, d_k, d_v = scale * d_s @ k, scale * d_s.T @ q, alpha.T @ u
    w_o, bias = w_o - eta * error.T @ g, bias - eta * error.sum(axis=0)
    w_q, w_k, w_v = w_q - rho * eta * d_q.T @ x, w_k - rho * eta * d_k.T @ x, w_v - eta * d_v.T @ x

# What is left of the way at each frame.
attention, values, kl = np.array(attention), np.array(values), np.array(kl)
way = [np.sqrt(np.sum((m - m[-1]) ** 2, axis=(1, 2))) for m in (attention, values)] + [kl - kl[-1]]
left = [w / abs(w[0]) for w in way]

names = ["attention", "values", "KL"]
columns = ["time"] + [f"{name} left" for name in names] + ["|α − α_end|", "|v − v_end|", "KL (nats)"]
columns += [f"{name} left, {side} quartile" for name in names for side in ("lower", "upper")]
rows = [
    [eta * frames[k], *(w[k] for w in left), way[0][k], way[1][k], kl[k], *[""] * 6]
    for k in range(0, 401, 4)
]
