#include "attn/training/adamw.hpp"

#include "fuzz_input.hpp"

namespace {

using fuzz::Input;

// As the numbers of its kind are.
template <typename V>
V numbers(Input& input, attn::Index n) {
  using Scalar = typename V::Scalar;
  V out(n);
  const Input::Kind kind = input.kind();
  for (Scalar& x : out) {
    const double wide = input.number(kind);
    if constexpr (sizeof(Scalar) == sizeof(float)) {
      x = fuzz::to_float(wide);
    } else {
      x = wide;
    }
  }
  return out;
}

template <typename Adam, typename V>
void steps(Input& input, const char* name) {
  const std::string step = std::string(name) + "::step", restore = std::string(name) + "::restore";
  attn::AdamWOptions options;
  options.first = input.flip() ? 0.9 : input.number();
  options.second = input.flip() ? 0.99 : input.number();
  options.epsilon = input.flip() ? 1e-12 : input.positive();
  if (input.flip()) options.decay = input.positive();
  if (input.flip()) options.clip = input.positive();
  const attn::Index n = input.size(0, 20);
  fuzz::returns(
      name,
      [&] {
        Adam adam(n, options);
        if (input.flip()) {
          auto state = adam.state();
          state.mean = numbers<V>(input, input.nearly(n));
          state.squares = numbers<V>(input, input.nearly(n)).cwiseAbs();
          state.updates = input.size(-1, 100);
          fuzz::returns(restore.c_str(), [&] { adam.restore(state); });
        }
        V weights = numbers<V>(input, input.nearly(n));
        for (int t = 0; t < 3; ++t) {
          const V gradient = numbers<V>(input, input.nearly(n));
          const bool same = input.byte() % 16 == 0;
          const double rate = input.positive();
          const V before = weights;
          double norm = 0.0;
          if (fuzz::returns(step.c_str(), [&] {
                norm =
                    same ? adam.step(weights, weights, rate) : adam.step(weights, gradient, rate);
              })) {
            fuzz::expect_finite(step.c_str(), norm, weights, adam.state().mean,
                                adam.state().squares);
            fuzz::expect(attn::lowest(adam.state().squares) >= 0.0, step.c_str(), "squares");
            // What it remembers, it takes back.
            const auto state = adam.state();
            adam.restore(state);
          } else {
            const std::size_t bytes = sizeof(typename V::Scalar) * static_cast<std::size_t>(n);
            fuzz::expect(
                weights.size() != n || std::memcmp(before.data(), weights.data(), bytes) == 0,
                step.c_str(), "as before");
          }
        }
      },
      restore.c_str());
}

}  // namespace

FUZZ_TARGET(adamw) {
  Input input(data, size);
  steps<attn::AdamW, attn::Vector>(input, "AdamW");
  steps<attn::FastAdamW, Eigen::VectorXf>(input, "FastAdamW");
  const attn::CosineSchedule schedule{input.positive(), input.size(-1, 20), input.size(-1, 40),
                                      input.positive()};
  double rate = 0.0;
  if (fuzz::returns("cosine_rate",
                    [&] { rate = attn::cosine_rate(schedule, input.size(-1, 50)); })) {
    fuzz::expect(rate >= 0.0 && rate <= schedule.rate, "cosine_rate", "a rate");
  }
  const attn::Vector g = numbers<attn::Vector>(input, input.size(0, 20));
  double norm = 0.0;
  if (fuzz::returns("gradient_norm", [&] { norm = attn::gradient_norm(g); }))
    fuzz::expect_finite("gradient_norm", norm);
  double factor = 0.0;
  const double limit = input.positive();
  if (fuzz::returns("clip_factor", [&] { factor = attn::clip_factor(norm, limit); }))
    fuzz::expect(factor >= 0.0 && factor <= 1.0, "clip_factor", "a share");
  return 0;
}
