# Softmax at a temperature, and its entropy: a_j = exp(S_j / T) / Z, H = -sum_j a_j log a_j.
def softmax(s, t):
    e = np.exp((s - s.max()) / t)
    return e / e.sum()


def entropy(a):
    a = a[a > 0]
    return -np.sum(a * np.log(a))


s = scores[:, 0]
columns = ["T", *[f"weight of key {j + 1}" for j in range(len(s))], "entropy H (nats)"]
rows = []
for t in [temperature, 0.25, 0.5, 1.0, 2.0, np.inf]:
    a = softmax(s, t)
    rows.append(["∞" if t == np.inf else t, *a, entropy(a)])
