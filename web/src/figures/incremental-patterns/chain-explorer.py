# Equation 1: five tokens, groups of four lags, each with a matrix; and what is known of the law by who reads only some of them.
from itertools import combinations_with_replacement
from math import factorial

rng = Rng(seed)
scales = b0 * float(m) ** np.arange(2, -1, -1)
A = np.zeros((3, 5, 5))
if matrices == "clues":
    for k, after in enumerate([(np.arange(5) + 1) % 5, 2 * np.arange(5) % 5, 3 * np.arange(5) % 5]):
        A[k, after, np.arange(5)] = scales[k]
else:
    for k in range(3):
        # Rows of normal numbers made orthonormal, one after the other.
        q, r = np.linalg.qr(rng.normal(25).reshape(5, 5).T)
        A[k] = scales[k] * (q * np.sign(np.diag(r))).T


def softmax(z):
    e = np.exp(z - z.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def kl(p, q):
    return (p * np.log(p / q)).sum(axis=-1)


def votes(contexts):
    """Of contexts by lag (n x 12), the newest first: what each group gives to each next token (n x 3 x 5)."""
    return np.einsum("kyx,nkx->nky", A, np.eye(5)[contexts].reshape(-1, 3, 4, 5).mean(axis=2))


def influences(contexts):
    """The mean over the other four tokens of KL(law || law with it), for each context and lag."""
    z = votes(contexts).sum(axis=1)
    law, out = softmax(z), np.zeros(contexts.shape)
    for lag in range(12):
        a = A[lag // 4] / 4
        for other in range(5):
            out[:, lag] += kl(law, softmax(z + a[:, other] - a[:, contexts[:, lag]].T)) / 4
    return out


# What four tokens can be: 70 counts, each as likely as there are orders of them.
sets = list(combinations_with_replacement(range(5), 4))
shares = np.array([np.bincount(s, minlength=5) / 4 for s in sets])
likely = np.array([factorial(4) / np.prod([factorial(int(4 * v)) for v in s]) for s in shares]) / 5**4
v = np.einsum("kyx,rx->kry", A, shares)
f = softmax(v[0][:, None, None] + v[1][:, None] + v[2])
best = [f]
for axis in (2, 1, 0):
    best.insert(0, np.tensordot(likely, best[0], axes=(0, axis)))
each = likely[:, None, None] * likely[:, None] * likely
ladder = [(each * kl(f, b.reshape(b.shape[:-1] + (1,) * (3 - i) + (5,)))).sum() for i, b in enumerate(best[:3])] + [0.0]

x = np.asarray(x, dtype=int)
context = x[::-1]
law = softmax(votes(context[None]).sum(axis=1))[0]
place = [sets.index(tuple(sorted(int(t) for t in context[4 * k : 4 * k + 4]))) for k in range(3)]
guess = best[{"one": 1, "two": 2, "all": 3}[read]]
for k in range(guess.ndim - 1):
    guess = guess[place[k]]
own = influences(context[None])[0]
contexts = (5 * rng.uniform(2000 * 12)).astype(int).reshape(2000, 12)
mean = influences(contexts).mean(axis=0).reshape(3, 4).mean(axis=1)

columns = ["lag", "token", "group", "influence", "mean influence of the group", "next token", "probability", "best predictor"]
columns += ["groups read", "misses"]
rows = []
for i in range(12):
    lag = 11 - i
    rows.append([lag, str(x[i]), lag // 4 + 1, own[lag], mean[lag // 4]])
    rows[-1] += [str(i), law[i], guess[i]] if i < 5 else ["", "", ""]
    rows[-1] += [str(i), ladder[i]] if i < 4 else ["", ""]
