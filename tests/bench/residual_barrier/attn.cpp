// The barrier of a sequence by the library, without gradients and with them.
#include "attn/support/residual_barrier_fast.hpp"
#include "harness/contest.hpp"

namespace bench {
namespace {

attn::FloatMatrix rows(const Case& c, const char* name, const char* count) {
  return Eigen::Map<const attn::FloatMatrix>(c.inputs.at(name).data(), c.count(count),
                                             c.count("d"));
}

// As in a loop: with a workspace and outputs that have been used before.
class Fast : public Contestant {
 public:
  explicit Fast(const Case& c)
      : x_(rows(c, "x", "n")), w_(rows(c, "w", "d")), gradient_(c.number("gradient") != 0.0) {}
  void run() override {
    if (gradient_) {
      attn::residual_barrier_fast_gradient(x_, w_, workspace_, out_);
    } else {
      attn::residual_barrier_fast(x_, w_, workspace_, out_.value);
    }
  }
  std::vector<float> output() const override {
    std::vector<float> all{static_cast<float>(out_.value.barrier)};
    for (const attn::FloatMatrix* m : {&out_.d_x, &out_.d_w}) {
      all.insert(all.end(), m->data(), m->data() + m->size());
    }
    return all;
  }
  double bytes() const override { return static_cast<double>(workspace_.bytes()); }

 private:
  attn::FloatMatrix x_, w_;
  bool gradient_;
  attn::BarrierWorkspace workspace_;
  attn::FastBarrierGradient out_{};
};

const Entry fast("residual_barrier", "attn fast", make<Fast>);

}  // namespace
}  // namespace bench
