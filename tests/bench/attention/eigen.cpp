// Attention forward as one would write it with Eigen, vectorised: blocks of queries whose weights
// stay in the cache, normalised last; causal ones leave out the keys after them. Of blocks of 32,
// 64, 128 and 256 queries those of 128 were the fastest, causal ones those of 64.
#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <limits>

#include "harness/contest.hpp"

namespace bench {
namespace {

using Eigen::Index;
using FloatMatrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

class Blocks : public Contestant {
 public:
  explicit Blocks(const Case& c)
      : q_(rows(c, "q")), k_(rows(c, "k")), v_(rows(c, "v")), causal_(c.number("causal") != 0.0) {}

  void run() override {
    const Index n = q_.rows();
    const float scale = 1.0F / std::sqrt(static_cast<float>(q_.cols()));
    for (Index i = 0; i < n; i += rows_) {
      const Index count = std::min(rows_, n - i);
      const Index keys = causal_ ? i + count : n;
      auto weights = weights_.topLeftCorner(count, keys);
      weights.noalias() = (scale * q_.middleRows(i, count)) * k_.topRows(keys).transpose();
      for (Index r = 0; r < count; ++r) {
        const Index visible = causal_ ? i + r + 1 : n;
        auto row = weights.row(r).head(visible).array();
        row = (row - row.maxCoeff()).exp();
        sum_(r) = row.sum();
        weights.row(r).tail(keys - visible).setZero();
      }
      auto out = out_.middleRows(i, count);
      out.noalias() = weights * v_.topRows(keys);
      out.array().colwise() /= sum_.head(count);
    }
  }
  std::vector<float> output() const override { return {out_.data(), out_.data() + out_.size()}; }

 private:
  static FloatMatrix rows(const Case& c, const char* name) {
    return Eigen::Map<const FloatMatrix>(c.inputs.at(name).data(), c.count("n"), c.count("d"));
  }

  FloatMatrix q_, k_, v_;
  bool causal_;
  Index rows_{causal_ ? 64 : 128};
  FloatMatrix weights_{rows_, q_.rows()};
  FloatMatrix out_{q_.rows(), q_.cols()};
  Eigen::ArrayXf sum_{rows_};
};

const Entry eigen("attention", "Eigen", make<Blocks>);

}  // namespace
}  // namespace bench
