"""Numbers, files and linear algebra of small matrices in long double, for tools/reference/reading.py."""

import math
import random

import numpy as np

REAL = np.longdouble
assert np.finfo(REAL).eps < 1e-18, "needs a long double with 64 bits of mantissa"
TEMPERATURES = [0.25, 0.5, 1.0, 2.0, 4.0]
DELTAS = [0.1, 1.0, -2.0, -math.inf]
EPSILON = 1e-5
STEP = REAL(1e-6)  # of central differences
NEVER = -math.inf


# ---------------------------------------------------------------- numbers and files

def real(a):
    return np.asarray(a, dtype=REAL)


def total(a):
    return real(a).sum() if np.size(a) else REAL(0)


def number(x):
    """A double as JSON has it; those that are not finite as text."""
    x = float(x)
    assert not math.isnan(x)
    if math.isinf(x):
        return "Infinity" if x > 0 else "-Infinity"
    return x if x != 0 else 0.0


def tensor(a):
    if a is None:
        return None
    a = np.asarray(a)
    whole = np.issubdtype(a.dtype, np.integer)
    return {"shape": list(a.shape), "data": [int(x) if whole else number(x) for x in a.reshape(-1)]}


def gauss(rng, rows, cols, size=1.0):
    return np.array([[round(rng.gauss(0, size), 3) for _ in range(cols)] for _ in range(rows)])


def gauss_list(rng, count, size=1.0):
    return gauss(rng, 1, count, size)[0]


def rounded(a):
    return np.array([[round(float(x), 3) for x in row] for row in a])


# ---------------------------------------------------------------- linear algebra of small matrices, in long double

def log_det(m):
    """Sign and log of the absolute determinant, by elimination with row pivots."""
    m = real(m).copy()
    sign, log = 1, REAL(0)
    for i in range(len(m)):
        p = i + int(np.argmax(np.abs(m[i:, i])))
        if m[p, i] == 0:
            return 0, REAL(NEVER)
        if p != i:
            m[[i, p]] = m[[p, i]]
            sign = -sign
        if m[i, i] < 0:
            sign = -sign
        log += np.log(np.abs(m[i, i]))
        for r in range(i + 1, len(m)):
            m[r, i:] = m[r, i:] - m[r, i] / m[i, i] * m[i, i:]
    return sign, log


def singular_values(a):
    """Of any matrix, falling: rotations of pairs of columns until they are orthogonal (Jacobi, one-sided)."""
    a = real(a).copy()
    for _ in range(60):
        turned = False
        for i in range(a.shape[1]):
            for j in range(i + 1, a.shape[1]):
                x, y, z = total(a[:, i] ** 2), total(a[:, j] ** 2), total(a[:, i] * a[:, j])
                if np.abs(z) <= REAL(1e-19) * np.sqrt(x * y) or z == 0:
                    continue
                turned = True
                zeta = (y - x) / (2 * z)
                t = (1 if zeta >= 0 else -1) / (np.abs(zeta) + np.sqrt(1 + zeta * zeta))
                c = 1 / np.sqrt(1 + t * t)
                left, right = a[:, i].copy(), a[:, j].copy()
                a[:, i], a[:, j] = c * (left - t * right), c * (t * left + right)
        if not turned:
            break
    return np.sort(np.sqrt((a * a).sum(axis=0)))[::-1]
