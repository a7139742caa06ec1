#include "experiments/gradient-dynamics/diagnostics.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

#include "attn/numerics/largest.hpp"
#include "attn/training/head_diagnostics.hpp"
#include "catch.hpp"
#include "experiments/gradient-dynamics/small_head.hpp"

using namespace attn;
using experiments::Diagnostics;
using experiments::DiagnosticsFrame;
using experiments::DiagnosticsParams;

namespace {

constexpr std::uint64_t kBatches = 10;

DiagnosticsParams with(bool norm, double dropout, double eta = 0.02) {
  DiagnosticsParams p;
  p.norm = norm;
  p.dropout = dropout;
  p.eta = eta;
  return p;
}

DiagnosticsParams small(bool norm, double dropout) {
  DiagnosticsParams p = with(norm, dropout);
  p.steps = 40;
  p.draws = 5;
  return p;
}

/// Ten batches of 24 draws, none of them in two.
std::vector<DiagnosticsFrame> batches(DiagnosticsParams p) {
  std::vector<DiagnosticsFrame> out;
  for (std::uint64_t b = 0; b < kBatches; ++b) {
    p.seed = 1 + 24 * b;
    out.push_back(Diagnostics(p).frame());
  }
  return out;
}

bool all(const std::vector<DiagnosticsFrame>& frames,
         const std::function<bool(const DiagnosticsFrame&)>& holds) {
  return std::all_of(frames.begin(), frames.end(), holds);
}

double mean(const std::vector<DiagnosticsFrame>& frames,
            const std::function<double(const DiagnosticsFrame&)>& of) {
  double sum = 0.0;
  for (const DiagnosticsFrame& f : frames) sum += of(f);
  return sum / static_cast<double>(frames.size());
}

bool within(double value, double low, double high) { return value >= low && value <= high; }

}  // namespace

TEST_CASE("diagnostics: norm stops the norms, dropout evens the columns as long as steps are small",
          "[draws]") {
  const auto plain = batches(with(false, 0.0));
  CHECK(all(plain, [](const auto& f) {
    return within(f.first_columns, 10.1, 11.1) && within(f.mean_columns, 7.3, 8.0) &&
           within(f.mean_norm, 7.6, 9.0) && f.median_loss < 0.1;
  }));
  // Keys stay about as they were, mean |cos| 0.51 and then 0.49.
  CHECK(mean(plain, [](const auto& f) { return f.first_alignment; }) == Approx(0.51).margin(0.01));
  CHECK(mean(plain, [](const auto& f) { return f.last_alignment; }) == Approx(0.49).margin(0.01));

  const auto norm = batches(with(true, 0.0));
  CHECK(all(norm, [](const auto& f) {
    return f.largest_norm < 2.01 && within(f.mean_columns, 6.7, 7.6) && f.more <= 0.5;
  }));
  CHECK(mean(norm, [](const auto& f) { return f.more; }) == Approx(0.34).margin(0.02));

  const auto dropout = batches(with(false, 0.5));
  CHECK(all(dropout, [](const auto& f) {
    return within(f.mean_columns, 8.6, 9.7) && f.more >= 0.85 && f.median_loss > 0.3;
  }));
  CHECK(mean(dropout, [](const auto& f) { return f.more; }) == Approx(0.92).margin(0.02));
  CHECK(mean(dropout, [](const auto& f) { return f.more_at_loss; }) == Approx(0.80).margin(0.02));
  // Dropout makes keys no more orthogonal either.
  CHECK(mean(dropout, [](const auto& f) { return f.last_alignment; }) == Approx(0.53).margin(0.01));

  CHECK(all(batches(with(false, 0.5, 0.05)), [](const auto& f) {
    return within(f.mean_columns, 6.2, 7.2) && within(f.more, 0.35, 0.55) && f.median_loss > 2.5 &&
           f.plain_median_loss < 1.0;
  }));
  CHECK(all(batches(with(true, 0.5)),
            [](const auto& f) { return f.largest_norm < 2.01 && f.mean_columns > 9.0; }));
}

TEST_CASE(
    "diagnostics: column sums add to T, norms are the root of d_v, steps those of HeadTrainer") {
  for (const bool norm : {false, true}) {
    for (const double dropout : {0.0, 0.5}) {
      Diagnostics run(small(norm, dropout));
      for (const Index t : {0, 17, 40}) {
        REQUIRE(run.seek(t, 1));
        const DiagnosticsFrame& f = run.frame();
        CHECK(f.step == t);
        CHECK(f.usage_error <= 1e-12);
        CHECK(f.norm_error <= 1e-12);
        CHECK(f.oracle_error <= 1e-10);
        if (norm) CHECK(highest(f.norms) == Approx(2.0).margin(1e-3));
        // The lean measure of the draws is the library's, of the draw on show.
        CHECK(f.columns(0) ==
              Approx(head_diagnostics(f.weights, Matrix::Ones(12, 1), Matrix::Ones(12, 1))
                         .columns_in_use)
                  .epsilon(1e-12));
        CHECK(f.columns(0) == f.course(t));
        CHECK(f.losses(0) == Approx(f.loss).epsilon(1e-12));
        CHECK(f.losses(0) == f.loss_course(t));
      }
    }
  }
}

TEST_CASE(
    "diagnostics: an advantage is what a score of the draw on show rises by, over its weight") {
  const DiagnosticsFrame f = Diagnostics(small(true, 0.0)).frame();
  for (Index i = 0; i < 12; ++i) {
    const double average = f.weights.row(i).dot(f.compatibility.row(i));
    for (Index j = 0; j < 12; ++j) {
      CHECK(f.advantage(i, j) == Approx(average - f.compatibility(i, j)).margin(1e-13));
    }
  }
}

TEST_CASE(
    "diagnostics: without norm and dropout a head is the plain head, with them it starts so") {
  const DiagnosticsFrame plain = Diagnostics(small(false, 0.0)).frame();
  CHECK(plain.columns == plain.plain_columns);
  CHECK(plain.more == 0.0);
  Diagnostics run(small(false, 0.5));
  const DiagnosticsFrame end = run.frame();
  CHECK(end.plain_columns == plain.columns);
  CHECK(end.columns != end.plain_columns);
  REQUIRE(run.seek(0, 1));
  CHECK(run.frame().columns == run.frame().plain_columns);
}

TEST_CASE("diagnostics: shares and medians are those of the draws, one by one") {
  const DiagnosticsParams p = small(false, 0.5);
  const DiagnosticsFrame f = Diagnostics(p).frame();
  Index more = 0;
  std::vector<double> losses;
  for (std::uint64_t draw = 0; draw < 5; ++draw) {
    DiagnosticsParams one = p;
    one.draws = 1;
    one.seed = p.seed + draw;
    const DiagnosticsFrame alone = Diagnostics(one).frame();
    const auto i = static_cast<Index>(draw);
    CHECK(f.columns(i) == alone.columns(0));
    CHECK(f.plain_columns(i) == alone.plain_columns(0));
    more += alone.columns(0) > alone.plain_columns(0) ? 1 : 0;
    losses.push_back(alone.loss_course(40));
  }
  std::sort(losses.begin(), losses.end());
  CHECK(f.more == static_cast<double>(more) / 5.0);
  CHECK(f.median_loss == losses[2]);
}

TEST_CASE("diagnostics: refuses parameters and steps out of range, by name") {
  CHECK_THAT(message_of([] { Diagnostics{with(false, 0.7)}; }),
             contains("diagnostics: dropout is 0.7"));
  CHECK_THAT(message_of([] { Diagnostics{with(false, 0.0, 0.1)}; }),
             contains("diagnostics: eta is 0.1"));
  Diagnostics run(small(false, 0.0));
  CHECK_THAT(message_of([&] { run.seek(41, 1); }), contains("diagnostics: t is 41"));
}
