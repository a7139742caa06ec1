#!/usr/bin/env python3
"""Writes what attn::mathfn is built from and measured against, computed by mpmath.

    python3 tools/reference/mathfn.py            writes tests/reference/mathfn.json
    python3 tools/reference/mathfn.py --tables   writes cpp/src/numerics/mathfn_tables.hpp

Needs python3-mpmath. Both outputs are functions of this file alone: running it again changes
nothing.

Reference values: every argument is a double, taken as the exact number it is. The true value is
computed with 80 digits (and 500 more for the reduction of large arguments to sin and cos), rounded
once to the nearest double, and what the rounding left, true - rounded, is kept in units in the last
place (ulp) of the rounded value. An error of a computed double c is then
(c - rounded) / ulp - residual, exact to the digits printed.
"""

import json
import math
import pathlib
import random
import struct
import sys

import mpmath
from mpmath import mp, mpf

ROOT = pathlib.Path(__file__).resolve().parents[2]
DIGITS = 80
POINTS = 2600  # per function
MIN_EXPONENT = -1074  # the smallest denormal is 2^-1074


# ---- doubles -------------------------------------------------------------------------------------


def from_bits(bits):
    return struct.unpack("<d", struct.pack("<Q", bits))[0]


def to_bits(x):
    return struct.unpack("<Q", struct.pack("<d", x))[0]


def neighbour(x, steps):
    """The double `steps` places above x (below when negative), for positive finite x."""
    return from_bits(to_bits(x) + steps)


def ulp_exponent(value):
    """e such that the doubles around |value| are 2^e apart."""
    _, exponent = mpmath.frexp(abs(value))
    return max(int(exponent) - 53, MIN_EXPONENT)


def round_to_double(value):
    """(nearest double, ties to even; true - rounded in ulp of the rounded value)."""
    if value == 0:
        return 0.0, 0.0
    e = ulp_exponent(value)
    n = int(mpmath.nint(mpmath.ldexp(value, -e)))  # nint rounds ties to even
    if e >= 0 and abs(n) << e >= 2**1024:
        return math.copysign(math.inf, n), 0.0
    rounded = math.ldexp(n, e)
    if rounded == 0:
        return math.copysign(0.0, value), float(value * mpf(2) ** -MIN_EXPONENT)
    residual = (value - mpf(rounded)) / mpf(2) ** ulp_exponent(mpf(rounded))
    return rounded, float(residual)


def hex_double(value):
    """Hexadecimal literal of the double nearest to value."""
    return float(round_to_double(mpf(value))[0]).hex()


def round_to_multiple(value, exponent):
    """value rounded to a multiple of 2^exponent."""
    return mpmath.ldexp(mpmath.nint(mpmath.ldexp(value, -exponent)), exponent)


# ---- tables --------------------------------------------------------------------------------------

LOG_GRID = -42  # ln 2 and log c are cut at multiples of 2^-42, so that k ln 2 + log c is exact


def exp_rows():
    for i in range(128):
        true = mpf(2) ** (mpf(i) / 128)
        head = mpf(round_to_double(true)[0])
        yield f"    {{{hex_double(head)}, {hex_double(true / head - 1)}}},"


def log_rows():
    """Row j serves the z in [1, 2) next to 1 + j/128; from j = 53 on as 2^(k+1) z/2, not 2^k z."""
    for j in range(129):
        centre = 1 + mpf(j) / 128
        inverse = round_to_multiple(1 / centre, -10)
        true = -mpmath.log(inverse) - (mpmath.log(2) if j >= 53 else 0)
        head = round_to_multiple(true, LOG_GRID)
        yield f"    {{{hex_double(inverse)}, {hex_double(head)}, {hex_double(true - head)}}},"


def two_over_pi_rows():
    """Two words of zeros, then the first 1216 binary digits of 2/pi, 32 to a word."""
    bits = int(mpmath.floor(mpmath.ldexp(2 / mp.pi, 38 * 32)))
    words = [0, 0] + [(bits >> (32 * (37 - i))) & 0xFFFFFFFF for i in range(38)]
    for start in range(0, len(words), 5):
        yield "    " + " ".join(f"0x{w:08x}u," for w in words[start : start + 5])


def split_rows():
    """Constants cut so that products with small integers or short significands are exact."""
    step = mpmath.log(2) / 128
    step_head = round_to_multiple(step, -42)
    yield f"constexpr double kLn2Over128Head = {hex_double(step_head)};"
    yield f"constexpr double kLn2Over128Tail = {hex_double(step - step_head)};"
    yield f"constexpr double k128OverLn2 = {hex_double(1 / step)};"
    head = round_to_multiple(mpmath.log(2), LOG_GRID)
    yield f"constexpr double kLn2Head = {hex_double(head)};"
    yield f"constexpr double kLn2Tail = {hex_double(mpmath.log(2) - head)};"
    rest = mp.pi / 2
    for part in range(3):
        cut = mpmath.ldexp(mpmath.floor(mpmath.ldexp(rest, 32 + 33 * part)), -32 - 33 * part)
        yield f"constexpr double kHalfPi{part + 1} = {hex_double(cut)};"
        rest -= cut
    yield f"constexpr double kHalfPi4 = {hex_double(rest)};"
    double_half_pi = mpf(round_to_double(mp.pi / 2)[0])
    upper = round_to_multiple(double_half_pi, -25)
    yield f"constexpr double kHalfPiUpper = {hex_double(upper)};"
    yield f"constexpr double kHalfPiLower = {hex_double(double_half_pi - upper)};"
    yield f"constexpr double kHalfPiRest = {hex_double(mp.pi / 2 - double_half_pi)};"
    yield f"constexpr double kTwoOverPi = {hex_double(2 / mp.pi)};"


def write_tables():
    mp.dps = 500
    text = f"""// Constants of mathfn.cpp, written by tools/reference/mathfn.py --tables.
#pragma once

#include <array>
#include <cstdint>

#include "numerics/mathfn_rows.hpp"

namespace attn::mathfn {{

// clang-format off

// ln 2 / 128, ln 2 and pi / 2 in parts: the first parts end early, so that k times them is exact
// for the k that occur.
{chr(10).join(split_rows())}

// 2^(i/128) = head (1 + tail), i = 0 .. 127; head is the nearest double.
constexpr std::array<detail::ExpRow, 128> kExpRows = {{{{
{chr(10).join(exp_rows())}
}}}};

// Row j = 0 .. 128: inverse is 1 / (1 + j/128) to 10 binary places; head + tail is -log(inverse),
// less ln 2 from j = 53 on; head is a multiple of 2^-42.
constexpr std::array<LogRow, 129> kLogRows = {{{{
{chr(10).join(log_rows())}
}}}};

// 64 zeros, then the binary digits of 2/pi behind the point, 32 to a word, most significant first.
constexpr std::uint32_t kTwoOverPiDigits[40] = {{
{chr(10).join(two_over_pi_rows())}
}};

// clang-format on

}}  // namespace attn::mathfn
"""
    (ROOT / "cpp/src/numerics/mathfn_tables.hpp").write_text(text, encoding="utf-8")


# ---- arguments -----------------------------------------------------------------------------------

LARGEST = 1.7976931348623157e308
SPECIAL = [0.0, -0.0, math.inf, -math.inf, math.nan, 5e-324, -5e-324, 2.2250738585072009e-308,
           2.0**-1022, -(2.0**-1022), 1.0, -1.0, LARGEST, -LARGEST]


def around(x, width=3):
    """x and its neighbours, either sign of x."""
    sign = math.copysign(1.0, x)
    return [sign * neighbour(abs(x), s) for s in range(-width, width + 1)]


def random_double(rng, low, high):
    """Random significand, exponent uniform in [low, high], positive."""
    return math.ldexp(1 + rng.getrandbits(52) * 2.0**-52, rng.randint(low, high))


def fill(points, make):
    points = list(points)
    while len(points) < POINTS:
        points.append(make())
    return points


def exp_arguments(rng):
    points = list(SPECIAL)
    for threshold in (709.782712893384, 709.79, 700.0, 708.3964185322641, 1e300, 710.0):
        points += around(threshold) + around(-threshold)
    for threshold in (-745.1332191019411, -745.1332191019412, -745.2, -744.4400719213812):
        points += around(threshold)
    for i in range(-300, 301, 5):  # seams of the table: odd multiples of ln 2 / 256
        seam = float((2 * i + 1) * mpmath.log(2) / 256)
        points += [from_bits(to_bits(seam) + s) for s in (-1, 0, 1)]
    for _ in range(250):  # denormal results
        points.append(rng.uniform(-745.2, -708.0))
    for _ in range(200):
        points.append(rng.uniform(699.0, 709.8))
    for _ in range(200):  # all exponents
        points.append(rng.choice((-1, 1)) * random_double(rng, -1022, 1023))
    for _ in range(200):
        points.append(rng.choice((-1, 1)) * random_double(rng, -60, 9))
    for _ in range(400):
        points.append(rng.uniform(-1.0, 1.0))
    return fill(points, lambda: rng.uniform(-745.0, 709.0))


def log_arguments(rng):
    points = list(SPECIAL) + around(1.0, 20)
    points += around(2.0) + around(0.5) + around(math.e) + around(10.0)
    for e in range(-53, -1):  # next to 1, at every distance
        points += [1.0 + 2.0**e, 1.0 - 2.0**e]
        points += [1.0 + rng.random() * 2.0**e, 1.0 - rng.random() * 2.0**e]
    for j in range(128):  # seams of the table: 1 + (2 j + 1) / 256, in three binades
        seam = 1 + (2 * j + 1) / 256
        points += [neighbour(seam * 2.0 ** rng.choice((-1, 0, 0, 1, 300)), s) for s in (-1, 0)]
    for _ in range(200):
        points.append(from_bits(rng.getrandbits(rng.randint(1, 52))))  # denormals
    for _ in range(400):
        points.append(rng.uniform(0.5, 2.0))
    for _ in range(300):
        points.append(rng.uniform(0.98, 1.02))
    for _ in range(500):  # the smallest results where what a sum loses in the reduction matters
        points.append(1 + rng.uniform(1 / 38, 1 / 20))
    return fill(points, lambda: random_double(rng, -1022, 1023))


def convergents():
    """Numerators of the convergents of pi/2 below 2^53: integers nearest to a multiple of pi/2."""
    x, h0, h1 = mp.pi / 2, 0, 1
    while True:
        a = int(mpmath.floor(x))
        h0, h1 = h1, a * h1 + h0
        if h1 >= 2**53:
            return
        yield float(h1)
        x = 1 / (x - a)


def trig_arguments(rng):
    points = list(SPECIAL) + list(convergents())
    points += around(6381956970095103 * 2.0**797) + around(-6381956970095103 * 2.0**797)
    points += around(1e22) + around(1e300) + around(2.0**20) + around(2.0**1023) + around(1.6e6)
    anywhere = [rng.randint(41, 600000) for _ in range(80)]
    for k in list(range(1, 41)) + anywhere + [2**19, 333772, 667544]:
        points += around(float(k * mp.pi / 2), 1) + around(float(k * mp.pi / 4), 1)
    for e in range(53, 1023, 10):  # doubles nearest to some large multiple of pi/2
        m = random_double(rng, e, e)
        points.append(float(mpmath.nint(m * 2 / mp.pi) * mp.pi / 2))
    for _ in range(300):  # all exponents
        points.append(rng.choice((-1, 1)) * random_double(rng, -1022, 1023))
    for _ in range(200):
        points.append(rng.choice((-1, 1)) * random_double(rng, -30, 30))
    for _ in range(300):
        points.append(rng.uniform(-2.0**20, 2.0**20))
    for _ in range(300):
        points.append(rng.uniform(-0.8, 0.8))
    return fill(points, lambda: rng.uniform(-7.0, 7.0))


def tanh_arguments(rng):
    points = list(SPECIAL) + around(22.0) + around(-22.0) + around(19.0) + around(0.5)
    for i in range(-300, 301, 5):  # seams of the table: odd multiples of ln 2 / 512
        seam = float((2 * i + 1) * mpmath.log(2) / 512)
        points += [from_bits(to_bits(seam) + s) for s in (-1, 0, 1)]
    for _ in range(300):  # all exponents
        points.append(rng.choice((-1, 1)) * random_double(rng, -1022, 1023))
    for _ in range(300):
        points.append(rng.choice((-1, 1)) * random_double(rng, -40, 4))
    for _ in range(700):
        points.append(rng.uniform(-1.0, 1.0))
    return fill(points, lambda: rng.uniform(-22.0, 22.0))


# ---- reference file ------------------------------------------------------------------------------


def true_exp(x):
    if math.isinf(x):
        return math.inf if x > 0 else 0.0
    if abs(x) > 800:  # far outside the range of doubles
        return math.inf if x > 0 else mpf(2) ** -2000
    return mpmath.exp(mpf(x))


def true_log(x):
    if x == 0:
        return -math.inf
    if x < 0:
        return math.nan
    return x if math.isinf(x) else mpmath.log(mpf(x))


def true_sin(x):
    if x == 0 or math.isinf(x):
        return x if x == 0 else math.nan
    return mpmath.sin(mpf(x))


def true_cos(x):
    return math.nan if math.isinf(x) else mpmath.cos(mpf(x))


def true_tanh(x):
    if x == 0 or math.isinf(x):
        return x if x == 0 else math.copysign(1.0, x)
    return mpmath.tanh(mpf(x))


def evaluate(function, x):
    """(rounded, residual); what is a float already is a special value, without a residual."""
    value = math.nan if math.isnan(x) else function(x)
    if isinstance(value, float):
        return value, 0.0
    return round_to_double(value)


def number(x):
    if math.isnan(x):
        return "NaN"
    if math.isinf(x):
        return "Infinity" if x > 0 else "-Infinity"
    return x


def vector(values):
    return {"shape": [len(values)], "data": [number(v) for v in values]}


def write_reference():
    mp.dps = DIGITS + 500
    rng = random.Random(1)
    trig = trig_arguments(rng)
    arguments = {"exp": exp_arguments(rng), "log": log_arguments(rng), "sin": trig, "cos": trig,
                 "tanh": tanh_arguments(rng)}
    functions = {"exp": true_exp, "log": true_log, "sin": true_sin, "cos": true_cos,
                 "tanh": true_tanh}
    expected, residual = {}, {}
    for name, function in functions.items():
        mp.dps = DIGITS if name in ("exp", "log", "tanh") else DIGITS + 500
        values = [evaluate(function, x) for x in arguments[name]]
        expected[name] = vector([v for v, _ in values])
        residual[name] = vector([round(r, 4) + 0.0 for _, r in values])
    case = {
        "topic": "mathfn",
        "kind": "elementary",
        "case": "mathfn_elementary",
        "source": "definitions of exp, log, sin, cos and tanh",
        "inputs": {f"x_{name}": vector(points) for name, points in arguments.items()},
        "params": {"residual": "true - expected, in ulp of expected, to 4 decimals"},
        "expected": expected,
        "residual": residual,
        "rtol": 2.5 * 2.0**-52,  # what tanh needs; test_mathfn.cpp holds each to its own bound
        "atol": 5e-324,
        "witness": f"mpmath, {DIGITS} digits after reduction",
    }
    path = ROOT / "tests/reference/mathfn.json"
    path.write_text(json.dumps(case) + "\n", encoding="utf-8")
    print(f"{path.relative_to(ROOT)}: {', '.join(f'{len(v)} {n}' for n, v in arguments.items())}, "
          f"{path.stat().st_size} bytes")


if __name__ == "__main__":
    if sys.argv[1:] == ["--tables"]:
        write_tables()
    elif not sys.argv[1:]:
        write_reference()
    else:
        sys.exit(__doc__)
