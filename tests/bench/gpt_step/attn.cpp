// A step of training of the small language model by the library: loss, gradient and AdamW.
#include <functional>
#ifndef __EMSCRIPTEN__
#include <atomic>
#include <thread>
#endif

#include "attn/training/adamw.hpp"
#include "attn/training/fast_gpt.hpp"
#include "harness/contest.hpp"

namespace bench {
namespace {

using Floats = Eigen::VectorXf;

attn::GptShape shape_of(const Case& c) {
  return {c.count("vocabulary"), c.count("length"), c.count("d"), c.count("heads"),
          c.count("blocks")};
}

attn::GptBatch batch_of(const Case& c) {
  const std::vector<float>& tokens = c.inputs.at("tokens");
  return {c.count("batch"), c.count("length"), {tokens.begin(), tokens.end()}};
}

// As adamW in model.mjs.
attn::AdamWOptions adamw() {
  attn::AdamWOptions out;
  out.second = 0.99;
  out.decay = 0.01;
  return out;
}
constexpr double kRate = 1e-3;

// As in training: the model has been used before. Each step begins with the same weights.
class Step : public Contestant {
 public:
  Step(const Case& c, attn::FastGptOptions options)
      : start_(
            Eigen::Map<const Floats>(c.inputs.at("weights").data(), attn::gpt_size(shape_of(c)))),
        gradient_(start_.size()),
        batch_(batch_of(c)),
        model_(shape_of(c), std::move(options)),
        adamw_(start_.size(), adamw()) {
    model_.gradient(start_, batch_, gradient_);
    weights_ = start_;
  }

  void run() override {
    weights_ = start_;
    loss_ = model_.gradient(weights_, batch_, gradient_);
    adamw_.step(weights_, gradient_, kRate);
  }
  std::vector<float> output() const override {
    std::vector<float> all{static_cast<float>(loss_)};
    for (const Floats* part : {&gradient_, &weights_}) {
      all.insert(all.end(), part->data(), part->data() + part->size());
    }
    return all;
  }

 private:
  Floats start_, weights_, gradient_;
  attn::GptBatch batch_;
  attn::FastGpt model_;
  attn::FastAdamW adamw_;
  double loss_ = 0.0;
};

class Portable : public Step {
 public:
  explicit Portable(const Case& c) : Step(c, {}) {}
};

const Entry portable("gpt_step", "attn portable", make<Portable>);

#ifndef __EMSCRIPTEN__

class Fused : public Step {
 public:
  explicit Fused(const Case& c) : Step(c, {true, {}}) {}
};

// One thread more, started for each step: 20 us that a program with a pool does not need.
void on_two(attn::Index jobs, const std::function<void(attn::Index)>& job) {
  std::atomic<attn::Index> next{0};
  const auto work = [&] {
    for (attn::Index i = next++; i < jobs; i = next++) job(i);
  };
  std::thread other(work);
  work();
  other.join();
}

class TwoThreads : public Step {
 public:
  explicit TwoThreads(const Case& c) : Step(c, {true, on_two}) {}
};

const Entry fused("gpt_step", "attn fused", make<Fused>);
const Entry two_threads("gpt_step", "attn 2 threads", make<TwoThreads>);

#endif

}  // namespace
}  // namespace bench
