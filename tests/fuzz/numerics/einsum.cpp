#include "attn/numerics/einsum.hpp"

#include "fuzz_input.hpp"

FUZZ_TARGET(einsum) {
  fuzz::Input input(data, size);
  // Most often an expression that can be read, of few letters, each with a size of its own.
  constexpr char kText[] = "abcd,-> 1";
  const auto labels = [&] {
    std::string out;
    const attn::Index count = input.size(0, 3);
    for (attn::Index i = 0; i < count; ++i) out += kText[input.size(0, 3)];
    return out;
  };
  const attn::Index count = input.size(1, 4);
  std::vector<attn::Tensor> operands;
  std::string expression;
  for (attn::Index o = 0; o < count; ++o) {
    const std::string of_one = labels();
    expression += (o > 0 ? "," : "") + of_one;
    attn::Tensor t;
    attn::Index entries = 1;
    for (const char c : of_one) {
      t.shape.push_back(input.nearly(c - 'a' + 1));
      entries *= t.shape.back();
    }
    const attn::Vector numbers = input.vector(input.nearly(entries));
    t.data.assign(numbers.data(), numbers.data() + numbers.size());
    operands.push_back(t);
  }
  expression += "->" + labels();
  if (input.byte() % 8 == 0) expression[input.byte() % expression.size()] = kText[input.byte() % 9];
  attn::EinsumExpression parsed;
  if (!fuzz::returns("parse_einsum", [&] { parsed = attn::parse_einsum(expression); })) {
    attn::Tensor none;
    fuzz::expect(!fuzz::returns("einsum", [&] { none = attn::einsum(expression, operands); }),
                 "einsum", "refused as parse_einsum does");
    return 0;
  }
  attn::Tensor result;
  if (fuzz::returns("einsum", [&] { result = attn::einsum(expression, operands); })) {
    for (const double x : result.data) fuzz::expect_finite("einsum", x);
    fuzz::expect(result.shape.size() == parsed.output.size(), "einsum", "of the output's shape");
  }
  return 0;
}
