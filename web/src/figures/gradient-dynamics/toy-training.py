x, w_q, w_k, w_v, w_o, y = draw_toy(Rng(seed), 0.5)
bias, right, scale = np.zeros(3), np.eye(3)[y], 1 / np.sqrt(2)

table = []
for _ in range(steps + 1):
    # Forwards, equations 1 to 9.
    q, k, v = x @ w_q.T, x @ w_k.T, x @ w_v.T
    alpha = softmax(scale * q @ k.T)
    g = alpha @ v
    p = softmax(g @ w_o.T + bias)
    losses = -np.log((p * right).sum(axis=1))
    if losses.sum() > 1000:
        break  # diverged
    table.append([len(table), losses.sum(), *losses, *v.ravel()])

    # Backwards, equations 10 to 32, all from this one pass.
    u = (p - right) @ w_o
    b = u @ v.T
    d_s = alpha * (b - (alpha * b).sum(axis=1, keepdims=True))
    d_q, d_k, d_v = scale * d_s @ k, scale * d_s.T @ q, alpha.T @ u
    w_o, bias = w_o - eta * (p - right).T @ g, bias - eta * (p - right).sum(axis=0)
    if learn != "content":
        w_q, w_k = w_q - eta * d_q.T @ x, w_k - eta * d_k.T @ x
    if learn != "routing":
        w_v = w_v - eta * d_v.T @ x

columns = ["step", "loss (nats)"] + [f"loss of query {i}" for i in range(1, 6)]
columns += [f"v{j}, {axis}" for j in range(1, 6) for axis in "xy"]
rows = table
