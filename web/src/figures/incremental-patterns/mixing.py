# Heads s' = R s* with values V' = R^-T V: sum_k V'_k (x) s'_k is that of specialists, V_k = A*_k on the four lags of group k (section 2.3).
x = np.arange(5)
A = np.zeros((3, 5, 5))
for k, (after, scale) in enumerate([((x + 1) % 5, 6.75), (2 * x % 5, 4.5), (3 * x % 5, 3.0)]):
    A[k, after, x] = scale
specialists = np.kron(np.eye(3), np.full(4, 0.25))  # s*_k, a row for each head

mixture = np.column_stack([R, np.maximum(0, 1 - R.sum(axis=1))])
det = np.linalg.det(mixture)
rows_ = mixture @ specialists
G = np.einsum("kyx,kt->yxt", A, specialists)
own = np.sqrt((A**2).sum(axis=(1, 2)))
if abs(det) > 5e-5:
    V = np.einsum("kj,jyx->kyx", np.linalg.inv(mixture).T, A)
    assert np.abs(np.einsum("kyx,kt->yxt", V, rows_) - G).max() < 1e-10
    norms, out = np.sqrt((V**2).sum(axis=(1, 2))), 0
else:
    # The best values for these weights, by least squares; what is left of |G|^2.
    best = np.linalg.lstsq(rows_.T, G.reshape(25, 12).T, rcond=1e-9)[0]
    det, norms = det if abs(det) > 1e-12 else 0.0, np.zeros(3)
    out = ((G.reshape(25, 12) - best.T @ rows_) ** 2).sum() / (G**2).sum()

columns = ["head", "group 1", "group 2", "group 3", "length of its values", "of a specialist", "ratio of all", "det R", "out of reach"]
ratio = np.sqrt((norms**2).sum() / (own**2).sum())
rows = [[k + 1, *mixture[k], norms[k], own[k], ratio, det, out] for k in range(3)]
