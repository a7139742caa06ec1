#include "experiments/one-head/head_dials.hpp"

#include <cmath>
#include <limits>
#include <set>

#include "attn/numerics/largest.hpp"
#include "attn/reading/edges.hpp"
#include "attn/reading/head_blocks.hpp"
#include "catch.hpp"
#include "reading/heads.hpp"

using namespace attn;
using namespace attn::experiments;

namespace {

double value_of(const HeadDials& found, const std::string& name) {
  for (const Dial& dial : found.dials) {
    if (dial.name == name) return dial.value;
  }
  throw Error("no dial " + name);
}

}  // namespace

TEST_CASE("dials of a head are those of the functions that they are called by") {
  const Head head = projected_head(7, 6, 3, 4, 200);
  const HeadDials found = head_dials(head);
  CHECK(found.missing.empty());
  const attn::Attention attention = head_attention(head);
  CHECK(value_of(found, "routed_error") == routed_error(attention.output, head.u));
  double effective = 0.0, top = 0.0;
  for (Index t = 0; t < 7; ++t) {
    double h = 0.0;
    for (Index j = 0; j <= t; ++j) h -= attention.weights(t, j) * std::log(attention.weights(t, j));
    effective += std::exp(h) / 7.0;
    if (t > 0) top += highest(attention.weights.row(t)) / 6.0;
  }
  CHECK(value_of(found, "effective_tokens") == Approx(effective).epsilon(1e-12));
  CHECK(value_of(found, "top_weight") == Approx(top).epsilon(1e-12));
  CHECK(value_of(head_dials(head, 3), "rho_query") ==
        Approx(1.0 - HeadBlocks(head).margins(3).one_minus_rho));
  CHECK(value_of(head_dials(head, 3), "lag_1") == attention.weights(3, 2));
  std::set<std::string> names;
  for (const Dial& dial : found.dials) {
    CHECK(std::isfinite(dial.value));
    CHECK(names.insert(dial.name).second);
  }
}

TEST_CASE("a head that brings less has fewer dials, and sentences that say what it would need") {
  Head parts;
  parts.q = layouts::matrix(4, 2, 1);
  parts.k = layouts::matrix(6, 2, 2);
  parts.v = layouts::matrix(6, 3, 3);
  const HeadDials found = head_dials(complete_head(parts));
  CHECK(found.missing.size() == 4);
  CHECK_THROWS(value_of(found, "rho_query"));
  CHECK(value_of(found, "effective_tokens") > 1.0);
}

TEST_CASE("a head of one token has nothing to choose, and says so in finite numbers") {
  const HeadDials found = head_dials(projected_head(1, 3, 2, 2, 210));
  for (const Dial& dial : found.dials) CHECK(std::isfinite(dial.value));
  CHECK(value_of(found, "effective_tokens") == 1.0);
  CHECK(value_of(found, "harmful_edges") == 0.0);
  CHECK_THROWS(value_of(found, "top_weight"));
  CHECK(found.missing ==
        std::vector<std::string>{"gas: of the rest, needs a row with more than one key."});
}

TEST_CASE("values that are alike harm nobody, and an identity for W_O is named") {
  Head parts = projected_head(6, 4, 2, 4, 215);
  parts.v = Matrix::Constant(6, 4, 0.1);
  CHECK(value_of(head_dials(parts), "harmful_edges") == 0.0);
  parts.w_o = Matrix::Identity(4, 4);
  CHECK(head_dials(parts).missing ==
        std::vector<std::string>{
            "boundary: W_O is the identity, as it is where the file has none and d_v is d."});
}

TEST_CASE("rows that there are not are refused") {
  const Head head = projected_head(3, 4, 2, 2, 220);
  CHECK_THROWS_AS(head_dials(head, 3), Error);
  CHECK_THROWS_AS(head_dials(head, -2), Error);
  CHECK_THROWS_AS(head_dials(Head{}), Error);
}
