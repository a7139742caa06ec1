#include "experiments/bilinear-form/multi_head.hpp"

#include <cmath>

#include "attn/numerics/largest.hpp"
#include "catch.hpp"

using namespace attn;
using experiments::Forms;
using experiments::MultiHeadFrame;
using experiments::MultiHeadParams;

namespace {

MultiHeadFrame of(const MultiHeadParams& p) { return experiments::MultiHead(p).frame(); }

}  // namespace

TEST_CASE("multi_head: each of the four forms finds what its rule names") {
  const auto f = of({});
  // abracadabra: the last a comes after r, like the a at place 4; what follows an a is b, c, d or
  // b. The heads are below each other, eleven rows each.
  CHECK(f.weights(10, 9) > 0.97);
  CHECK(f.weights(21, 0) == Approx(0.2).margin(0.01));
  CHECK(f.weights(32, 1) == Approx(0.25).margin(0.01));
  CHECK(f.weights(43, 0) > 0.97);
  CHECK(f.weights(4, 7) == 0.0);
  CHECK(f.named_mean > 0.95);
  CHECK(f.row_error <= 1e-14);
  CHECK(f.form_error <= 1e-12);
}

TEST_CASE("multi_head: without strictness all heads are alike") {
  MultiHeadParams p;
  p.beta = 0.0;
  CHECK(std::fabs(of(p).diversity) <= 1e-12);
  CHECK(std::fabs(of(p).diversity_by_rows) <= 1e-12);
  CHECK(lowest(of(p).sureness) > 1.0 - 1e-12);
}

TEST_CASE("multi_head: a head whose rule names nothing does not choose") {
  MultiHeadParams p;
  p.letters = Vector::LinSpaced(8, 0.0, 7.0);
  CHECK(of(p).sureness(2) > 0.999);
  CHECK(of(p).named(2) == 0.0);
  CHECK(of({}).sureness(2) < 0.7);
}

TEST_CASE("multi_head: the two readings of eq 60 differ") {
  const auto f = of({});
  CHECK(f.diversity == Approx(0.743).margin(0.002));
  CHECK(f.diversity_by_rows == Approx(0.741).margin(0.002));
  CHECK(std::fabs(f.diversity - f.diversity_by_rows) > 1e-3);
}

TEST_CASE("multi_head: sharp random forms are diverse and look for nothing in particular") {
  MultiHeadParams p;
  p.forms = Forms::kRandom;
  p.gain = 4.0;
  for (p.seed = 0; p.seed < 130; ++p.seed) {
    const auto f = of(p);
    CHECK(f.diversity > 0.5);
    CHECK(f.random_diversity == f.diversity);
    CHECK(f.made_diversity == of({}).diversity);
    CHECK(f.named_mean < 0.6);
    CHECK(f.form_error <= 1e-12);
  }
}

TEST_CASE("multi_head: refuses letters that are not in the alphabet, by name") {
  MultiHeadParams p;
  p.letters = Vector::Constant(3, 9.0);
  CHECK(message_of([&] { of(p); }) ==
        "multi_head: a letter is 9, expected a whole number from 0 to 8");
  p.letters = Vector::Zero(13);
  CHECK(message_of([&] { of(p); }) ==
        "multi_head: the number of letters is 13, expected a whole number from 1 to 12");
}
