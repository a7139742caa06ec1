// @vitest-environment node
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, it } from 'vitest';

const { leftovers } = (await import(path.resolve('tools/lint.mjs'))) as {
  leftovers: (text: string) => string[];
};
const { ownNames } = (await import(path.resolve('tools/batches.mjs'))) as {
  ownNames: (text: string) => Map<string, string | undefined>;
};

it('finds the names that a source keeps to itself, and so may share with no other that is linted with it', () => {
  const text = `
namespace attn {
namespace {

// other(x) is not defined here.
constexpr double kSmall = 1e-9;
const int sizes[] = {1, 2};
using parts::kInfinity;
using Table = std::map<int,
                       double>;
constexpr double kLarge = std::numeric_limits<double>::max(), kLargest = kLarge;
struct Point {
  double x = 0.0;
};
enum Row : Index { kFirst, kLast };
template <typename T>
double norm(const T& x, int p = 2) {
  const double inside = call(x);
  return inside;
}

}  // namespace

double everyone(double x) { return x; }

namespace {
int later() { return 1; }
}  // namespace
}  // namespace attn
`;
  const names = ownNames(text);
  const expected = [
    'Point',
    'Row',
    'Table',
    'kFirst',
    'kInfinity',
    'kLarge',
    'kLargest',
    'kLast',
    'kSmall',
    'later',
    'norm',
    'sizes',
  ];
  expect([...names.keys()].sort()).toEqual(expected);
  expect([...names.values()].filter(Boolean)).toEqual(['std::map<int, double>', 'parts::kInfinity']);
});

it('says which other names a source does not use, and which headers are those of C', () => {
  const text = `#include <string.h>
#include <unistd.h>

#include <nlohmann/json.hpp>

// json and fs are only said here.
using nlohmann::json;
using ::attn::Index;
using namespace attn;
using Table = std::map<int, int>;
namespace fs = std::filesystem;
namespace hn = hwy::HWY_NAMESPACE;
double f(Index i) { return hn::at(i); }
`;
  expect(leftovers(text)).toEqual([
    '7: json is not used',
    '11: fs is not used',
    "1: <string.h> is C's; C++ has <cstring>",
  ]);
  expect(leftovers('using a::b;\nint c = b;\n')).toEqual([]);
});

it('leaves out a file of the tests, which are not linted, and says so', () => {
  const test = 'tests/cpp/attention/test_softmax.cpp';
  const { status, stdout, stderr } = spawnSync('node', ['tools/lint.mjs', test], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toBe(
    `lint: ${test} is left out: what is linted is in cpp/src, cpp/experiments, cpp/claims, cpp/reference, cpp/cli\n`,
  );
});
