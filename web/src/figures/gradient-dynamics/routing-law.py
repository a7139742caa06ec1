x, w_q, w_k, w_v, w_o, y = draw_toy(Rng(seed), 0.7)
q, k, v = x @ (sharp * w_q).T, x @ w_k.T, x @ w_v.T
if via == "free-scores":
    v = v.mean(axis=0) + spread * (v - v.mean(axis=0))

# Forwards, equations 4 to 8, and back to the outputs, equation 10.
scale = 1 / np.sqrt(2)
s = scale * q @ k.T
alpha = softmax(s)
u = (softmax(alpha @ v @ w_o.T) - np.eye(3)[y]) @ w_o

# Equation 23. The advantage as a sum of differences keeps its digits where one key has nearly all weight.
b = u @ v.T
advantage = np.einsum("ir,irj->ij", alpha, b[:, :, None] - b[:, None, :])
d_s = -alpha * advantage

law = -eta * d_s
if via == "free-scores":
    real = law
else:
    d_q, d_k = -eta * scale * d_s @ k, -eta * scale * d_s.T @ q  # equation 28
    if via == "shared-weights":  # W_Q takes the sum over all tokens, and gives it to each
        d_q, d_k = x @ x.T @ d_q, x @ x.T @ d_k
    real = scale * (d_q @ k.T + q @ d_k.T + d_q @ d_k.T)

columns = ["query", "key", "score s", "weight α", "compatibility b", "mean of the row", "advantage A", "Δs by the rule", "Δs"]
rows = [
    [i + 1, j + 1, s[i, j], alpha[i, j], b[i, j], (alpha * b)[i].sum(), advantage[i, j], law[i, j], real[i, j]]
    for i in range(5)
    for j in range(5)
]
