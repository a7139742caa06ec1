// The loss of a head and its gradient by the library.
#include "attn/training/fast_head_trainer.hpp"
#include "harness/contest.hpp"

namespace bench {
namespace {

attn::Matrix matrix(const Case& c, const char* name, const char* rows, const char* cols) {
  return Eigen::Map<const attn::FloatMatrix>(c.inputs.at(name).data(), c.count(rows), c.count(cols))
      .cast<double>();
}

attn::FastHeadPass pass_of(const Case& c) {
  const std::vector<float>& numbers = c.inputs.at("labels");
  const std::vector<attn::Index> labels(numbers.begin(), numbers.end());
  return {
      Eigen::Map<const attn::FloatMatrix>(c.inputs.at("x").data(), c.count("n"), c.count("d_x")),
      labels, c.count("classes"), true};
}

// As in training: the pass has been used before, and so has the gradient's memory.
class Fast : public Contestant {
 public:
  explicit Fast(const Case& c) : pass_(pass_of(c)) {
    weights_.heads.push_back({matrix(c, "w_q", "d_k", "d_x"), matrix(c, "w_k", "d_k", "d_x"),
                              matrix(c, "w_v", "d_v", "d_x")});
    weights_.w_o = matrix(c, "w_o", "classes", "d_v");
    weights_.b = matrix(c, "b", "classes", "one");
  }
  void run() override {
    loss_ = pass_.loss(weights_);
    pass_.gradient(gradient_);
  }
  std::vector<float> output() const override {
    std::vector<float> all{static_cast<float>(loss_)};
    const attn::HeadWeights& head = gradient_.heads.front();
    for (const attn::Matrix* m : {&head.w_q, &head.w_k, &head.w_v, &gradient_.w_o}) {
      for (attn::Index i = 0; i < m->rows(); ++i) {
        for (attn::Index j = 0; j < m->cols(); ++j) all.push_back(static_cast<float>((*m)(i, j)));
      }
    }
    for (const double x : gradient_.b) all.push_back(static_cast<float>(x));
    return all;
  }

 private:
  attn::FastHeadPass pass_;
  attn::ClassifierWeights weights_, gradient_;
  double loss_ = 0.0;
};

const Entry fast("head_training", "attn fast", make<Fast>);

}  // namespace
}  // namespace bench
