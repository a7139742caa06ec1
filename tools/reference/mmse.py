#!/usr/bin/env python3
"""Writes tests/reference/mmse_line.json, mmse_points.json and mmse_plane.json, by mpmath.

    python3 tools/reference/mmse.py

Takes a few minutes. Needs python3-mpmath. The outputs are functions of this file alone: running it again changes nothing.

The minimum mean square error is the posterior variance averaged over what is seen, integrated by the
trapezoidal rule on the whole line or plane, which converges faster than any power of the step for
analytic integrands. The step is halved until two results agree to 20 digits.
"""

import json
import math
import pathlib

import mpmath
from mpmath import mp, mpf

ROOT = pathlib.Path(__file__).resolve().parents[2]
DIGITS = 34
AGREE = mpf(10) ** -20
TAIL = 14  # standard deviations beyond the outermost mean: exp(-98) is left


def integrand(means, weights, total, y):
    """Density of y times the variance of the mean given y; means and y are tuples."""
    likely = []
    for m, w in zip(means, weights):
        distance2 = sum((a - b) ** 2 for a, b in zip(y, m))
        likely.append(w * mpmath.exp(-distance2 / (2 * total)))
    density = mpmath.fsum(likely)
    variance = mpf(0)
    for k in range(len(y)):
        first = mpmath.fsum(p * m[k] for p, m in zip(likely, means)) / density
        variance += mpmath.fsum(p * (m[k] - first) ** 2 for p, m in zip(likely, means))
    return variance / (2 * mp.pi * total) ** (mpf(len(y)) / 2)


def trapezoid(means, weights, total, step):
    """`step` in standard deviations."""
    h = step * mpmath.sqrt(total)
    axes = []
    for k in range(len(means[0])):
        low = min(m[k] for m in means) - TAIL * mpmath.sqrt(total)
        high = max(m[k] for m in means) + TAIL * mpmath.sqrt(total)
        axes.append([low + i * h for i in range(int((high - low) / h) + 1)])
    points = [(a,) for a in axes[0]]
    for axis in axes[1:]:
        points = [p + (a,) for p in points for a in axis]
    return h ** len(axes) * mpmath.fsum(integrand(means, weights, total, y) for y in points)


def between(means, weights, total):
    step = mpf(1) / 4 if len(means[0]) == 1 else mpf(1) / 3
    coarse = trapezoid(means, weights, total, step)
    while True:
        step /= 2
        fine = trapezoid(means, weights, total, step)
        if abs(fine - coarse) <= AGREE * abs(fine):
            return fine
        coarse = fine


def mmse(means, weights, variance, noise, d):
    """means in coordinates of their span; d is the dimension of the space around it."""
    total = mpf(variance) + mpf(noise)
    share = mpf(noise) / total
    return d * mpf(variance) * share + share**2 * between(means, weights, total)


def array(rows):
    if not isinstance(rows[0], (list, tuple)):
        return {"shape": [len(rows)], "data": [float(x) for x in rows]}
    return {"shape": [len(rows), len(rows[0])], "data": [float(x) for row in rows for x in row]}


def write(name, source, means, weights, variance, noises, embed=None):
    """embed: orthonormal rows that carry the span into a larger space."""
    exact = [tuple(mpf(x) for x in m) for m in means]
    outer = means
    if embed:
        outer = [[sum(x * row[k] for x, row in zip(m, embed)) for k in range(len(embed[0]))]
                 for m in exact]
    case = {
        "topic": "mmse",
        "kind": "mixture",
        "case": name,
        "source": source,
        "inputs": {"means": array(outer), "weights": array(weights),
                   "noise_variance": array(noises)},
        "params": {"variance": variance},
        "expected": {"mmse": array([mmse(exact, [mpf(w) for w in weights], variance, noise,
                                         len(outer[0])) for noise in noises])},
        "rtol": 1e-10,
        "atol": 1e-300,
        "witness": f"mpmath, {DIGITS} digits, trapezoidal rule to 20 digits",
    }
    path = ROOT / f"tests/reference/mmse_{name}.json"
    path.write_text(json.dumps(case) + "\n", encoding="utf-8")
    print(f"{path.relative_to(ROOT)}: {case['expected']['mmse']['data']}")


def main():
    mp.dps = DIGITS
    write("line", "seed 004 section 6, unequal components", [[-1.0], [0.25], [2.0]],
          [0.125, 0.873046875, 0.001953125], 0.015625,
          [0.0078125, 0.03125, 0.125, 0.5, 4.0, 1e4])
    points = [-1.53, -1.29, -1.01, -1.0, -0.96, -0.4, 0.3, 0.87, 0.88, 1.17, 1.6, 2.9]
    write("points", "seed 004 section 6, an empirical prior", [[x] for x in points],
          [1.0 / len(points)] * len(points), 0.0, [1e-4, 1e-2, 0.1, 0.5, 10.0])
    third = mpf(1) / 3
    frame = [[2 * third, third, 2 * third], [-2 * third, 2 * third, third]]
    write("plane", "seed 004 section 6, three components in space",
          [[0.0, 0.0], [1.5, 0.25], [-0.5, 1.75]], [0.5, 0.375, 0.125], 0.03125,
          [0.0625, 0.5, 8.0], frame)


if __name__ == "__main__":
    main()
