#!/usr/bin/env python3
"""Writes tests/reference/attention_mine_*.json: attention with every option, also together.

    python3 tools/reference/attention.py

Needs python3-mpmath. Values from the definitions with 60 digits, gradients by central differences over steps of
1e-20, which leaves 40 digits of them: nothing is shared with the derived gradients of the library. The output is a
function of this file alone.
"""

import json
import math
import pathlib
import random

from mpmath import exp, mp, mpf, sqrt, tanh

ROOT = pathlib.Path(__file__).resolve().parents[2]
mp.dps = 60
STEP = mpf(10) ** -20
NEVER = -math.inf


def normal(rng, rows, cols, size=1.0):
    return [[rng.gauss(0, size) for _ in range(cols)] for _ in range(rows)]


def exact(matrix):
    return [[mpf(x) for x in row] for row in matrix]


def forward(case):
    """S, A and O of a case whose matrices are exact."""
    q, k, v = case["Q"], case["K"], case["V"]
    g, r, t, cap = case["g"], case.get("R"), case["T"], case["softcap"]
    scores, weights, outputs = [], [], []
    for i, query in enumerate(q):
        row, counted = [], []
        for j, key in enumerate(k):
            moved = list(key)
            if r:
                moved = [x + y for x, y in zip(key, r[i - j + len(k) - 1])]
            s = sum(query[a] * g[a][b] * moved[b] for a in range(len(query)) for b in range(len(moved)))
            row.append(s)
            u = cap * tanh(s / cap) if cap else s
            if "bias" in case:
                u += case["bias"][i][j]
            gone = (case["causal"] and j > i) or ("allowed" in case and not case["allowed"][i][j])
            counted.append(None if gone or u == NEVER else u / t)
        there = [u for u in counted if u is not None]
        largest = max(there) if there else None
        row_weights = [mpf(0) if u is None else exp(u - largest) for u in counted]
        total = sum(row_weights)
        row_weights = [w / total if there else w for w in row_weights]
        scores.append(row)
        weights.append(row_weights)
        outputs.append([sum(w * value[b] for w, value in zip(row_weights, v)) for b in range(len(v[0]))])
    return scores, weights, outputs


def loss(case):
    outputs = forward(case)[2]
    return sum(d * o for x, y in zip(case["dL_dO"], outputs) for d, o in zip(x, y))


def difference(case, name):
    """dL / d case[name], entry by entry."""
    if not isinstance(case[name], list):
        return slope(case, case, name)
    out = []
    for row in case[name]:
        out.append([mpf(0) if row[j] == NEVER else slope(case, row, j) for j in range(len(row))])
    return out


def slope(case, place, at):
    value = place[at]
    place[at] = value + STEP
    above = loss(case)
    place[at] = value - STEP
    below = loss(case)
    place[at] = value
    return (above - below) / (2 * STEP)


def with_respect_to_weights(case, scores):
    """dL/dA from the definition of O, and dL/dS by moving one score: the metric moves none of the others."""
    d_weights = [[sum(d * x for d, x in zip(row, value)) for value in case["V"]] for row in case["dL_dO"]]
    d_scores = []
    for i in range(len(case["Q"])):
        row = []
        for j in range(len(case["K"])):
            row.append(score_slope(case, scores, i, j))
        d_scores.append(row)
    return d_weights, d_scores


def score_slope(case, scores, i, j):
    """By an offset of the score itself, before cap and bias: that of queries whose metric is the score."""
    values = []
    for step in (STEP, -STEP):
        moved = {**case, "Q": [[mpf(1) if a == b else mpf(0) for b in range(len(case["Q"]))]
                               for a in range(len(case["Q"]))],
                 "K": [[mpf(1) if a == b else mpf(0) for b in range(len(case["K"]))]
                       for a in range(len(case["K"]))]}
        moved["g"] = [list(row) for row in scores]
        moved["g"][i][j] += step
        moved.pop("R", None)
        values.append(loss(moved))
    return (values[0] - values[1]) / (2 * STEP)


def number(x):
    x = float(x)
    return ("-Infinity" if x < 0 else "Infinity") if math.isinf(x) else x


def array(value):
    if not isinstance(value, list):
        return {"shape": [], "data": [number(value)]}
    return {"shape": [len(value), len(value[0])], "data": [number(x) for row in value for x in row]}


def write(name, sizes, *, temperature=1.0, softcap=0.0, causal=False, scale=None, size=1.0, relative=False,
          bias=False, allowed=False, seed=1):
    n_q, n_k, d_q, d_k, d_v = sizes
    rng = random.Random(seed)
    inputs = {"Q": normal(rng, n_q, d_q, size), "K": normal(rng, n_k, d_k, size), "V": normal(rng, n_k, d_v),
              "dL_dO": normal(rng, n_q, d_v)}
    if scale is None:
        inputs["g"] = normal(rng, d_q, d_k)
    if relative:
        inputs["R"] = normal(rng, n_q + n_k - 1, d_k, 0.7)
    if bias:
        inputs["bias"] = normal(rng, n_q, n_k)
        inputs["bias"][n_q // 2][0] = NEVER
    if allowed:
        inputs["allowed"] = [[float(rng.random() < 0.7) for _ in range(n_k)] for _ in range(n_q)]
        inputs["allowed"][n_q - 1] = [0.0] * n_k  # a row that is fully masked
    case = {key: exact(value) for key, value in inputs.items()}
    if scale is not None:
        case["g"] = [[mpf(scale) if a == b else mpf(0) for b in range(d_k)] for a in range(d_q)]
    case.update({"T": mpf(temperature), "softcap": mpf(softcap), "causal": causal})
    scores, weights, outputs = forward(case)
    d_weights, d_scores = with_respect_to_weights(case, scores)
    expected = {"S": scores, "A": weights, "O": outputs, "dL_dA": d_weights, "dL_dS": d_scores,
                "dL_dQ": difference(case, "Q"), "dL_dK": difference(case, "K"),
                "dL_dV": difference(case, "V"), "dL_dT": difference(case, "T")}
    if scale is None:
        expected["dL_dg"] = difference(case, "g")
    if relative:
        expected["dL_dR"] = difference(case, "R")
    if bias:
        expected["dL_dbias"] = difference(case, "bias")
    params = {"T": temperature, "mask": "causal" if causal else None}
    if softcap:
        params["softcap"] = softcap
    if scale is not None:
        params["scale"] = scale
    text = json.dumps({
        "topic": "attention", "kind": "backward", "case": f"mine_{name}",
        "source": "seed 001, eq 14 to 18, 20, 61 to 63, with the options of ONNX's operator",
        "inputs": {key: array(value) for key, value in inputs.items()}, "params": params,
        "expected": {key: array(value) for key, value in expected.items()}, "rtol": 1e-11, "atol": 1e-13,
        "witness": "mpmath, 60 digits, gradients by central differences over 1e-20"})
    path = ROOT / f"tests/reference/attention_mine_{name}.json"
    path.write_text(text + "\n", encoding="utf-8")
    print(path.relative_to(ROOT))


if __name__ == "__main__":
    write("together", (4, 6, 3, 2, 3), temperature=0.7, softcap=2.0, causal=True, relative=True, bias=True, allowed=True)
    write("masked", (5, 3, 2, 2, 2), allowed=True, bias=True, seed=2)
    write("softcap", (3, 4, 2, 2, 1), softcap=0.5, scale=0.3, seed=3)
    write("causal_wide", (3, 5, 2, 2, 2), causal=True, scale=1.0, seed=4)
    write("one", (1, 1, 1, 1, 1), temperature=2.0, softcap=3.0, relative=True, bias=False, seed=5)
    write("sharp", (4, 5, 2, 2, 2), scale=0.5, size=100.0, seed=6)
