#!/usr/bin/env python3
"""Writes tests/reference/variance_range.json: the variance flow over its whole range, by mpmath.

    python3 tools/reference/variance_flow.py

Needs python3-mpmath. The output is a function of this file alone: running it again changes nothing.

Every argument is a double, taken as the exact number it is. The variance after time t is the root
of v + ln(v) / beta = v0 + ln(v0) / beta - 2 t, found by bisection in the logarithm and Newton's
method with 120 digits (no Lambert W, so that the closed form has a witness); the time to reach a
variance is that equation solved for t.
"""

import json
import math
import pathlib
import random

import mpmath
from mpmath import mp, mpf

ROOT = pathlib.Path(__file__).resolve().parents[2]
DIGITS = 120


def omega(x):
    """The w > 0 with w + ln w = x, for an exact x."""
    low, high = (x - 1, min(x, mpf(1))) if x < 1 else (mpf(-1), mpmath.log(x) + mpf("0.1"))
    for _ in range(60):  # y = ln w, y + e^y = x
        middle = (low + high) / 2
        if middle + mpmath.exp(middle) < x:
            low = middle
        else:
            high = middle
    y = (low + high) / 2
    for _ in range(12):
        e = mpmath.exp(y)
        y -= (y + e - x) / (1 + e)
    return mpmath.exp(y)


def variance(v0, beta, t):
    if v0 == 0:
        return mpf(0)
    # The difference first: it is exact, and may be 1e300 times smaller than either product.
    drive = 2 * mpf(beta) * mpf(t) - mpf(beta) * mpf(v0)
    return omega(mpmath.log(mpf(beta) * mpf(v0)) - drive) / mpf(beta)


def time_to(v0, beta, v):
    return (mpf(v0) - mpf(v) + mpmath.log(mpf(v0) / mpf(v)) / mpf(beta)) / 2


def log_uniform(rng, low, high):
    return 10.0 ** rng.uniform(math.log10(low), math.log10(high))


def flow_arguments(rng):
    """(v0, beta, t): what is left, e^-u, from almost all to nothing, for every size of beta v0."""
    rows = []
    for _ in range(700):
        beta = log_uniform(rng, 1e-6, 1e6)
        w0 = log_uniform(rng, 1e-12, 1e12)
        u = log_uniform(rng, 1e-12, 600.0)
        drive = u - w0 * math.expm1(-u)  # 2 beta t
        rows.append((w0 / beta, beta, drive / (2 * beta)))
    for w0 in (1e-12, 1e-3, 1.0, 5.0, 1e3, 1e12):  # around T*, where all of v0 is taken
        for share in (0.0, 0.5, 1.0 - 1e-9, 1.0, 1.0 + 1e-9, 1.5):
            rows.append((w0 / 20.0, 20.0, 0.5 * share * w0 / 20.0))
    rows += [(0.0, 5.0, 0.1), (0.25, 5.0, 1e9), (1e300, 1e-20, 3e299), (1e-300, 1e10, 1e-11),
             (1e200, 1e-150, 1e200), (0.5, 1e-300, 1.0), (9e149, 1e150, 4.5e149),
             (1e300, 1e-3, 5e299), (1e300, 1e-301, 3.6e303), (5e-324, 1.0, 0.0), (1.0, 1e15, 0.5)]
    return rows


def time_arguments(rng):
    rows = []
    for _ in range(200):
        v0 = log_uniform(rng, 1e-6, 1e6)
        left = -math.expm1(-log_uniform(rng, 1e-14, 1.0)) if rng.random() < 0.5 else rng.random()
        rows.append((v0, log_uniform(rng, 1e-6, 1e6), min(v0, v0 * (1.0 - left))))
    rows += [(1e300, 2.0, 1e-300), (1.0, 5.0, 1.0), (0.25, 20.0, 0.125), (1.0, 1e-9, 5e-324)]
    return [row for row in rows if row[2] > 0]


def omega_arguments(rng):
    points = [-740.0, -100.0, -40.0, -39.99999999999999, -1.0, -1e-9, 0.0, 1e-9, 0.5, 1.0,
              0.9999999999999999, 1.0000000000000002, 2.718281828459045, 1e300, 1.7e308]
    points += [rng.uniform(-700.0, -40.0) for _ in range(20)]
    points += [rng.uniform(-45.0, 45.0) for _ in range(150)]
    points += [log_uniform(rng, 1e-12, 1e14) for _ in range(100)]
    return points


def vector(values):
    return {"shape": [len(values)], "data": [float(v) for v in values]}


def columns(names, rows):
    return {name: vector([row[i] for row in rows]) for i, name in enumerate(names)}


def main():
    mp.dps = DIGITS
    rng = random.Random(4)
    flow, times, x = flow_arguments(rng), time_arguments(rng), omega_arguments(rng)
    case = {
        "topic": "variance",
        "kind": "range",
        "case": "range",
        "source": "seed 004 theorem F.1",
        "inputs": {
            **columns(("v0", "beta", "t"), flow),
            **columns(("from", "beta_of_from", "to"), times),
            "x": vector(x),
        },
        "params": {},
        "expected": {
            "v": vector([variance(*row) for row in flow]),
            "time": vector([time_to(*row) for row in times]),
            "omega": vector([omega(mpf(value)) for value in x]),
        },
        "rtol": 1e-15,
        "atol": 1e-320,
        "witness": f"mpmath, {DIGITS} digits, Newton on the implicit equation",
    }
    path = ROOT / "tests/reference/variance_range.json"
    path.write_text(json.dumps(case) + "\n", encoding="utf-8")
    print(f"{path.relative_to(ROOT)}: {len(flow)} variances, {len(times)} times, {len(x)} omegas, "
          f"{path.stat().st_size} bytes")


if __name__ == "__main__":
    main()
