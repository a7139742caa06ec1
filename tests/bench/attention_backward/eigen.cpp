// Attention forward and backward as one would write it with Eigen, vectorised: blocks of queries,
// forward and backward one after the other while the weights are there; causal ones leave out the
// keys after them. Of blocks of 32, 64, 128 and 256 queries those of 128 were the fastest; causal
// ones those of 32 and 64, which took about the same.
#include <Eigen/Core>
#include <algorithm>
#include <cmath>

#include "harness/contest.hpp"

namespace bench {
namespace {

using Eigen::Index;
using FloatMatrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

class Blocks : public Contestant {
 public:
  explicit Blocks(const Case& c)
      : q_(rows(c, "q")),
        k_(rows(c, "k")),
        v_(rows(c, "v")),
        d_output_(rows(c, "d_output")),
        causal_(c.number("causal") != 0.0) {}

  void run() override {
    const Index n = q_.rows();
    const float scale = 1.0F / std::sqrt(static_cast<float>(q_.cols()));
    d_k_.setZero();
    d_v_.setZero();
    for (Index i = 0; i < n; i += rows_) {
      const Index count = std::min(rows_, n - i);
      const Index keys = causal_ ? i + count : n;
      const auto d_o = d_output_.middleRows(i, count);
      auto weights = weights_.topLeftCorner(count, keys);
      auto queries = queries_.topRows(count);
      queries = scale * q_.middleRows(i, count);
      weights.noalias() = queries * k_.topRows(keys).transpose();
      for (Index r = 0; r < count; ++r) {
        const Index visible = causal_ ? i + r + 1 : n;
        auto row = weights.row(r).head(visible).array();
        row = (row - row.maxCoeff()).exp();
        row *= 1.0F / row.sum();
        weights.row(r).tail(keys - visible).setZero();
      }
      auto out = out_.middleRows(i, count);
      out.noalias() = weights * v_.topRows(keys);
      auto d_scores = d_scores_.topLeftCorner(count, keys);
      d_scores.noalias() = d_o * v_.topRows(keys).transpose();
      mean_.head(count) = out.cwiseProduct(d_o).rowwise().sum().array();
      d_scores.array() = weights.array() * (d_scores.array().colwise() - mean_.head(count));
      d_q_.middleRows(i, count).noalias() = scale * (d_scores * k_.topRows(keys));
      d_k_.topRows(keys).noalias() += d_scores.transpose() * queries;
      d_v_.topRows(keys).noalias() += weights.transpose() * d_o;
    }
  }
  std::vector<float> output() const override {
    std::vector<float> all;
    for (const FloatMatrix* m : {&out_, &d_q_, &d_k_, &d_v_}) {
      all.insert(all.end(), m->data(), m->data() + m->size());
    }
    return all;
  }

 private:
  static FloatMatrix rows(const Case& c, const char* name) {
    return Eigen::Map<const FloatMatrix>(c.inputs.at(name).data(), c.count("n"), c.count("d"));
  }
  FloatMatrix like_q() const { return {q_.rows(), q_.cols()}; }

  FloatMatrix q_, k_, v_, d_output_;
  bool causal_;
  Index rows_{causal_ ? 64 : 128};
  FloatMatrix weights_{rows_, q_.rows()}, d_scores_{rows_, q_.rows()}, queries_{rows_, q_.cols()};
  FloatMatrix out_{like_q()}, d_q_{like_q()}, d_k_{like_q()}, d_v_{like_q()};
  Eigen::ArrayXf mean_{rows_};
};

const Entry eigen("attention_backward", "Eigen", make<Blocks>);

}  // namespace
}  // namespace bench
