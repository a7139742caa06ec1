// One layer of Stage 1 as one would write it with Eigen, vectorised. Of what was tried (each pair
// twice or once, logits by differences or by products, blocks of many sizes) the fastest:
// differences with each pair once in one and two dimensions, products of blocks in more.
#include <Eigen/Core>
#include <algorithm>
#include <utility>

#include "harness/contest.hpp"

namespace bench {
namespace {

using Eigen::Index;
using FloatMatrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

class Step : public Contestant {
 public:
  explicit Step(const Case& c)
      : z_(Eigen::Map<const FloatMatrix>(c.inputs.at("z").data(), c.count("n"), c.count("d"))),
        out_(z_.rows(), z_.cols()),
        beta_(static_cast<float>(c.number("beta"))),
        eta_(static_cast<float>(c.number("eta"))) {}
  std::vector<float> output() const override { return {out_.data(), out_.data() + out_.size()}; }

 protected:
  FloatMatrix z_, out_;
  float beta_, eta_;
};

class Differences : public Step {
 public:
  using Step::Step;

  void run() override {
    const Index n = z_.rows();
    const Index d = z_.cols();
    // One column per coordinate.
    const Eigen::ArrayXXf x = z_.array();
    Eigen::ArrayXXf pull = Eigen::ArrayXXf::Zero(n, d);
    Eigen::ArrayXf mass = Eigen::ArrayXf::Ones(n);
    for (Index i = 0; i < n; ++i) {
      for (Index j = i + 1; j < n; j += kBlock) {
        const Index count = std::min(kBlock, n - j);
        auto u = u_.topLeftCorner(count, d);
        auto e = e_.head(count);
        u = x.middleRows(j, count).rowwise() - x.row(i);
        e = u.col(0).square();
        for (Index k = 1; k < d; ++k) e += u.col(k).square();
        e = (-0.5f * beta_ * e).exp();
        mass.segment(j, count) += e;
        mass(i) += e.sum();
        for (Index k = 0; k < d; ++k) {
          u.col(k) *= e;
          pull(i, k) += u.col(k).sum();
          pull.col(k).segment(j, count) -= u.col(k);
        }
      }
    }
    out_ = (x + eta_ * (pull.colwise() / mass)).matrix();
  }

 private:
  static constexpr Index kBlock = 512;
  Eigen::ArrayXXf u_{kBlock, z_.cols()};
  Eigen::ArrayXf e_{kBlock};
};

// [beta z, -beta |z|^2 / 2, 1] [z, 1, -beta |z|^2 / 2]' = -beta |z_i - z_j|^2 / 2, and the masses
// are one more column of the second product.
class Products : public Step {
 public:
  using Step::Step;

  void run() override {
    const Index n = z_.rows();
    const Index d = z_.cols();
    const Eigen::VectorXf norm = -0.5f * beta_ * z_.rowwise().squaredNorm();
    const Eigen::VectorXf one = Eigen::VectorXf::Ones(n);
    FloatMatrix left(n, d + 2), right(n, d + 2), with_one(n, d + 1), e(kRows, n), sum(kRows, d + 1);
    left << beta_ * z_, norm, one;
    right << z_, one, norm;
    with_one << z_, one;
    for (Index i = 0; i < n; i += kRows) {
      const Index count = std::min(kRows, n - i);
      auto weights = e.topRows(count);
      auto s = sum.topRows(count);
      weights.noalias() = left.middleRows(i, count) * right.transpose();
      weights = weights.array().exp();
      s.noalias() = weights * with_one;
      out_.middleRows(i, count) =
          (1.0f - eta_) * z_.middleRows(i, count) +
          eta_ * (s.leftCols(d).array().colwise() / s.col(d).array()).matrix();
    }
  }

 private:
  static constexpr Index kRows = 128;
};

std::unique_ptr<Contestant> fastest(const Case& c) {
  return c.count("d") <= 2 ? make<Differences>(c) : make<Products>(c);
}

const Entry eigen("denoiser", "Eigen", fastest);

}  // namespace
}  // namespace bench
