// @vitest-environment node
import path from 'node:path';
import { expect, it } from 'vitest';

const { ownNames } = (await import(path.resolve('tools/lint.mjs'))) as {
  ownNames: (text: string) => Set<string>;
};

it('finds the names that a source keeps to itself, and so may share with no other that is linted with it', () => {
  const text = `
namespace attn {
namespace {

// other(x) is not defined here.
constexpr double kSmall = 1e-9;
const int sizes[] = {1, 2};
using parts::kInfinity;
struct Point {
  double x = 0.0;
};
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
  expect([...ownNames(text)].sort()).toEqual(['Point', 'kInfinity', 'kSmall', 'later', 'norm', 'sizes']);
});
