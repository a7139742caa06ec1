"""Ranks, best steps and n-gram laws, each from its definition, for tools/reference/reading.py."""

import random
from fractions import Fraction

import numpy as np

from reading_numbers import *

# ---------------------------------------------------------------- ranks

def ranks(a):
    """1 for the least; those that are equal share the mean of their places."""
    return real([sum(y < x for y in a) + (sum(y == x for y in a) + 1) / 2 for x in a])


def pearson(a, b):
    a, b = a - total(a) / len(a), b - total(b) / len(b)
    return total(a * b) / np.sqrt(total(a * a) * total(b * b))


def rest_of(y, columns):
    """y less its least-squares fit on the columns: projections on them one by one, made orthogonal, twice over."""
    basis = []
    for column in columns:
        for _ in range(2):
            for e in basis:
                column = column - total(column * e) * e
        basis.append(column / np.sqrt(total(column * column)))
    for _ in range(2):
        for e in basis:
            y = y - total(y * e) * e
    return y


def rank_case(name, a, b, controls):
    """Spearman's; and that of ranks without what an intercept and the ranks of the controls explain."""
    columns = [real(np.ones(len(a)))] + [ranks(c) for c in controls]
    left, right = rest_of(ranks(a), columns), rest_of(ranks(b), columns)
    fit = np.linalg.lstsq(np.array(columns, dtype=float).T, ranks(a).astype(float), rcond=None)[0]
    assert np.allclose(np.array(columns, dtype=float).T @ fit, (ranks(a) - left).astype(float), atol=1e-10)
    return {"name": name, "a": tensor(np.array(a, dtype=float)), "b": tensor(np.array(b, dtype=float)),
            "controls": tensor(np.array(controls, dtype=float).T),
            "rank_correlation": number(pearson(ranks(a), ranks(b))),
            "partial_rank_correlation": number(total(left * right) / np.sqrt(total(left ** 2) * total(right ** 2)))}


def all_ranks():
    rng = random.Random(71)

    def coarse(count, levels):
        return [float(rng.randrange(levels)) for _ in range(count)]

    cases = []
    a, c = coarse(12, 6), coarse(12, 5)
    cases.append(rank_case("ties, one control", a, [x + y for x, y in zip(a, coarse(12, 4))], [c]))
    a = [round(rng.gauss(0, 1), 3) for _ in range(10)]
    cases.append(rank_case("no ties, one control", a, [round(x * x * x + rng.gauss(0, 1), 3) for x in a],
                           [[round(x + rng.gauss(0, 1), 3) for x in a]]))
    a = coarse(15, 3)
    cases.append(rank_case("many ties, two controls", a, [2 - x + y for x, y in zip(a, coarse(15, 3))],
                           [coarse(15, 4), coarse(15, 2)]))
    c = [round(rng.gauss(0, 1), 3) for _ in range(14)]
    cases.append(rank_case("both follow the control", [round(x + rng.gauss(0, .3), 1) for x in c],
                           [round(math.exp(x + rng.gauss(0, .3)), 1) for x in c], [c]))
    cases.append(rank_case("four numbers, one control", [1.0, 2.0, 2.0, 7.0], [-3.5, 0.0, -3.5, 1e6], [[0.0, 1.0, 0.0, 0.0]]))
    a, c = coarse(20, 8), coarse(20, 8)
    cases.append(rank_case("falling, two controls", a, [-x * 0.5 + rng.randrange(3) for x in a],
                           [c, [x + y for x, y in zip(c, coarse(20, 3))]]))
    return cases


# ---------------------------------------------------------------- best step

def best_step(name, noisy, clean, target):
    """D = target - noisy, E = clean - noisy; eta = max(0, <D, E>/<D, D>); what is left: |E - eta D|^2/|E|^2."""
    d, e = real(target) - real(noisy), real(clean) - real(noisy)
    eta = max(REAL(0), total(d * e) / total(d * d))
    return {"name": name, "noisy": tensor(noisy), "clean": tensor(clean), "target": tensor(target), "eta": number(eta),
            "left": number(total((e - eta * d) ** 2) / total(e * e))}


def all_steps():
    rng = random.Random(72)
    cases = []
    clean = gauss(rng, 5, 3)
    noisy = rounded(clean + gauss(rng, 5, 3, 0.5))
    cases.append(best_step("towards the mean", noisy, clean, rounded(np.tile(noisy.mean(axis=0), (5, 1)))))
    cases.append(best_step("the wrong way, eta 0", noisy, clean, rounded(2 * noisy - clean + gauss(rng, 5, 3, 0.2))))
    clean = gauss(rng, 3, 4)
    noisy = rounded(clean + gauss(rng, 3, 4, 0.25))
    target = rounded(noisy + 0.4 * (clean - noisy) + gauss(rng, 3, 4, 0.02))
    cases.append(best_step("too short, eta above 1", noisy, clean, target))
    assert cases[1]["eta"] == 0 and cases[1]["left"] == 1 and cases[2]["eta"] > 1 and 0 < cases[0]["eta"]
    return cases


# ---------------------------------------------------------------- n-gram laws

def ngram_law(text, vocabulary, context):
    """Witten-Bell, interpolated, in fractions: P(w | c) = (count(c w) + T(c) P(w | c'))/(count(c) + T(c)).

    count(c) = sum_w count(c w), T(c) the number of different w after c, c' = c without its first token; below the
    empty context stands 1/V; what was never followed by anything (count(c) = 0) has the law of c'.
    """
    below = ngram_law(text, vocabulary, context[1:]) if context else [Fraction(1, vocabulary)] * vocabulary
    k = len(context)
    after = [text[i + k] for i in range(len(text) - k) if text[i:i + k] == context]
    if not after:
        return below
    kinds = len(set(after))
    law = [(after.count(w) + kinds * below[w]) / (len(after) + kinds) for w in range(vocabulary)]
    assert sum(law) == 1
    return law


def ngrams():
    """Token 6 comes once, as the last of the text: it has a count, but nothing follows it."""
    rng, vocabulary, text = random.Random(73), 7, [0, 1]
    while len(text) < 199:
        usual = (2 * text[-1] + text[-2] + 1) % 6
        text.append(usual if rng.random() < 0.6 else min(rng.randrange(6), rng.randrange(6)))
    text.append(6)
    contexts = [[]]
    places = [4, 5, 17, 42, 77, 101, 128, 150, 186, 200]  # a context ends before the place
    for length in range(1, 5):
        for place in places:
            context = text[place - length:place]
            if context not in contexts:
                contexts.append(context)

    def comes(context):
        return any(text[i:i + len(context)] == context for i in range(len(text)))

    def strange():
        while True:
            context = [rng.randrange(6) for _ in range(4)]
            if not comes(context[1:]) and comes(context[2:]):
                return context

    never = [strange(), [2, 6, 6, 3]]
    assert not any(comes(context) for context in never)
    laws = [ngram_law(text, vocabulary, context) for context in contexts + never]
    return {"text": text, "vocabulary": vocabulary, "most": 4, "never_seen": len(never), "contexts": contexts + never,
            "laws": tensor(np.array([[float(p) for p in law] for law in laws]))}
