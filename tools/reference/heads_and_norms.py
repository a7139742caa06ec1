#!/usr/bin/env python3
"""Writes tests/reference/multihead_mine_*.json and norm_mine_*.json: gradients of heads that share keys, and of norms.

    python3 tools/reference/heads_and_norms.py

Needs python3-mpmath. As attention.py: values from the definitions with 60 digits, gradients by central differences over
steps of 1e-20. The output is a function of these two files alone.
"""

import json
import random

from attention import ROOT, STEP, array, exact, forward, normal
from mpmath import mpf, sqrt


def product(a, b):
    return [[sum(x * y for x, y in zip(row, column)) for column in zip(*b)] for row in a]


def heads_output(case):
    """Y of x and context: head h goes with key head h // (H / G)."""
    x, context = case["X"], case["C"]
    heads, shared = len(case["W_Q"]), len(case["W_Q"]) // len(case["W_K"])
    d_k = len(case["W_Q"][0][0])
    total = None
    for h in range(heads):
        head = {"Q": product(x, case["W_Q"][h]), "K": product(context, case["W_K"][h // shared]),
                "V": product(context, case["W_V"][h // shared]), "T": case["T"], "softcap": mpf(0),
                "causal": case["causal"],
                "g": [[1 / sqrt(mpf(d_k)) if a == b else mpf(0) for b in range(d_k)] for a in range(d_k)]}
        part = product(forward(head)[2], case["W_O"][h])
        total = part if total is None else [[a + b for a, b in zip(r, s)] for r, s in zip(total, part)]
    return total


def norm_output(case):
    """y of each row; layer normalisation where there is a bias, else RMS."""
    out = []
    for row in case["X"]:
        n = len(row)
        mean = sum(row) / n if "bias" in case else mpf(0)
        square = sum((x - mean) ** 2 for x in row) / n
        y = [s * (x - mean) / sqrt(square + case["epsilon"]) for x, s in zip(row, case["scale"][0])]
        out.append([a + b for a, b in zip(y, case["bias"][0])] if "bias" in case else y)
    return out


def gradient(output, case, rows):
    """d(sum dL_dY Y) of the rows of one of the case's matrices, in place."""
    def loss():
        return sum(d * y for a, b in zip(case["dL_dY"], output(case)) for d, y in zip(a, b))

    out = []
    for row in rows:
        slopes = []
        for j, value in enumerate(row):
            row[j] = value + STEP
            above = loss()
            row[j] = value - STEP
            below = loss()
            row[j] = value
            slopes.append((above - below) / (2 * STEP))
        out.append(slopes)
    return out


def tensor(list_of_matrices):
    first = list_of_matrices[0]
    data = [number for m in list_of_matrices for number in array(m)["data"]]
    return {"shape": [len(list_of_matrices), len(first), len(first[0])], "data": data}


def vector(matrix):
    return {"shape": [len(matrix[0])], "data": array(matrix)["data"]}


def write(name, topic, kind, source, inputs, params, expected):
    text = json.dumps({"topic": topic, "kind": kind, "case": f"mine_{name}", "source": source, "inputs": inputs,
                       "params": params, "expected": expected, "rtol": 1e-11, "atol": 1e-13,
                       "witness": "mpmath, 60 digits, gradients by central differences over 1e-20"})
    path = ROOT / f"tests/reference/{topic}_mine_{name}.json"
    path.write_text(text + "\n", encoding="utf-8")
    print(path.relative_to(ROOT))


def write_heads(name, heads, key_heads, temperature, causal, seed):
    rng = random.Random(seed)
    raw = {"X": normal(rng, 3, 3), "C": normal(rng, 4, 2), "dL_dY": normal(rng, 3, 3)}
    lists = {"W_Q": [normal(rng, 3, 2) for _ in range(heads)], "W_K": [normal(rng, 2, 2) for _ in range(key_heads)],
             "W_V": [normal(rng, 2, 2) for _ in range(key_heads)], "W_O": [normal(rng, 2, 3) for _ in range(heads)]}
    case = {key: exact(value) for key, value in raw.items()}
    case.update({key: [exact(m) for m in value] for key, value in lists.items()})
    case.update({"T": mpf(temperature), "causal": causal})
    expected = {"Y": array(heads_output(case)), "dL_dX": array(gradient(heads_output, case, case["X"])),
                "dL_dC": array(gradient(heads_output, case, case["C"]))}
    for key in lists:
        expected[f"dL_d{key}"] = tensor([gradient(heads_output, case, m) for m in case[key]])
    inputs = {key: array(value) for key, value in raw.items()}
    inputs.update({key: tensor(value) for key, value in lists.items()})
    write(name, "multihead", "backward", "seed 001, eq 52 to 58, differentiated", inputs,
          {"T": temperature, "mask": "causal" if causal else None}, expected)


def write_norm(name, with_bias, seed):
    rng = random.Random(seed)
    raw = {"X": normal(rng, 3, 4, 2.0), "scale": normal(rng, 1, 4), "dL_dY": normal(rng, 3, 4)}
    if with_bias:
        raw["bias"] = normal(rng, 1, 4)
    case = {key: exact(value) for key, value in raw.items()}
    case["epsilon"] = mpf(1e-3)
    expected = {"Y": array(norm_output(case)), "dL_dX": array(gradient(norm_output, case, case["X"])),
                "dL_dscale": vector(gradient(norm_output, case, case["scale"]))}
    if with_bias:
        expected["dL_dbias"] = vector(gradient(norm_output, case, case["bias"]))
    inputs = {key: vector(value) if key in ("scale", "bias") else array(value) for key, value in raw.items()}
    write(name, "norm", "layer_backward" if with_bias else "rms_backward",
          "LayerNormalization and RMSNormalization of ONNX, differentiated", inputs, {"epsilon": 1e-3}, expected)


if __name__ == "__main__":
    write_heads("grouped", 4, 2, 0.8, True, 1)
    write_heads("ordinary", 2, 2, 1.0, False, 2)
    write_norm("layer", True, 3)
    write_norm("rms", False, 4)
