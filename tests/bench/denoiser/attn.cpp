// One layer of Stage 1 by the library.
#include "attn/denoising/denoiser.hpp"
#include "attn/denoising/denoiser_fast.hpp"
#include "attn/denoising/fast_particle_flow.hpp"
#include "harness/contest.hpp"

namespace bench {
namespace {

attn::FloatMatrix points(const Case& c) {
  return Eigen::Map<const attn::FloatMatrix>(c.inputs.at("z").data(), c.count("n"), c.count("d"));
}

std::vector<float> flat(const attn::FloatMatrix& m) { return {m.data(), m.data() + m.size()}; }

// In a workspace that lasts, as loops over layers have it.
class Pairs : public Contestant {
 public:
  explicit Pairs(const Case& c)
      : z_(points(c)), out_(z_.rows(), z_.cols()), beta_(c.number("beta")), eta_(c.number("eta")) {}
  void run() override {
    const attn::FloatSpan out{out_.data(), out_.rows(), out_.cols(), out_.cols()};
    attn::stage1_step_fast({z_.data(), z_.rows(), z_.cols(), z_.cols()}, beta_, eta_,
                           attn::PairSum::kAllPairs, workspace_, out);
  }
  std::vector<float> output() const override { return flat(out_); }

 private:
  attn::FloatMatrix z_, out_;
  attn::DenoiserWorkspace workspace_;
  double beta_, eta_;
};

// One layer of a flow, which keeps its buffers and tables from one layer to the next: as the plain
// JavaScript does, whose tables are made before the clock starts. Going back to the first layer,
// checks included, is on the clock.
class Flow : public Contestant {
 public:
  explicit Flow(const Case& c)
      : flow_(points(c), c.number("beta"), c.number("eta"), attn::PairSum::kTransform),
        start_(flow_.save()) {}
  void run() override {
    flow_.restore(start_);
    flow_.step();
  }
  std::vector<float> output() const override { return flat(flow_.particles()); }

 private:
  attn::FastParticleFlow flow_;
  attn::FastParticleFlow::State start_;
};

class Double : public Contestant {
 public:
  explicit Double(const Case& c)
      : z_(points(c).cast<double>()), beta_(c.number("beta")), eta_(c.number("eta")) {}
  void run() override { out_ = attn::stage1_step(z_, beta_, eta_); }
  std::vector<float> output() const override { return flat(out_.cast<float>()); }

 private:
  attn::Matrix z_, out_;
  double beta_, eta_;
};

const Entry pairs("denoiser", "attn pairs", make<Pairs>);
const Entry transform("denoiser", "attn fast", make<Flow>);
const Entry reference("denoiser", "attn double", make<Double>);

}  // namespace
}  // namespace bench
