# The block of a token q is I - M with M = W_V Cov(x) A; equation 14 prints W_V Cov(x) W_V^T A.
x, q, A = np.array(x, dtype=float), np.array(q, dtype=float)[0], np.array(A, dtype=float)
logits = x @ (A @ q)
alpha = np.exp(logits - logits.max())
alpha /= alpha.sum()
centred = x - alpha @ x
cov = centred.T @ (alpha[:, None] * centred)
angle = np.radians(phi)
w_v = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])


def margins(m):
    block = np.eye(2) - m
    eig = np.linalg.eigvals(m)
    return np.linalg.det(block), 1 - np.abs(eig).max(), np.linalg.svd(block, compute_uv=False)[-1]


m = w_v @ cov @ A
own, printed = margins(m), margins(w_v @ cov @ w_v.T @ A)
eig = np.round(np.linalg.eigvals(m), 12)  # what rounding leaves of 0 is 0
eig = sorted(eig, key=lambda z: (-z.real, -z.imag))

columns = ["margin", "of I − M", "as printed"]
rows = [[name, own[k], printed[k]] for k, name in enumerate(["det", "1 − ρ", "σ min"])]
rows += [
    ["larger eigenvalue, real part", eig[0].real, ""],
    ["larger eigenvalue, imaginary part", eig[0].imag, ""],
    ["smaller eigenvalue, real part", eig[1].real, ""],
]
