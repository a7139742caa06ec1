// Attention forward by the library.
#include "attn/attention/attention.hpp"
#include "attn/attention/attention_flash_fast.hpp"
#include "harness/contest.hpp"

namespace bench {
namespace {

attn::FloatMatrix rows(const Case& c, const char* name) {
  return Eigen::Map<const attn::FloatMatrix>(c.inputs.at(name).data(), c.count("n"), c.count("d"));
}

attn::AttentionOptions options(const Case& c) {
  attn::AttentionOptions o;
  o.causal = c.number("causal") != 0.0;
  return o;
}

// As in a loop: with a workspace and an output that have been used before.
class Fast : public Contestant {
 public:
  explicit Fast(const Case& c)
      : q_(rows(c, "q")), k_(rows(c, "k")), v_(rows(c, "v")), options_(options(c)) {}
  void run() override { attn::flash_attention_fast(q_, k_, v_, options_, workspace_, out_); }
  std::vector<float> output() const override {
    return {out_.output.data(), out_.output.data() + out_.output.size()};
  }
  double bytes() const override { return static_cast<double>(workspace_.bytes()); }

 private:
  attn::FloatMatrix q_, k_, v_;
  attn::AttentionOptions options_;
  attn::FlashWorkspace workspace_;
  attn::FloatFlashAttention out_;
};

class Double : public Contestant {
 public:
  explicit Double(const Case& c)
      : q_(rows(c, "q").cast<double>()),
        k_(rows(c, "k").cast<double>()),
        v_(rows(c, "v").cast<double>()),
        options_(options(c)) {}
  void run() override { out_ = attn::attention(q_, k_, v_, options_); }
  std::vector<float> output() const override {
    const attn::FloatMatrix out = out_.cast<float>();
    return {out.data(), out.data() + out.size()};
  }

 private:
  attn::Matrix q_, k_, v_, out_;
  attn::AttentionOptions options_;
};

const Entry fast("attention", "attn fast", make<Fast>);
const Entry reference("attention", "attn double", make<Double>);

}  // namespace
}  // namespace bench
