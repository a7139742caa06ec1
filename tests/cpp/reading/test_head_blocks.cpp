#include "attn/reading/head_blocks.hpp"

#include <Eigen/LU>
#include <cmath>

#include "attn/attention/layer_norm.hpp"
#include "attn/numerics/largest.hpp"
#include "attn/support/residual_map.hpp"
#include "catch.hpp"
#include "reading/heads.hpp"

using namespace attn;

namespace {

// d (W_O g_t) / d stream_t by differences. `what` as there; a norm with this scale and bias stands
// before the head, or none.
Matrix block_by_differences(const Head& head, Index t, BlockOf what, const NormOfInput* norm,
                            const Vector& bias) {
  const Matrix base = norm == nullptr ? head.x : norm->stream;
  const Index d = base.cols();
  const auto said = [&](const Vector& row) {
    Matrix stream = base;
    stream.row(t) = row.transpose();
    const Matrix x = norm == nullptr
                         ? stream
                         : layer_norm_forward(stream, norm->scale, bias, norm->epsilon).output;
    Head moved;
    moved.x = x;
    moved.w_q = head.w_q;
    moved.w_k = head.w_k;
    moved.w_v = head.w_v;
    moved.w_o = head.w_o;
    moved.b_q = head.b_q;
    moved.b_k = head.b_k;
    moved.b_v = head.b_v;
    moved.mask = head.mask;
    moved = complete_head(moved);
    if (what == BlockOf::kQuery) {
      moved.k = head.k;
      moved.v = head.v;
    }
    return Vector(head.w_o * head_attention(moved).output.row(t).transpose());
  };
  Matrix out(d, d);
  const double h = 1e-5;
  for (Index c = 0; c < d; ++c) {
    Vector up = base.row(t).transpose(), down = up;
    up(c) += h;
    down(c) -= h;
    out.col(c) = (said(up) - said(down)) / (2.0 * h);
  }
  return out;
}

double determinant_of_block(const Matrix& m) {
  const Eigen::MatrixXd block = Eigen::MatrixXd::Identity(m.rows(), m.rows()) - m;
  return block.partialPivLu().determinant();
}

}  // namespace

TEST_CASE("blocks of a head agree with differences, in its input and in the stream before a norm") {
  Head head = projected_head(5, 6, 3, 4, 90);
  NormOfInput norm{layouts::matrix(5, 6, 1), layouts::matrix(6, 1, 2).col(0)};
  const Vector bias = layouts::matrix(6, 1, 3).col(0);
  Head normed = head;
  normed.q = normed.k = normed.v = {};
  normed.scale = {};
  normed.x = layer_norm_forward(norm.stream, norm.scale, bias, norm.epsilon).output;
  normed = complete_head(normed);
  for (const BlockOf what : {BlockOf::kQuery, BlockOf::kWhole}) {
    const HeadBlocks plain(head, what), in_stream(normed, what, &norm);
    for (Index t = 0; t < 5; ++t) {
      CHECK(largest(plain.whole(t) - block_by_differences(head, t, what, nullptr, bias)) < 1e-8);
      CHECK(largest(in_stream.whole(t) - block_by_differences(normed, t, what, &norm, bias)) <
            1e-8);
    }
  }
}

TEST_CASE("a matrix of the values' size has the block's determinant and eigenvalues") {
  const Head head = projected_head(6, 7, 3, 4, 100);
  const NormOfInput norm{head.x, Vector::Ones(7)};
  for (const BlockOf what : {BlockOf::kQuery, BlockOf::kWhole}) {
    for (const NormOfInput* n : {static_cast<const NormOfInput*>(nullptr), &norm}) {
      const HeadBlocks blocks(head, what, n);
      REQUIRE(blocks.size() == 6);
      for (Index t = 0; t < 6; ++t) {
        const BlockMargins margins = blocks.margins(t);
        const Matrix whole = blocks.whole(t);
        CHECK(margins.sign * std::exp(margins.log_abs_det) ==
              Approx(determinant_of_block(whole)).epsilon(1e-10).margin(1e-12));
        CHECK(margins.one_minus_rho == Approx(block_margins(whole).one_minus_rho).margin(1e-7));
        CHECK(largest(Matrix(blocks.small(t)).diagonal().sum() - whole.trace() +
                      Vector::Zero(1).array()) < 1e-11);
      }
    }
  }
}

TEST_CASE("of values in the space of tokens, blocks are those of the residual map") {
  Head parts;
  parts.x = layouts::matrix(5, 3, 1);
  parts.w_q = layouts::matrix(2, 3, 2);
  parts.w_k = layouts::matrix(2, 3, 3);
  parts.w_v = layouts::matrix(3, 3, 4);
  parts.mask = causal_mask(5, 5);
  parts.scale = 0.7;
  const Head head = complete_head(parts);
  const ResidualMap map = residual_map(head.x, {head.w_q, head.w_k, head.w_v}, {*head.scale, true});
  const HeadBlocks whole(head, BlockOf::kWhole);
  for (Index t = 0; t < 5; ++t) {
    CHECK(largest(Matrix::Identity(3, 3) - whole.whole(t) -
                  map.blocks[static_cast<std::size_t>(t)]) < 1e-12);
    CHECK(whole.margins(t).log_abs_det == Approx(map.log_abs_det(t)).margin(1e-12));
  }
  // And of a query those of a context that is held.
  const HeadBlocks query(head);
  const ContextBlock context = context_block(
      head.x, head.x.row(4).transpose(), *head.scale * head.w_k.transpose() * head.w_q, head.w_v);
  CHECK(largest(query.whole(4) - context.m) < 1e-12);
}

TEST_CASE("a token that sees itself alone hands on its value, and nothing by its query") {
  const Head head = projected_head(4, 5, 2, 3, 110);
  CHECK(largest(HeadBlocks(head).whole(0)) == 0.0);
  CHECK(largest(HeadBlocks(head, BlockOf::kWhole).whole(0) - head.w_o * head.w_v) < 1e-14);
}

TEST_CASE("heads without X or W_O have no blocks, and norms of other sizes are refused") {
  Head direct;
  direct.q = direct.k = direct.v = layouts::matrix(3, 2, 1);
  CHECK_THROWS_WITH(HeadBlocks(complete_head(direct)),
                    "HeadBlocks: head is without X or without W_O, expected one with both");
  const Head head = projected_head(3, 4, 2, 2, 120);
  NormOfInput norm{layouts::matrix(2, 4, 1), Vector::Ones(4)};
  CHECK_THROWS_AS(HeadBlocks(head, BlockOf::kQuery, &norm), Error);
  norm = {layouts::matrix(3, 4, 1), Vector::Ones(3)};
  CHECK_THROWS_AS(HeadBlocks(head, BlockOf::kQuery, &norm), Error);
  norm = {layouts::matrix(3, 4, 1), Vector::Ones(4), 0.0};
  CHECK_THROWS_AS(HeadBlocks(head, BlockOf::kQuery, &norm), Error);
  CHECK_THROWS_AS(HeadBlocks(head).small(3), Error);
  CHECK_THROWS_AS(HeadBlocks(head).margins(-1), Error);
}
