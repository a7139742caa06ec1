#include "attn/numerics/einsum.hpp"

#include <cmath>

#include "attn/attention/attention.hpp"
#include "attn/attention/multihead.hpp"
#include "attn/geometry/metric.hpp"
#include "attn/numerics/largest.hpp"
#include "catch.hpp"
#include "layouts.hpp"

using namespace attn;
using layouts::matrix;

namespace {

Matrix of_two(const std::string& expression, const Matrix& a, const Matrix& b) {
  return matrix_of(einsum(expression, {tensor_of(a), tensor_of(b)}));
}

double number(const Tensor& t) {
  REQUIRE(t.shape.empty());
  REQUIRE(t.data.size() == 1);
  return t.data[0];
}

Tensor stacked(const std::vector<Matrix>& list) {
  Tensor out{{static_cast<Index>(list.size()), list[0].rows(), list[0].cols()}, {}};
  for (const Matrix& m : list) {
    const Tensor t = tensor_of(m);
    out.data.insert(out.data.end(), t.data.begin(), t.data.end());
  }
  return out;
}

}  // namespace

TEST_CASE("the basic patterns are the operations that the text says they are") {
  const Matrix a = matrix(3, 4, 1), b = matrix(4, 5, 2), square = matrix(4, 4, 3);
  const Vector u = matrix(6, 1, 4), v = matrix(6, 1, 5);
  CHECK(number(einsum("a,a->", {tensor_of_vector(u), tensor_of_vector(v)})) ==
        Approx(u.dot(v)).epsilon(1e-15));
  CHECK(matrix_of(einsum("a,b->ab", {tensor_of_vector(u), tensor_of_vector(v)})) ==
        Matrix(u.lazyProduct(v.transpose())));
  CHECK(largest(of_two("ij,jk->ik", a, b) - a.lazyProduct(b)) <= 1e-15);
  CHECK(matrix_of(einsum("ij->ji", {tensor_of(a)})) == Matrix(a.transpose()));
  CHECK(number(einsum("ii->", {tensor_of(square)})) == Approx(square.trace()).epsilon(1e-15));
  const Tensor diagonal = einsum("ii->i", {tensor_of(square)});
  CHECK(diagonal.shape == std::vector<Index>{4});
  for (Index i = 0; i < 4; ++i) CHECK(diagonal.data[static_cast<std::size_t>(i)] == square(i, i));
  CHECK(number(einsum("ij->", {tensor_of(a)})) == Approx(a.sum()).epsilon(1e-14));
}

TEST_CASE("a batch of products is each of them") {
  const std::vector<Matrix> a = {matrix(2, 3, 1), matrix(2, 3, 2)};
  const std::vector<Matrix> b = {matrix(3, 4, 3), matrix(3, 4, 4)};
  const Tensor c = einsum("bij,bjk->bik", {stacked(a), stacked(b)});
  CHECK(c.shape == std::vector<Index>{2, 2, 4});
  const Tensor expected =
      stacked({of_two("ij,jk->ik", a[0], b[0]), of_two("ij,jk->ik", a[1], b[1])});
  CHECK(c.data == expected.data);
}

TEST_CASE("scores, scores by a metric and outputs of attention are those of attention") {
  const Matrix q = matrix(3, 4, 1), k = matrix(5, 4, 2), v = matrix(5, 2, 3), g = matrix(4, 4, 4);
  const Attention plain = attention_forward(q, k, v);
  CHECK(largest(of_two("ia,ja->ij", q, k) / 2.0 - plain.scores) <= 1e-15);
  CHECK(largest(of_two("ij,jb->ib", plain.weights, v) - plain.output) <= 1e-15);
  AttentionOptions options;
  options.metric = g;
  const Tensor scores = einsum("ia,ab,jb->ij", {tensor_of(q), tensor_of(g), tensor_of(k)});
  CHECK(largest(matrix_of(scores) - attention_scores(q, k, options)) <= 1e-14);
}

TEST_CASE("heads by einsum are the heads") {
  const Matrix x = matrix(4, 6, 1);
  MultiHeadWeights w;
  for (std::uint64_t h = 0; h < 2; ++h) {
    w.w_q.push_back(matrix(6, 3, 10 + h));
    w.w_k.push_back(matrix(6, 3, 20 + h));
    w.w_v.push_back(matrix(6, 2, 30 + h));
    w.w_o.push_back(matrix(2, 6, 40 + h));
  }
  const MultiHead heads = multihead_forward(x, x, w);
  const Tensor q = einsum("id,hda->hia", {tensor_of(x), stacked(w.w_q)});
  const Tensor k = einsum("id,hda->hia", {tensor_of(x), stacked(w.w_k)});
  const Tensor v = einsum("jd,hdc->hjc", {tensor_of(x), stacked(w.w_v)});
  const Tensor s = einsum("hia,hja->hij", {q, k});
  const Tensor expected = stacked({heads.heads[0].scores, heads.heads[1].scores});
  for (std::size_t i = 0; i < s.data.size(); ++i) {
    CHECK(s.data[i] / std::sqrt(3.0) == Approx(expected.data[i]).margin(1e-14));
  }
  const Tensor a = stacked({heads.heads[0].weights, heads.heads[1].weights});
  const Tensor o = einsum("hij,hjc->hic", {a, v});
  const Matrix y = matrix_of(einsum("hic,hcd->id", {o, stacked(w.w_o)}));
  CHECK(largest(y - heads.output) <= 1e-13);
}

TEST_CASE("three operands are any order of two products") {
  const Tensor a = tensor_of(matrix(2, 3, 1)), b = tensor_of(matrix(3, 4, 2)),
               c = tensor_of(matrix(4, 5, 3));
  const Matrix left = matrix_of(einsum("ik,kl->il", {einsum("ij,jk->ik", {a, b}), c}));
  const Matrix right = matrix_of(einsum("ij,jl->il", {a, einsum("jk,kl->jl", {b, c})}));
  CHECK(matrix_of(einsum("ij,jk,kl->il", {a, b, c})) == left);
  CHECK(largest(left - right) <= 1e-14);
  // An index of all three, and one of the third alone.
  const Tensor u = tensor_of_vector(matrix(3, 1, 4));
  const double all = number(einsum("ij,j,jk->", {a, u, b}));
  double sum = 0.0;
  for (std::size_t i = 0; i < 2; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      for (std::size_t k = 0; k < 4; ++k) {
        sum += a.data[3 * i + j] * u.data[j] * b.data[4 * j + k];
      }
    }
  }
  CHECK(all == Approx(sum).epsilon(1e-13));
}

TEST_CASE("an expression says what is summed, blanks or none") {
  const EinsumExpression e = parse_einsum(" ia , ab,jb -> ij");
  CHECK(e.operands == std::vector<std::string>{"ia", "ab", "jb"});
  CHECK(e.output == "ij");
  CHECK(e.summed == "ab");
  CHECK(parse_einsum("aA->A").summed == "a");
  CHECK(parse_einsum("->").operands == std::vector<std::string>{""});
}

TEST_CASE("numbers are those of the matrix, however these lie in memory") {
  layouts::check_same(
      [](const auto& m, const auto& v) {
        return layouts::bits_of(matrix_of(einsum("ij,j->ji", {tensor_of(m), tensor_of_vector(v)})));
      },
      matrix(3, 4, 1), Vector(matrix(4, 1, 2)));
}

TEST_CASE("einsum names the index that is bad") {
  const Tensor a = tensor_of(matrix(2, 3, 1)), b = tensor_of(matrix(4, 5, 2));
  const auto refused = [&](const std::string& expression) {
    return message_of([&] { return einsum(expression, {a, b}); });
  };
  CHECK(refused("ij,jk->ik") ==
        "einsum: index 'j' of operand 2 ('jk') is 4 long, expected 3, as in operand 1");
  CHECK(refused("ij,kl->im") ==
        "einsum: output index 'm' is in no operand, expected an index of one");
  CHECK(refused("ij,kl->ii") == "einsum: output index 'i' is there twice, expected it once");
  CHECK(refused("i1,kl->i") == "einsum: an index is '1', expected a letter");
  CHECK(refused("ij,kl->i,") == "einsum: an index is ',', expected a letter");
  CHECK(refused("ij,kl") == "einsum: expression is 'ij,kl', expected an arrow, as in 'ij,jk->ik'");
  CHECK(refused("ijk,kl->i") == "einsum: operand 1 ('ijk') is of 2 indices, expected 3");
  CHECK(refused("ij->i") == "einsum: the number of operands is 2, expected 1");
  CHECK(refused("ii,kl->i") ==
        "einsum: index 'i' of operand 1 ('ii') is 3 long, expected 2, as in operand 1");
  CHECK(message_of([] { return parse_einsum("a,b,c,d->"); }) ==
        "parse_einsum: the number of operands is 4, expected at most 3");
  CHECK(message_of([] {
          return einsum("a->", {{{0}, {}}});
        }) ==
        "einsum: a size of operand 1 ('a') is 0, expected a whole number from 1 to 1000000000");
  CHECK(message_of([] {
          return einsum("a->", {{{3}, {1.0, 2.0}}});
        }) == "einsum: the data of operand 1 ('a') is 2 long, expected 3");
  CHECK(message_of([] {
          return einsum("a->", {{{1}, {std::nan("")}}});
        }) == "einsum: a number of operand 1 ('a') is NaN, expected a finite number");
  CHECK(message_of([] {
          return einsum("a,a->", {{{1}, {1e200}}, {{1}, {1e200}}});
        }) == "einsum: a sum is too large for a double");
  CHECK(message_of([] {
          return matrix_of({{3}, {1, 2, 3}});
        }) == "matrix_of: t is of 1 indices, expected 2");
}
