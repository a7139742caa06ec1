#!/usr/bin/env python3
"""Writes tests/reference/reading_*.json: what is read of an attention head, of 12 heads, and the measures beside it.

    python3 tools/reference/reading.py

Needs python3-numpy, on a machine whose long double has 64 bits of mantissa (x86-64). Every formula is written out here
from its definition; nothing is shared with the library. Inputs are decimals of three places from Python's own generator (X of
a head with a norm in front is that norm of its X0). Arithmetic is that of long double, with differences where the plain form
would cancel, and rounded once when it is written; only eigenvalues are those of LAPACK, in double. Derivatives, edges and
capacities are checked against differences below, or the script stops. The output is a function of this file alone, but for the
last digits of eigenvalues, which may differ with LAPACK.

Tokens are rows. One head: q_t = W_Q x_t + b_Q, and so on; s_tj = scale q_t.k_j + mask_tj, of which a mask of -Infinity
hides key j from token t; a_t = softmax of the scores that are seen; g_t = sum_j a_tj v_j; the head adds W_O g_t to the stream.
"""


import json
import pathlib
import random
import re

import numpy as np

from reading_head import *
from reading_measures import *
from reading_numbers import *

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "tests" / "reference"


# ---------------------------------------------------------------- the heads

def causal(n):
    return np.array([[0.0 if j <= t else NEVER for j in range(n)] for t in range(n)])


def positions(rng, n, d, turn, amplitude, spread):
    """Rows (cos, sin) of an angle that grows with the place, in the first two numbers, and a token of its own in the rest."""
    x = gauss(rng, n, d, spread)
    for t in range(n):
        x[t, 0] += amplitude * math.cos(turn * t)
        x[t, 1] += amplitude * math.sin(turn * t)
    return rounded(x)


def low_rank(rng, d_k, d, turn, gain, noise):
    """W_Q and W_K of rank 2 but for some noise: the query turns its angle back by one place, and so finds the token before."""
    basis, _ = np.linalg.qr(gauss(rng, d_k, 2))
    w_q, w_k = gauss(rng, d_k, d, noise), gauss(rng, d_k, d, noise)
    back = np.array([[math.cos(turn), math.sin(turn)], [-math.sin(turn), math.cos(turn)]])
    w_q[:, :2] += gain * basis @ back
    w_k[:, :2] += gain * basis
    return rounded(w_q), rounded(w_k)


EMPTY = dict.fromkeys(["x", "w_q", "w_k", "w_v", "w_o", "b_q", "b_k", "b_v", "q", "k", "v", "u", "mask", "scale", "before"])


def trained_like(name, seed, n, d, d_k, d_v, gain, biases="", **more):
    rng = random.Random(seed)
    turn = 2 * math.pi / 11
    head = dict(EMPTY, name=name, kind="trained-like")
    head["x"] = positions(rng, n, d, turn, 1.5, 0.6)
    head["w_q"], head["w_k"] = low_rank(rng, d_k, d, turn, gain, 0.12)
    head["w_v"], head["w_o"] = gauss(rng, d_v, d, 0.5), gauss(rng, d, d_v, 0.5)
    for b in biases:
        head["b_" + b] = gauss_list(rng, d_v if b == "v" else d_k, 0.3)
    head["u"] = gauss(rng, n, d_v, 0.4)
    return dict(head, **more)


def from_x(name, kind, seed, n, d, d_k, d_v, size, with_o, biases="", **more):
    rng = random.Random(seed)
    head = dict(EMPTY, name=name, kind=kind)
    head["x"] = gauss(rng, n, d)
    head["w_q"], head["w_k"], head["w_v"] = gauss(rng, d_k, d, size), gauss(rng, d_k, d, size), gauss(rng, d_v, d, 0.6)
    head["w_o"] = gauss(rng, d, d_v, 0.6) if with_o else None
    for b in biases:
        head["b_" + b] = gauss_list(rng, d_v if b == "v" else d_k, 0.4)
    head["u"] = gauss(rng, n, d_v)
    return dict(head, **more)


def from_qkv(name, kind, seed, n, m, d_k, d_v, size, **more):
    rng = random.Random(seed)
    head = dict(EMPTY, name=name, kind=kind)
    head["q"], head["k"], head["v"] = gauss(rng, n, d_k, size), gauss(rng, m, d_k, size), gauss(rng, m, d_v)
    head["u"] = gauss(rng, n, d_v)
    return dict(head, **more)


def norm_before(head, seed):
    """X0, scale and bias of a norm whose output is the head's X: the X that the head had becomes X0."""
    rng = random.Random(seed)
    x0 = rounded(1.7 * head["x"] + 0.4)
    d = x0.shape[1]
    before = {"x0": x0, "scale": rounded(1 + gauss(rng, 1, d, 0.3))[0], "bias": gauss_list(rng, d, 0.2)}
    x = [layer_norm(real(row), real(before["scale"]), real(before["bias"]))[0] for row in x0]
    return dict(head, x=np.array(x).astype(float), before=before)


def all_heads():
    heads = [
        norm_before(trained_like("trained: biases, norm before", 1, 8, 8, 4, 4, 1.6, "qkv", mask=causal(8)), 101),
        trained_like("trained: d_v below d_k", 2, 8, 8, 3, 2, 1.4, mask=causal(8)),
        trained_like("trained: d_v above d_k, scale", 3, 8, 6, 2, 4, 1.5, scale=0.45, mask=causal(8)),
    ]

    window = causal(6)  # farther back costs more, and more than three places back is not seen
    for t in range(6):
        for j in range(t + 1):
            window[t, j] = -0.25 * (t - j) if t - j <= 3 else NEVER
    heads.append(trained_like("trained: finite mask in a window, bias of W_Q", 4, 6, 7, 4, 3, 1.3, "q", mask=window))

    mask = np.zeros((6, 6))  # tokens 2 and 4 do not see themselves, nor token 5 the first
    mask[2, 2] = mask[4, 4] = mask[5, 0] = NEVER
    mask[3, 1] = 0.75
    heads.append(from_x("random: d_v = d, no W_O, own key hidden", "random", 5, 6, 4, 3, 4, 0.7, False, mask=mask))

    rng = random.Random(60)
    mask = gauss(rng, 5, 7)
    for t, j in [(0, 6), (1, 0), (1, 1), (1, 2), (3, 3), (4, 0), (4, 5)]:
        mask[t, j] = NEVER
    heads.append(from_qkv("random: n below m, finite and infinite mask", "random", 6, 5, 7, 3, 2, 1.0, mask=mask))

    heads.append(from_x("random: d_v below d, no W_O, no u", "random", 7, 5, 5, 2, 3, 0.6, False, u=None))
    heads.append(from_x("random: one token", "random", 8, 1, 3, 2, 2, 0.8, True, "kv", mask=causal(1)))

    equal = from_qkv("random: equal scores", "random", 9, 4, 5, 2, 3, 0.8)
    equal["k"] = np.array([[2.0, 0.0], [0.0, 1.0], [-2.0, 2.0], [1.0, 0.5], [3.0, -2.0]])
    equal["q"][0] = [0.0, 0.0]  # all are 0
    equal["q"][1] = [1.0, 2.0]  # 2, 2, 2, 2, and -1, which is hidden
    equal["scale"] = 0.5
    equal["mask"] = np.zeros((4, 5))
    equal["mask"][0, :] = -0.5  # a constant
    equal["mask"][1, 4] = NEVER
    equal["mask"][2, :] = [NEVER, NEVER, NEVER, 0.0, NEVER]  # one key
    heads.append(equal)

    heads.append(norm_before(from_x("peaked: causal, d_v = d, no W_O, norm before", "peaked", 27, 7, 5, 3, 5, 1.3, False, "k",
                                    mask=causal(7)), 127))

    zero = from_x("peaked: a token of zeros", "peaked", 11, 6, 6, 4, 2, 0.75, True, "kv")
    zero["x"][3, :] = 0  # its query is 0, as there is no b_Q
    heads.append(zero)

    far = from_qkv("peaked: n above m, large scores", "peaked", 12, 6, 4, 2, 2, 2.0)
    far["q"][2] = [30.0, 0.0]
    far["k"][:, 0] = [-1.5, 2.5, -0.25, 0.5]
    far["scale"] = 1.0
    far["mask"] = np.zeros((6, 4))
    far["mask"][0, 1], far["mask"][4, 2], far["mask"][5, 0] = -30.0, 3.5, NEVER
    heads.append(far)
    return heads


def read(head):
    q, k, v, scale, mask = parts_of(head)
    scores = scores_of(q, k, scale, mask)
    weights = softmax(scores)
    output = weights @ v
    assert scores.dtype == weights.dtype == output.dtype == REAL  # an array of doubles stays one beside a long double scalar
    n, m = weights.shape
    for t in range(n):  # a weight is 1 to the last bit of a double, or clearly not
        rest = total(np.delete(weights[t], int(np.argmax(weights[t]))))
        assert rest > 1e-7 or rest < 1e-18, (head["name"], t, rest)
    assert np.abs(weights.sum(axis=1) - 1).max() < 1e-18 * m

    capacities, peaks, tops = temperature_readings(scores, mask)
    is_causal = n == m and all(mask[t, j] == NEVER for t in range(n) for j in range(t + 1, n))
    expected = {"scale": number(scale), "scores": tensor(scores), "weights": tensor(weights), "output": tensor(output),
                "heat_capacity": tensor(capacities), "peak_temperature": tensor(peaks), "peak_capacity": tensor(tops),
                "retrieval": tensor(retrieval_classes(weights, mask)), "form": form(head) if head["x"] is not None else None,
                "edges": None, "advantage": None, "routed_error": None, "blocks": None, "blocks_norm": None,
                "lag_mass": tensor(lag_mass(weights)) if is_causal else None,
                "distance": distance_share(q, k, scale, mask)}
    if head["u"] is not None:
        u = real(head["u"])
        expected["edges"] = tensor(real([edge_effects(scores, weights, v, u, mask, delta) for delta in DELTAS]))
        expected["advantage"] = tensor(-along(weights, v, u))
        expected["routed_error"] = number(total([abs(total(u[t] * (output[t] - output.sum(axis=0) / n)))
                                                 for t in range(n)]) / n)
    if w_o_of(head) is not None:
        expected["blocks"] = {"query": blocks(head, False, None), "whole": blocks(head, True, None)}
        if head["before"]:
            expected["blocks_norm"] = {"query": blocks(head, False, head["before"]), "whole": blocks(head, True, head["before"])}
    names = ["x", "w_q", "w_k", "w_v", "w_o", "b_q", "b_k", "b_v", "q", "k", "v", "u", "mask"]
    inputs = {name: tensor(head[name]) for name in names}
    inputs["scale"] = head["scale"]
    inputs["norm"] = head["before"] and {"x0": tensor(head["before"]["x0"]), "scale": tensor(head["before"]["scale"]),
                                         "bias": tensor(head["before"]["bias"]), "epsilon": EPSILON}
    sizes = {"n": n, "m": m, "d_k": q.shape[1], "d_v": v.shape[1], "d": None if head["x"] is None else head["x"].shape[1]}
    return {"name": head["name"], "kind": head["kind"], "sizes": sizes, "causal": is_causal, "inputs": inputs,
            "expected": expected}, scores


def all_positions(scores):
    """The scores of the three causal heads, of scores that are nearly those of their places, and of equal ones."""
    rng = random.Random(74)
    near = [causal(5) + np.array([[-0.5 * abs(t - j - 1) for j in range(5)] for t in range(5)]) + gauss(rng, 5, 5, 0.1)
            for _ in range(4)]
    near = [np.where(s == NEVER, NEVER, np.round(s, 3)) for s in near]
    matrices = {"three causal heads": [s.astype(float) for s in scores], "nearly places alone": near,
                "one matrix": near[:1], "equal scores": [causal(3), causal(3) + 2.0]}
    return [{"name": name, "scores": tensor(np.array(s)), "share": position_share([real(m) for m in s])}
            for name, s in matrices.items()]


def write(kind, name, inputs, params, expected):
    """One case: what is null is left out. Numbers are lists of one."""
    slug = re.sub("[^a-z0-9]+", "_", name.lower())
    def present(parts):
        return {key: value if isinstance(value, dict) else {"shape": [1], "data": [value]}
                for key, value in parts.items() if value is not None}
    case = {"topic": "reading", "kind": kind, "case": slug,
            "source": "seeds 000 to 004, read of one head; Roy and Vetterli 2007; Spearman 1904; Witten and Bell 1991",
            "inputs": present(inputs), "params": {key: value for key, value in params.items() if value is not None},
            "expected": present(expected), "rtol": 1e-9, "atol": 1e-11,
            "witness": "capacities, edges and blocks against differences, determinants against eigenvalues"}
    path = FOLDER / f"reading_{kind}_{slug}.json"
    path.write_text(json.dumps(case, allow_nan=False) + "\n", encoding="utf-8")
    print(path.name, path.stat().st_size, "bytes")


def write_head(case):
    inputs, expected = dict(case["inputs"]), dict(case["expected"])
    scale, norm = inputs.pop("scale"), inputs.pop("norm")
    if norm:
        inputs.update(norm_stream=norm["x0"], norm_scale=norm["scale"])
    # 1 / sqrt(d_k) where none is given; the formula of the advantage is in that of a cut.
    for key in ("scale", "advantage"):
        expected.pop(key)
    for group in ("form", "distance"):
        for key, value in (expected.pop(group) or {}).items():
            expected[f"{group}_{key}"] = value
    for group in ("blocks", "blocks_norm"):
        for of, block in (expected.pop(group, None) or {}).items():
            for key in ("radius", "sign", "log_det"):
                expected[f"{group}_{of}_{key}"] = block[key]
    write("head", case["name"], inputs, {"scale": scale}, expected)


def main():
    cases, scores = zip(*[read(head) for head in all_heads()])
    for case in cases:
        write_head(case)
    for case in all_positions(scores[:3]):
        if case["share"] is None:
            case["share"] = 0.0  # as the library defines it
        write("position", case["name"], {"scores": case["scores"]}, {}, {"share": case["share"]})
    for case in all_ranks():
        write("ranks", case["name"], {key: case[key] for key in ("a", "b", "controls")}, {},
              {key: case[key] for key in ("rank_correlation", "partial_rank_correlation")})
    for case in all_steps():
        write("step", case["name"], {key: case[key] for key in ("noisy", "clean", "target")}, {}, {"left": case["left"]})
    laws = ngrams()
    longest = laws["most"]
    contexts = [[-1] * (longest - len(c)) + c for c in laws["contexts"]]
    write("ngram", "laws", {"text": tensor(np.array(laws["text"])), "contexts": tensor(np.array(contexts))},
          {"vocabulary": laws["vocabulary"], "most": longest}, {"laws": laws["laws"]})


if __name__ == "__main__":
    main()
