"""What is read of one head, each formula from its definition, for tools/reference/reading.py."""

import math

import numpy as np

from reading_numbers import *

# ---------------------------------------------------------------- one head

def parts_of(head, x=None):
    """Queries, keys, values, W_O (None: the output stays as it is or is nowhere added), scale, mask."""
    if head["x"] is not None:
        x = real(head["x"]) if x is None else x

        def project(w, b):
            y = x @ real(head[w]).T
            return y if head[b] is None else y + real(head[b])

        q, k, v = project("w_q", "b_q"), project("w_k", "b_k"), project("w_v", "b_v")
    else:
        q, k, v = real(head["q"]), real(head["k"]), real(head["v"])
    scale = 1 / np.sqrt(REAL(q.shape[1])) if head["scale"] is None else REAL(head["scale"])
    mask = np.zeros((len(q), len(k))) if head["mask"] is None else head["mask"]
    return q, k, v, scale, real(mask)


def scores_of(q, k, scale, mask):
    return scale * (q @ k.T) + mask


def row_weights(s):
    """Softmax of a row; what is -Infinity gets 0."""
    e = np.exp(s - s.max())
    return e / e.sum()


def softmax(scores):
    return np.array([row_weights(s) for s in scores])


def seen_by(mask, t):
    return [j for j in range(mask.shape[1]) if mask[t, j] != NEVER]


def w_o_of(head):
    """W_O, or the identity where it is missing and d_v = d, or None."""
    if head["x"] is None:
        return None
    if head["w_o"] is not None:
        return real(head["w_o"])
    d, d_v = head["x"].shape[1], head["w_v"].shape[0]
    return real(np.eye(d)) if d == d_v else None


# ---------------------------------------------------------------- heat capacity

def capacity(s, beta):
    """beta^2 Var_p(s) of p = softmax(beta s), and with it the variance and the third central moment."""
    p = row_weights(beta * s)
    mean = s.max() + total(p * (s - s.max()))
    variance = total(p * (s - mean) ** 2)
    third = total(p * (s - mean) ** 3)
    return beta * beta * variance, variance, third


def peak_temperature(s):
    """T at which Var/T^2 is greatest. With beta = 1/T: d(beta^2 Var)/d beta = beta (2 Var + beta kappa_3) is 0 there.

    |kappa_3| <= (max - min) Var, so that no peak is above T = (max - min)/2; below a hundredth of the gap between the
    greatest score and the next one that differs the capacity only rises with T (for as few keys as here).
    """
    if s.min() == s.max():
        return REAL(0), REAL(0)
    spread = s.max() - s.min()
    gap = s.max() - s[s < s.max()].max()
    grid = np.exp(np.linspace(float(np.log(gap / 100)), float(np.log(spread)), 4001).astype(REAL))
    values = [capacity(s, 1 / t)[0] for t in grid]
    tops = [i for i in range(1, len(grid) - 1) if values[i] > values[i - 1] and values[i] >= values[i + 1]]
    tops.sort(key=lambda i: -values[i])
    assert values[tops[0]] == max(values)
    assert len(tops) < 2 or values[tops[1]] < (1 - 1e-4) * values[tops[0]], "two peaks that are as high"
    low, high = grid[tops[0] - 1], grid[tops[0] + 1]  # slope by T is positive at low, negative at high

    def falls(t):
        _, variance, third = capacity(s, 1 / t)
        return 2 * variance + third / t > 0  # rises with beta, so falls with T

    assert not falls(low) and falls(high)
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (low, middle) if falls(middle) else (middle, high)
    t = (low + high) / 2
    top = capacity(s, 1 / t)[0]
    assert top >= max(values) * (1 - REAL(1e-15))
    return t, top


def temperature_readings(scores, mask):
    capacities, peaks, tops = [], [], []
    for t in range(len(scores)):
        s = scores[t, seen_by(mask, t)]
        capacities.append([capacity(s, 1 / REAL(temperature))[0] for temperature in TEMPERATURES])
        for temperature, c in zip(TEMPERATURES, capacities[-1]):  # against d<-s>/dT by differences
            h = REAL(1e-5)
            low, high = (total(row_weights(s / (temperature + d)) * -s) for d in (-h, h))
            assert abs((high - low) / (2 * h) - c) < 1e-6 * (1 + abs(c))
        peak, top = peak_temperature(s)
        peaks.append(peak)
        tops.append(top)
    return real(capacities), real(peaks), real(tops)


def retrieval_classes(weights, mask):
    """0 one: the largest weight > .9; 2 average: exp(entropy) > .75 of the keys that are seen; else 1 few."""
    classes = []
    for t, row in enumerate(weights):
        seen = seen_by(mask, t)
        a = row[seen]
        effective = np.exp(-total(a[a > 0] * np.log(a[a > 0])))
        assert len(seen) == 1 or abs(a.max() - REAL(0.9)) > 1e-4
        assert abs(effective - REAL(0.75) * len(seen)) > 1e-4
        classes.append(0 if a.max() > 0.9 else 2 if effective > 0.75 * len(seen) else 1)
    return np.array(classes, dtype=int)


# ---------------------------------------------------------------- form

def form(head):
    """A = W_Q^T W_K, without biases, scale and norm; the rank is that of Roy and Vetterli 2007."""
    w_q, w_k, w_v, w_o = real(head["w_q"]), real(head["w_k"]), real(head["w_v"]), w_o_of(head)
    a = w_q.T @ w_k
    sigma = singular_values(a)[:w_q.shape[0]]  # the other d - d_k are 0
    assert np.allclose(np.linalg.svd(a.astype(float))[1][:len(sigma)], sigma.astype(float), atol=1e-12, rtol=0)
    p = sigma / total(sigma)
    p = p[p > 0]
    symmetric = (a + a.T) / 2
    cosine = None
    if w_o is not None:
        moved = w_o @ w_v
        cosine = total(moved * a.T) / np.sqrt(total(moved ** 2) * total(a ** 2))
    return {"singular_values": tensor(sigma), "effective_rank": number(np.exp(-total(p * np.log(p)))),
            "symmetric_share": number(total(symmetric ** 2) / total(a ** 2)),
            "cosine": None if cosine is None else number(cosine)}


# ---------------------------------------------------------------- edges

def along(weights, v, u):
    """u_t.(v_j - g_t) = sum_i a_ti u_t.(v_j - v_i): as a sum of differences, which does not cancel at a weight near 1."""
    n, m = weights.shape
    return real([[total([weights[t, i] * total(u[t] * (v[j] - v[i])) for i in range(m)]) for j in range(m)]
                 for t in range(n)])


def edge_effects(scores, weights, v, u, mask, delta):
    """u_t.(g'_t - g_t) where the score of key j is raised by delta and the row renormalised; -Infinity cuts the key.

    With e = exp(delta) - 1: a_j' = a_j (1 + e)/(1 + a_j e), so that g' - g = a_j e/(1 + a_j e) (v_j - g); cut: e = -1.
    A key that is hidden has 0; so has the cut of a key beside which no other has a weight, as doubles.
    """
    n, m = weights.shape
    lifted, out = along(weights, v, u), np.zeros((n, m), dtype=REAL)
    for t in range(n):
        for j in seen_by(mask, t):
            a = weights[t, j]
            others = total(np.delete(weights[t], j))  # 1 - a
            if delta == NEVER:
                if float(others) == 0:
                    continue
                out[t, j] = -a / others * lifted[t, j]
            else:
                e = np.expm1(REAL(delta))
                out[t, j] = a * e / (others + a * (1 + e)) * lifted[t, j]
            moved = scores[t].copy()  # and as it is said
            moved[j] = moved[j] + delta
            change = total(u[t] * (row_weights(moved) @ v - weights[t] @ v))
            assert abs(change - out[t, j]) < 1e-15 * (1 + np.abs(u[t]) @ np.abs(v).max(axis=0))
    return out


# ---------------------------------------------------------------- blocks

def without_mean(d):
    """Columns that are orthonormal and add up to 0 (Helmert's): I - 11^T/d is this times its transpose."""
    p = np.zeros((d, d - 1), dtype=REAL)
    for i in range(1, d):
        p[:i, i - 1] = 1 / np.sqrt(REAL(i * (i + 1)))
        p[i, i - 1] = -i / np.sqrt(REAL(i * (i + 1)))
    return p


def layer_norm(row, s, b):
    """y = s (x - mean)/sqrt(var + epsilon) + b, var with divisor d; dy/dx = s/sigma (I - 11^T/d - z z^T/d), as two factors.

    P P^T = I - 11^T/d and z = P P^T z, so that it is s/sigma (I - z z^T/d) P times P^T, d x (d - 1) and (d - 1) x d.
    """
    d = len(row)
    mean = total(row) / d
    sigma = np.sqrt(total((row - mean) ** 2) / d + REAL(EPSILON))
    z = (row - mean) / sigma
    p = without_mean(d)
    left, right = (s / sigma)[:, None] * ((np.eye(d) - np.outer(z, z) / d) @ p), p.T
    plain = (s / sigma)[:, None] * (np.eye(d) - real(np.ones((d, d))) / d - np.outer(z, z) / d)
    assert np.abs(left @ right - plain).max() < 1e-16
    return s * z + b, [left, right]


def product(factors):
    out = factors[0]
    for factor in factors[1:]:
        out = out @ factor
    return out


def narrowest(factors):
    """A product of matrices that has the eigenvalues of theirs other than 0: begun where it is narrowest, AB to BA."""
    sizes = [factor.shape[0] for factor in factors]
    cut = int(np.argmin(sizes))
    return product(factors[cut:] + factors[:cut])


def block_of_token(head, t, whole, jacobian):
    """M of token t as a full matrix, and a smaller one with the same eigenvalues other than 0.

    Query: M = W_O C_t scale W_Q, C_t = sum_j a_tj (v_j - g_t)(k_j - kbar_t)^T.
    Whole: the token's own key and value move as well. dg_t/dk_t = scale a_tt (v_t - g_t) q_t^T and dg_t/dv_t = a_tt I, so
    M = W_O (C_t scale W_Q + scale a_tt (v_t - g_t) q_t^T W_K + a_tt W_V); nothing is added where it does not see itself.
    A norm in front: M times the norm's derivative.
    """
    q, k, v, scale, mask = parts_of(head)
    w_q, w_k, w_v, w_o = real(head["w_q"]), real(head["w_k"]), real(head["w_v"]), w_o_of(head)
    a = row_weights(scores_of(q, k, scale, mask)[t])
    seen = seen_by(mask, t)
    g, k_bar = a @ v, a @ k
    c = sum(a[j] * np.outer(v[j] - g, k[j] - k_bar) for j in seen)
    right = scale * (c @ w_q)  # d_v x d
    if whole:
        right = right + a[t] * (scale * np.outer(v[t] - g, q[t] @ w_k) + w_v)
        return product([w_o, right] + jacobian), narrowest([w_o, right] + jacobian)
    # C by differences to the last key that is seen: C = D_v^T (diag(b) - b b^T) D_k, with as many rows as keys less one.
    d_v, d_k = v[seen[:-1]] - v[seen[-1]], k[seen[:-1]] - k[seen[-1]]
    b = a[seen[:-1]]
    spread = np.diag(b) - np.outer(b, b)
    assert np.allclose((d_v.T @ spread @ d_k).astype(float), c.astype(float), atol=1e-15, rtol=0)
    return product([w_o, right] + jacobian), narrowest([w_o, d_v.T, spread, d_k, scale * w_q] + jacobian)


def output_of_token(head, t, row, whole, before):
    """W_O g_t where row t of X (of X0, where a norm is before) is another one; keys and values move only if `whole`."""
    x = real(head["x"]).copy()
    x[t] = layer_norm(row, real(before["scale"]), real(before["bias"]))[0] if before else row
    q, k, v, scale, mask = parts_of(head, x)
    if not whole:
        _, k, v, _, _ = parts_of(head)
    return w_o_of(head) @ (row_weights(scores_of(q, k, scale, mask)[t]) @ v)


def blocks(head, whole, before):
    """What the blocks of all tokens have in common with any matrix that is similar: eigenvalues and det(I - M)."""
    x = real(head["x"])
    n, d = x.shape
    d_v = head["w_v"].shape[0]
    eigenvalues, radii, signs, logs, largest = [], [], [], [], []
    for t in range(n):
        row, jacobian = x[t], []
        if before:
            row = real(before["x0"])[t]
            y, jacobian = layer_norm(row, real(before["scale"]), real(before["bias"]))
            assert np.abs(y - x[t]).max() < 1e-15
        full, small = block_of_token(head, t, whole, jacobian)
        assert full.dtype == small.dtype == REAL

        differences = np.zeros((d, d), dtype=REAL)
        for i in range(d):
            up, down = row.copy(), row.copy()
            up[i] += STEP
            down[i] -= STEP
            differences[:, i] = (output_of_token(head, t, up, whole, before)
                                 - output_of_token(head, t, down, whole, before)) / (2 * STEP)
        assert np.abs(differences - full).max() < 1e-6 * (1 + np.abs(full).max()), (head["name"], t, whole)

        found = list(np.linalg.eigvals(small.astype(float))) if small.size else []
        radius = max((abs(e) for e in found), default=0.0)
        theirs = np.linalg.eigvals(full.astype(float))
        assert abs(np.abs(theirs).max() - radius) < 1e-9 * (1 + radius)
        found = [complex(e) for e in found]
        case = (head["name"], t, whole, found)
        for i, e in enumerate(found):  # nothing here may hang on the last bits
            assert all(abs(e - other) > 1e-5 * radius or abs(e) < 1e-9 for other in found[:i]), ("close together", case)
            assert all(abs(e.real - other.real) > 1e-6 * radius or e == other.conjugate() or abs(e) < 1e-9
                       for other in found[:i]), ("an order that is not clear", case)
        found = sorted(found + [0j] * (d_v - len(found)), key=lambda e: (-e.real, -e.imag))
        sign, log = log_det(np.eye(len(small)) - small)
        full_sign, full_log = log_det(np.eye(d) - full)
        assert sign == full_sign and abs(log - full_log) < 1e-15 * (1 + abs(log))
        assert abs(np.prod([1 - e for e in found]) - sign * float(np.exp(log))) < 1e-9 * (1 + float(np.exp(log)))
        assert np.exp(log) > 1e-3, "nearly singular"
        positive = [e.real for e in found if e.imag == 0 and e.real > 1e-12]
        assert not positive or not 1e-10 < max(positive) < 1e-6, ("an eigenvalue near the limit", case)
        positive = [e for e in positive if e > 1e-9]
        plain = max([e.real for e in theirs if e.imag == 0 and e.real > 1e-9], default=None)  # of the d x d matrix itself
        assert (plain is None) == (not positive) and (plain is None or abs(plain - max(positive)) < 1e-9 * radius), case
        eigenvalues.append([[e.real, e.imag] for e in found])
        radii.append(radius)
        signs.append(sign)
        logs.append(log)
        largest.append(max(positive) if positive else None)
    return {"eigenvalues": tensor(np.array(eigenvalues)), "radius": tensor(np.array(radii)), "sign": tensor(np.array(signs)),
            "log_det": tensor(real(logs)), "largest_real": [None if e is None else number(e) for e in largest]}


# ---------------------------------------------------------------- lags, distances, positions

def lag_mass(weights):
    n = len(weights)
    return real([total([weights[t, t - lag] for t in range(lag, n)]) / (n - lag) for lag in range(min(7, n - 1) + 1)])


def centred(matrix, mask):
    """Each row less its mean over the keys that it sees; 0 for the others."""
    out = np.zeros(matrix.shape, dtype=REAL)
    for t in range(len(matrix)):
        seen = seen_by(mask, t)
        # a mean of differences to the first: of equal numbers it leaves 0, not a rounding
        moved = matrix[t, seen] - matrix[t, seen[0]]
        out[t, seen] = moved - total(moved) / len(seen)
    return out


def distance_share(q, k, scale, mask):
    """Regression of the scores without the mask on x = -scale |q - k|^2/2, both centred within rows."""
    s = centred(scale * (q @ k.T), mask)
    x = centred(real([[-scale * total((a - b) ** 2) / 2 for b in k] for a in q]), mask)
    xs, xx, ss = total(x * s), total(x * x), total(s * s)
    return {"slope": None if xx == 0 else number(xs / xx), "share": None if xx * ss == 0 else number(xs * xs / (xx * ss))}


def position_share(matrices):
    """Of matrices that hide the same keys, -Infinity: mean over them of the centred rows; how much of all it carries."""
    rows = [centred(np.where(s == NEVER, 0, s), s) for s in matrices]
    mean = sum(rows) / len(rows)
    whole = total([total(r * r) for r in rows])
    return None if whole == 0 else number(len(rows) * total(mean * mean) / whole)
