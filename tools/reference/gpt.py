#!/usr/bin/env python3
"""Writes tests/reference/gpt_*.json: a small transformer that predicts tokens, its gradient, and three updates by AdamW;
and adamw_*.json, the updates alone.

    python3 tools/reference/gpt.py

Needs python3-numpy. From the definitions, with a reverse mode by hand. Everything is computed twice, in long doubles, which
are written, and in doubles, which have to agree within the tolerance; the gradient is held against central
differences of fourth order before anything is written. Where long doubles are doubles, the last digits may be others.

Flat order of the weights: tokens (V x d), positions (T x d), then of each block ln1 scale, ln1 bias, W_qkv (d x 3 d:
queries of all heads, keys, values), b_qkv, W_o, b_o, ln2 scale, ln2 bias, W_1 (d x 4 d), b_1, W_2, b_2; then the last
scale, bias, W_h (d x V), b_h. Matrices are row-major and multiply row vectors from the right.
"""

import json
import pathlib
import random

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parents[2]
EPSILON = 1e-5  # of the layer norms
RTOL, ATOL = 1e-9, 1e-11
LONG = np.longdouble


def names_and_shapes(s):
    v, t, d = s["V"], s["T"], s["d"]
    block = {"scale1": (d,), "bias1": (d,), "w_qkv": (d, 3 * d), "b_qkv": (3 * d,), "w_o": (d, d), "b_o": (d,),
             "scale2": (d,), "bias2": (d,), "w_1": (d, 4 * d), "b_1": (4 * d,), "w_2": (4 * d, d), "b_2": (d,)}
    out = [("tokens", (v, d)), ("positions", (t, d))]
    for b in range(s["blocks"]):
        out += [(f"{b}.{name}", shape) for name, shape in block.items()]
    return out + [("scale", (d,)), ("bias", (d,)), ("w_h", (d, v)), ("b_h", (v,))]


def unpack(flat, s):
    out, at = {}, 0
    for name, shape in names_and_shapes(s):
        size = int(np.prod(shape))
        out[name] = flat[at:at + size].reshape(shape)
        at += size
    assert at == flat.size
    return out


def pack(parts, s):
    return np.concatenate([parts[name].reshape(-1) for name, _ in names_and_shapes(s)])


# Each layer with what it hands back: the output, and a function from d(output) to d(input) and d(weights).


def linear(x, w, b):
    def back(dy):
        return dy @ w.T, x.T @ dy, dy.sum(axis=0)
    return x @ w + b, back


def layer_norm(x, scale, bias):
    n = x.shape[1]
    centred = x - x.sum(axis=1, keepdims=True) / n
    root = np.sqrt((centred ** 2).sum(axis=1, keepdims=True) / n + x.dtype.type(EPSILON))
    unit = centred / root

    def back(dy):
        du = dy * scale
        dx = (du - du.sum(axis=1, keepdims=True) / n - unit * ((du * unit).sum(axis=1, keepdims=True) / n)) / root
        return dx, (dy * unit).sum(axis=0), dy.sum(axis=0)
    return scale * unit + bias, back


def gelu(u):
    # The constants as doubles: what a program has.
    c, k = u.dtype.type(np.sqrt(2 / np.pi)), u.dtype.type(0.044715)
    tanh = np.tanh(c * (u + k * u ** 3))

    def back(dy):
        return dy * ((1 + tanh) / 2 + u / 2 * (1 - tanh ** 2) * c * (1 + 3 * k * u ** 2))
    return u / 2 * (1 + tanh), back


def softmax(z):
    e = np.exp(z - z.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


def head(q, k, v):
    """Causal attention of one head: row t sees rows up to t."""
    root = np.sqrt(q.dtype.type(q.shape[1]))
    logits = q @ k.T / root
    logits[np.triu_indices(len(q), 1)] = -np.inf
    a = softmax(logits)

    def back(dy):
        da = dy @ v.T
        dz = a * (da - (a * da).sum(axis=1, keepdims=True)) / root
        return dz @ k, dz.T @ q, a.T @ dy
    return a @ v, back


def attention(qkv, heads):
    d = qkv.shape[1] // 3
    each = d // heads
    places = [[slice(part * d + h * each, part * d + (h + 1) * each) for part in range(3)] for h in range(heads)]
    made = [head(*(qkv[:, place] for place in triple)) for triple in places]

    def back(dy):
        d_qkv = np.zeros_like(qkv)
        for h, (_, through) in enumerate(made):
            for place, part in zip(places[h], through(dy[:, h * each:(h + 1) * each])):
                d_qkv[:, place] = part
        return d_qkv
    return np.concatenate([out for out, _ in made], axis=1), back


def block(x, w, name, heads, grad):
    """Adds what it finds to grad when its second result is called."""
    def of(key):
        return w[f"{name}.{key}"]

    def keep(dx, d_w, d_b, key_w, key_b):
        grad[f"{name}.{key_w}"] += d_w
        grad[f"{name}.{key_b}"] += d_b
        return dx

    a, through_norm1 = layer_norm(x, of("scale1"), of("bias1"))
    qkv, through_qkv = linear(a, of("w_qkv"), of("b_qkv"))
    o, through_attention = attention(qkv, heads)
    added, through_o = linear(o, of("w_o"), of("b_o"))
    middle = x + added
    a, through_norm2 = layer_norm(middle, of("scale2"), of("bias2"))
    u, through_1 = linear(a, of("w_1"), of("b_1"))
    g, through_gelu = gelu(u)
    added, through_2 = linear(g, of("w_2"), of("b_2"))

    def back(dy):
        du = through_gelu(keep(*through_2(dy), "w_2", "b_2"))
        d_middle = dy + keep(*through_norm2(keep(*through_1(du), "w_1", "b_1")), "scale2", "bias2")
        d_qkv = through_attention(keep(*through_o(d_middle), "w_o", "b_o"))
        return d_middle + keep(*through_norm1(keep(*through_qkv(d_qkv), "w_qkv", "b_qkv")), "scale1", "bias1")
    return middle + added, back


def evaluate(flat, batch, s):
    """Mean cross-entropy in nats of all predictions, logits of each sequence, and the gradient, flat."""
    w = unpack(flat, s)
    grad = {name: np.zeros(shape, flat.dtype) for name, shape in names_and_shapes(s)}
    total, logits = flat.dtype.type(0), []
    count = len(batch) * s["T"]
    for sequence in batch:
        seen, wanted = sequence[:-1], sequence[1:]
        x, through = w["tokens"][seen] + w["positions"], []
        for b in range(s["blocks"]):
            x, back = block(x, w, str(b), s["heads"], grad)
            through.append(back)
        h, through_norm = layer_norm(x, w["scale"], w["bias"])
        z, through_head = linear(h, w["w_h"], w["b_h"])
        logits.append(z)
        most = z.max(axis=1)
        rows = np.arange(s["T"])
        total += (most + np.log(np.exp(z - most[:, None]).sum(axis=1)) - z[rows, wanted]).sum()
        dz = softmax(z)
        dz[rows, wanted] -= 1
        dh, d_w, d_b = through_head(dz / count)
        grad["w_h"] += d_w
        grad["b_h"] += d_b
        dx, d_scale, d_bias = through_norm(dh)
        grad["scale"] += d_scale
        grad["bias"] += d_bias
        for back in reversed(through):
            dx = back(dx)
        np.add.at(grad["tokens"], seen, dx)
        grad["positions"] += dx
    return total / count, np.array(logits), pack(grad, s)


def rate_of(update, o):
    """Linear over `warmup` updates, the last of which has the full rate; then a cosine that ends in floor times it."""
    if update < o["warmup"]:
        return o["rate"] * (update + 1) / LONG(o["warmup"])
    done = LONG(update + 1 - o["warmup"]) / (o["updates"] - o["warmup"])
    return o["rate"] * (o["floor"] + (1 - o["floor"]) * (1 + np.cos(done * LONG("3.14159265358979323846264"))) / 2)


def train(flat, batch, s, o, steps):
    """AdamW as in Loshchilov and Hutter (2019) and PyTorch, with the gradient clipped as a whole."""
    real = flat.dtype.type
    o = {key: value if isinstance(value, int) else real(value) for key, value in o.items()}
    w, mean, squares = flat.copy(), np.zeros_like(flat), np.zeros_like(flat)
    losses, norms, rates, gradients = [], [], [], []
    for update in range(steps):
        loss, _, grad = evaluate(w, batch, s)
        norm = np.sqrt((grad ** 2).sum())
        rate = real(rate_of(update, o))
        for kept, value in ((losses, loss), (norms, norm), (rates, rate), (gradients, grad)):
            kept.append(value)
        if norm > o["clip"]:
            grad = grad * (o["clip"] / norm)
        w = w - rate * o["decay"] * w
        mean = o["first"] * mean + (1 - o["first"]) * grad
        squares = o["second"] * squares + (1 - o["second"]) * grad ** 2
        unbiased = mean / (1 - o["first"] ** (update + 1)), squares / (1 - o["second"] ** (update + 1))
        w = w - rate * unbiased[0] / (np.sqrt(unbiased[1]) + o["epsilon"])
    out = {"weights_after": w, "losses": np.array(losses), "norms": np.array(norms), "rates": np.array(rates)}
    alone = {key: out[key] for key in ("weights_after", "norms", "rates")}
    return out, {**alone, "mean": mean, "squares": squares}, np.array(gradients)


def check_gradient(flat, batch, s, grad):
    step = LONG(1e-4)
    worst = LONG(0)
    for i in range(flat.size):
        def loss(by):
            moved = flat.copy()
            moved[i] += by
            return evaluate(moved, batch, s)[0]

        near, far = loss(step) - loss(-step), loss(2 * step) - loss(-2 * step)
        worst = max(worst, abs((8 * near - far) / (12 * step) - grad[i]))
    print(f"  gradient against differences: {float(worst):.1e}, largest {float(abs(grad).max()):.1e}")
    assert worst < 1e-9 * max(1, abs(grad).max())


def results(flat, batch, s, o):
    loss, logits, grad = evaluate(flat, batch, s)
    trained, alone, gradients = train(flat, batch, s, o, 3)
    return {"loss": np.array([loss]), "logits": logits, "gradient": grad, **trained}, alone, gradients


def array(a):
    return {"shape": list(a.shape), "data": [float(x) for x in a.reshape(-1)]}


def write(topic, kind, name, source, inputs, params, expected):
    path = ROOT / f"tests/reference/{topic}_{name}.json"
    text = json.dumps({"topic": topic, "kind": kind, "case": name, "source": source, "inputs": inputs, "params": params,
                       "expected": {key: array(value) for key, value in expected.items()}, "rtol": RTOL, "atol": ATOL,
                       "witness": "NumPy, long doubles, gradients held against central differences"})
    path.write_text(text + "\n", encoding="utf-8")
    print(f"  {path.relative_to(ROOT)}, {len(text)} bytes")


def weights_for(s, size, rng):
    """Three digits each, so that the file is short: matrices of standard deviation size / sqrt(rows), scales around 1."""
    parts = {}
    for name, shape in names_and_shapes(s):
        width = size / np.sqrt(shape[0]) if len(shape) == 2 and name not in ("tokens", "positions") else 0.3 * size
        about = 1.0 if "scale" in name else 0.0
        parts[name] = np.array([round(rng.gauss(about, width), 3) for _ in range(int(np.prod(shape)))])
    return pack(parts, s)


def run_case(name, s, count, size, options, seed):
    print(name)
    rng = random.Random(seed)
    flat = weights_for(s, size, rng)
    batch = np.array([[rng.randrange(s["V"]) for _ in range(s["T"] + 1)] for _ in range(count)])
    exact, alone, gradients = results(flat.astype(LONG), batch, s, options)
    rounded, _, _ = results(flat, batch, s, options)
    check_gradient(flat.astype(LONG), batch, s, exact["gradient"])
    for key, value in exact.items():
        error = abs(rounded[key] - value)
        assert (error <= ATOL / 10 + RTOL / 10 * abs(value)).all(), key
        print(f"  {key}: doubles are off by {float(error.max()):.1e}")
    print("  norms", [f"{float(x):.3g}" for x in exact["norms"]], "losses", [f"{float(x):.4g}" for x in exact["losses"]])
    inputs = {"weights": array(flat), "tokens": array(batch)}
    write("gpt", "training", name, "pre-norm transformer (GPT-2), AdamW; the model of seed 002, section 7", inputs,
          {**s, "layer_norm_epsilon": EPSILON, **options, "steps": 3}, exact)
    if s["blocks"] == 1:
        write("adamw", "steps", name, "Loshchilov and Hutter (2019)",
              {"weights": array(flat), "gradients": array(gradients)}, options, alone)


if __name__ == "__main__":
    OPTIONS = {"rate": 5e-3, "first": 0.9, "second": 0.99, "epsilon": 1e-8, "decay": 1e-4, "clip": 1.0,
               "warmup": 2, "updates": 6, "floor": 0.05}
    run_case("two_blocks", {"V": 7, "T": 5, "d": 6, "heads": 2, "blocks": 2}, 3, 1.0, OPTIONS, 1)
    run_case("one_block", {"V": 5, "T": 4, "d": 4, "heads": 1, "blocks": 1}, 2, 0.5,
             {**OPTIONS, "rate": 0.05, "decay": 0.1, "clip": 1.6, "warmup": 0, "updates": 3}, 2)
    run_case("sharp", {"V": 5, "T": 6, "d": 4, "heads": 2, "blocks": 1}, 2, 4.0, {**OPTIONS, "epsilon": 1e-6}, 3)
