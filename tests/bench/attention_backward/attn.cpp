// Attention forward and backward by the library.
#include "attn/attention/attention_flash_fast.hpp"
#include "harness/contest.hpp"

namespace bench {
namespace {

attn::FloatMatrix rows(const Case& c, const char* name) {
  return Eigen::Map<const attn::FloatMatrix>(c.inputs.at(name).data(), c.count("n"), c.count("d"));
}

// As in a loop: with a workspace and outputs that have been used before.
class Fast : public Contestant {
 public:
  explicit Fast(const Case& c)
      : q_(rows(c, "q")), k_(rows(c, "k")), v_(rows(c, "v")), d_output_(rows(c, "d_output")) {
    options_.causal = c.number("causal") != 0.0;
  }
  void run() override {
    attn::flash_attention_fast(q_, k_, v_, options_, workspace_, forward_);
    attn::flash_attention_fast_backward(q_, k_, v_, options_, forward_, d_output_, workspace_,
                                        out_);
  }
  std::vector<float> output() const override {
    std::vector<float> all;
    for (const attn::FloatMatrix* m : {&forward_.output, &out_.d_q, &out_.d_k, &out_.d_v}) {
      all.insert(all.end(), m->data(), m->data() + m->size());
    }
    return all;
  }

 private:
  attn::FloatMatrix q_, k_, v_, d_output_;
  attn::AttentionOptions options_;
  attn::FlashWorkspace workspace_;
  attn::FloatFlashAttention forward_;
  attn::FloatFlashGradients out_;
};

const Entry fast("attention_backward", "attn fast", make<Fast>);

}  // namespace
}  // namespace bench
