# Section 6.5: the forward pass, then the five products backwards.
scale = 1 / np.sqrt(k.shape[1])
s = scale * q @ k.T
a = np.exp(s - s.max(axis=1, keepdims=True))
a /= a.sum(axis=1, keepdims=True)
output = a @ v

d_v = a.T @ dO
d_a = dO @ v.T
d_s = a * (d_a - (a * d_a).sum(axis=1, keepdims=True))
d_q = scale * d_s @ k
d_k = scale * d_s.T @ q

columns = ["product", "gradient", "row", "column", "value"]
rows = [
    [number, name, i + 1, j + 1, matrix[i, j]]
    for number, (name, matrix) in enumerate(
        [("O", output), ("∂V", d_v), ("∂A", d_a), ("∂S", d_s), ("∂Q", d_q), ("∂K", d_k)][: step + 1]
    )
    for i in range(matrix.shape[0])
    for j in range(matrix.shape[1])
]
