// Linear attention by the library, and the exact one that it stands in for.
#include "attn/attention/attention_flash_fast.hpp"
#include "attn/attention/linear_attention_fast.hpp"
#include "harness/contest.hpp"

namespace bench {
namespace {

attn::FloatMatrix rows(const Case& c, const char* name, const char* count) {
  return Eigen::Map<const attn::FloatMatrix>(c.inputs.at(name).data(), c.count(count),
                                             c.count("d"));
}

std::vector<float> numbers(const attn::FloatMatrix& m) { return {m.data(), m.data() + m.size()}; }

// As in a loop, both: with a workspace and an output that have been used before.
class Linear : public Contestant {
 public:
  explicit Linear(const Case& c)
      : q_(rows(c, "q", "n")),
        k_(rows(c, "k", "n")),
        v_(rows(c, "v", "n")),
        map_{attn::FeatureKind::kPositive, rows(c, "frequencies", "m").cast<double>()},
        out_(v_) {}
  void run() override {
    attn::linear_attention_fast(view(q_), view(k_), view(v_), map_, false, workspace_,
                                {out_.data(), out_.rows(), out_.cols(), out_.cols()});
  }
  std::vector<float> output() const override { return numbers(out_); }
  double bytes() const override { return static_cast<double>(workspace_.bytes()); }

 private:
  static attn::FloatView view(const attn::FloatMatrix& m) {
    return {m.data(), m.rows(), m.cols(), m.cols()};
  }

  attn::FloatMatrix q_, k_, v_;
  attn::FeatureMap map_;
  attn::LinearWorkspace workspace_;
  attn::FloatMatrix out_;
};

class Exact : public Contestant {
 public:
  explicit Exact(const Case& c)
      : q_(rows(c, "q", "n")), k_(rows(c, "k", "n")), v_(rows(c, "v", "n")) {
    options_.scale = 1.0;
  }
  void run() override { attn::flash_attention_fast(q_, k_, v_, options_, workspace_, out_); }
  std::vector<float> output() const override { return numbers(out_.output); }
  double bytes() const override { return static_cast<double>(workspace_.bytes()); }

 private:
  attn::FloatMatrix q_, k_, v_;
  attn::AttentionOptions options_;
  attn::FlashWorkspace workspace_;
  attn::FloatFlashAttention out_;
};

const Entry linear("linear_attention", "attn linear", make<Linear>);
const Entry exact("linear_attention", "attn exact", make<Exact>);

}  // namespace
}  // namespace bench
