#include "attn/reading/edges.hpp"

#include <cmath>
#include <limits>

#include "attn/numerics/largest.hpp"
#include "attn/training/routing.hpp"
#include "catch.hpp"
#include "reading/heads.hpp"

using namespace attn;

namespace {
constexpr double kCutIt = -std::numeric_limits<double>::infinity();
}

TEST_CASE("an edge's effect is what its row says once it is shared out anew") {
  const Head head = projected_head(5, 6, 3, 4, 60);
  const Attention attention = head_attention(head);
  for (const double delta : {-2.0, 0.1, 1.0, 3.0, kCutIt}) {
    const Matrix effects = edge_effects(attention, head.v, head.u, delta);
    for (Index t = 0; t < 5; ++t) {
      for (Index j = 0; j < 5; ++j) {
        if (j > t || (delta == kCutIt && t == 0)) {
          CHECK(effects(t, j) == 0.0);
          continue;
        }
        Head moved = head;
        moved.mask(t, j) += delta;
        const Attention after = head_attention(moved);
        const double truth = head.u.row(t).dot(after.output.row(t) - attention.output.row(t));
        CHECK(effects(t, j) == Approx(truth).epsilon(1e-11).margin(1e-12));
      }
    }
  }
}

TEST_CASE("an edge that has nearly all of its row is worth what the rest says without it") {
  const Matrix values = layouts::matrix(3, 2, 90), u = layouts::matrix(1, 2, 91);
  for (const double gap : {20.0, 34.0, 38.0, 60.0, 700.0}) {
    Head parts;
    parts.q = Matrix::Ones(1, 1);
    parts.k = Matrix::Zero(3, 1);
    parts.k.col(0) << gap, 0.0, 0.5;
    parts.v = values;
    parts.u = u;
    parts.scale = 1.0;
    const Attention attention = head_attention(complete_head(parts));
    const double second = 1.0 / (1.0 + std::exp(0.5));
    const Matrix without = second * values.row(1) + (1.0 - second) * values.row(2);
    const double truth = attention.weights(0, 0) * u.row(0).dot(without.row(0) - values.row(0));
    CHECK(edge_effects(attention, values, u, kCutIt)(0, 0) == Approx(truth).epsilon(1e-12));
    // A score that falls by the whole gap is as high as the second.
    const double even = 1.0 + std::exp(0.5), rest = even * std::exp(-gap);
    CHECK(edge_effects(attention, values, u, -gap)(0, 0) ==
          Approx(truth / attention.weights(0, 0) * (even / (1.0 + even) - rest / (1.0 + rest)))
              .epsilon(1e-11));
  }
}

TEST_CASE("small moves of a score follow the gradient of seed 000, and none has no effect") {
  const Head head = projected_head(6, 5, 2, 3, 70);
  const Attention attention = head_attention(head);
  const Routing routing = routing_forward(attention.scores, head.v, {true, {}});
  const RoutingGradients gradients = routing_backward(routing, head.v, head.u, {true, {}});
  const double small = 1e-9;
  CHECK(largest(edge_effects(attention, head.v, head.u, small) / small - gradients.d_scores) <
        1e-8);
  CHECK(largest(edge_effects(attention, head.v, head.u, 0.0)) == 0.0);
  // A cut by the advantage.
  const Matrix cut = edge_effects(attention, head.v, head.u, kCutIt);
  for (Index t = 1; t < 6; ++t) {
    for (Index j = 0; j <= t; ++j) {
      const double alpha = attention.weights(t, j);
      CHECK(cut(t, j) ==
            Approx(gradients.advantage(t, j) * alpha / (1.0 - alpha)).epsilon(1e-11).margin(1e-13));
    }
  }
}

TEST_CASE("the error that a head routes is what its output has in particular") {
  const Matrix u = layouts::matrix(4, 3, 1);
  Matrix outputs = layouts::matrix(4, 3, 2);
  double sum = 0.0;
  for (Index t = 0; t < 4; ++t) {
    sum += std::fabs(u.row(t).dot(outputs.row(t) - outputs.colwise().mean())) / 4.0;
  }
  CHECK(routed_error(outputs, u) == Approx(sum).epsilon(1e-13));
  outputs.rowwise() += Eigen::RowVector3d(5.0, -7.0, 9.0);
  CHECK(routed_error(outputs, u) == Approx(sum).epsilon(1e-12));
  CHECK(routed_error(Matrix::Ones(4, 3), u) == 0.0);
  CHECK(routed_error(layouts::matrix(1, 3, 1), layouts::matrix(1, 3, 2)) == 0.0);
}

TEST_CASE("edges that are not there are refused") {
  const Head head = projected_head(3, 4, 2, 2, 80);
  const Attention attention = head_attention(head);
  CHECK_THROWS_AS(edge_effects(attention, head.v.topRows(2), head.u, 1.0), Error);
  CHECK_THROWS_AS(edge_effects(attention, head.v, head.u.leftCols(1), 1.0), Error);
  CHECK_THROWS_AS(edge_effects(attention, head.v, head.u, -kCutIt), Error);
  CHECK_THROWS_AS(edge_effects(attention, head.v, head.u, std::nan("")), Error);
  CHECK_THROWS_AS(edge_effects(attention, head.v, head.u, 701.0), Error);
  CHECK_THROWS_AS(routed_error(head.v, head.u.topRows(2)), Error);
  Matrix bad = head.u;
  bad(0, 0) = std::nan("");
  CHECK_THROWS_AS(routed_error(head.v, bad), Error);
}
