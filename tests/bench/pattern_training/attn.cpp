// The loss of the minimal model of seed 003, section 2.4, and its gradient by the library.
#include "attn/training/fast_pattern_trainer.hpp"
#include "harness/contest.hpp"

namespace bench {
namespace {

attn::Matrix matrix(const float* numbers, attn::Index rows, attn::Index cols) {
  return Eigen::Map<const attn::FloatMatrix>(numbers, rows, cols).cast<double>();
}

attn::PatternData data_of(const Case& c) {
  const std::vector<float>& tokens = c.inputs.at("tokens");
  const attn::Matrix targets =
      matrix(c.inputs.at("targets").data(), c.count("contexts"), c.count("d"));
  return {c.count("lags"), {tokens.begin(), tokens.end()}, targets, targets};
}

// As in training: the pass has been used before.
class Fast : public Contestant {
 public:
  explicit Fast(const Case& c) : pass_(data_of(c)) {
    const attn::Index d = c.count("d"), heads = c.count("heads");
    for (attn::Index k = 0; k < heads; ++k) {
      heads_.values.push_back(matrix(c.inputs.at("values").data() + k * d * d, d, d));
    }
    heads_.logits = matrix(c.inputs.at("logits").data(), heads, c.count("lags"));
  }
  void run() override { out_ = pass_.gradient(heads_); }
  std::vector<float> output() const override {
    std::vector<float> all{static_cast<float>(out_.loss)};
    const auto take = [&](const attn::Matrix& m) {
      for (attn::Index i = 0; i < m.rows(); ++i) {
        for (attn::Index j = 0; j < m.cols(); ++j) all.push_back(static_cast<float>(m(i, j)));
      }
    };
    for (const attn::Matrix& v : out_.d.values) take(v);
    take(out_.d.logits);
    return all;
  }

 private:
  attn::FastPatternPass pass_;
  attn::PatternHeads heads_;
  attn::PatternGradient out_{};
};

const Entry fast("pattern_training", "attn fast", make<Fast>);

}  // namespace
}  // namespace bench
