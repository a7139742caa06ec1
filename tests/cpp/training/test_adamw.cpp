#include "attn/training/adamw.hpp"

#include <cmath>
#include <limits>

#include "allocations.hpp"
#include "attn/numerics/largest.hpp"
#include "attn/numerics/rng.hpp"
#include "catch.hpp"
#include "layouts.hpp"

using namespace attn;
using layouts::bits_of;

namespace {

using FloatVector = Eigen::VectorXf;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

Vector normal(Index n, std::uint64_t seed) { return layouts::matrix(n, 1, seed).col(0); }

// Floats, also where they are kept as doubles.
FloatVector floats(Index n, std::uint64_t seed) { return normal(n, seed).cast<float>(); }

template <typename Call>
std::string refused(const Call& call) {
  return message_of([&] {
    call();
    return 0;
  });
}

}  // namespace

TEST_CASE("a rate rises linearly, has its whole size once, and falls to its floor") {
  const CosineSchedule schedule{2.0, 4, 13, 0.25};
  CHECK(cosine_rate(schedule, 0) == 0.5);
  CHECK(cosine_rate(schedule, 1) == 1.0);
  CHECK(cosine_rate(schedule, 3) == 2.0);
  // A third of the way: half of 1 + cos(60 degrees) is 3/4.
  CHECK(cosine_rate(schedule, 6) == Approx(2.0 * (0.25 + 0.75 * 0.75)).epsilon(1e-15));
  for (Index u = 4; u < 13; ++u) CHECK(cosine_rate(schedule, u) < cosine_rate(schedule, u - 1));
  CHECK(cosine_rate(schedule, 12) == 0.5);
  CHECK(cosine_rate(schedule, 1000) == 0.5);
  // As far above the middle as below it.
  for (Index u = 3; u < 13; ++u) {
    CHECK(cosine_rate(schedule, u) + cosine_rate(schedule, 15 - u) == Approx(2.5).epsilon(1e-15));
  }
  CHECK(cosine_rate({3.0, 0, 1, 0.5}, 0) == 1.5);
  CHECK(cosine_rate({3.0, 5, 5, 0.5}, 3) == Approx(2.4).epsilon(1e-15));
  CHECK(cosine_rate({3.0, 5, 5, 0.5}, 4) == 3.0);
  CHECK(cosine_rate({3.0, 5, 5, 0.5}, 5) == 1.5);
  CHECK(cosine_rate({}, 49) == 5e-3);
  CHECK(cosine_rate({}, 799) == 5e-3 * 0.05);
}

TEST_CASE(
    "norms are those of Euclid for every size of number, and a clipped gradient has the limit") {
  for (const double size : {1.0, 1e-300, 5e-324, 1e300}) {
    Vector g(4);
    g << 2.0 * size, -4.0 * size, 5.0 * size, 6.0 * size;
    CHECK(gradient_norm(g) == 9.0 * size);
  }
  for (const Index n : {1, 7, 8, 9, 40, 1003}) {
    const FloatVector g = floats(n, 3);
    CHECK(gradient_norm(g) == Approx(gradient_norm(Vector(g.cast<double>()))).epsilon(1e-14));
    CHECK(gradient_norm(g) == Approx(Vector(g.cast<double>()).norm()).epsilon(1e-14));
  }
  CHECK(gradient_norm(FloatVector::Constant(4, 3e38F)) == Approx(6e38).epsilon(1e-6));
  CHECK(gradient_norm(FloatVector::Constant(4, 1e-45F)) ==
        2.0 * static_cast<double>(std::numeric_limits<float>::denorm_min()));
  CHECK(gradient_norm(Vector::Zero(3)) == 0.0);
  CHECK(clip_factor(4.0, 1.0) == 0.25);
  CHECK(clip_factor(1.0, 1.0) == 1.0);
  CHECK(clip_factor(0.5, 1.0) == 1.0);
  CHECK(clip_factor(1e300, 0.0) == 1.0);
  CHECK(clip_factor(0.0, 0.0) == 1.0);
}

TEST_CASE("a weight with a constant gradient moves by the rate at each update") {
  // m and v are then the gradient and its square from the first update on.
  AdamW adam(1, {0.9, 0.99, 1e-12, 0.0, 0.0});
  Vector w = Vector::Constant(1, 2.0);
  for (int t = 1; t <= 20; ++t) {
    CHECK(adam.step(w, Vector::Constant(1, -0.3), 0.1) == 0.3);
    CHECK(w(0) == Approx(2.0 + 0.1 * t).epsilon(1e-11));
    CHECK(adam.state().mean(0) == Approx(-0.3 * (1.0 - std::pow(0.9, t))).epsilon(1e-13));
    CHECK(adam.state().squares(0) == Approx(0.09 * (1.0 - std::pow(0.99, t))).epsilon(1e-12));
  }
  CHECK(adam.state().updates == 20);
}

TEST_CASE("one gradient and then none moves a weight by a sum in closed form") {
  // After n updates m is first^(n - 1) (1 - first) g, and v likewise.
  const double first = 0.8, second = 0.95, g = 0.7, rate = 0.01;
  AdamW adam(1, {first, second, 1e-12, 0.0, 0.0});
  Vector w = Vector::Zero(1);
  double sum = 0.0;
  for (int n = 1; n <= 30; ++n) {
    adam.step(w, Vector::Constant(1, n == 1 ? g : 0.0), rate);
    sum += std::pow(first, n - 1) * (1.0 - first) / (1.0 - std::pow(first, n)) *
           std::sqrt((1.0 - std::pow(second, n)) / (std::pow(second, n - 1) * (1.0 - second)));
    CHECK(w(0) == Approx(-rate * sum).epsilon(1e-10));
  }
}

TEST_CASE("without memory a step is the rate times the sign") {
  const Vector g = 1e6 * normal(50, 1), start = normal(50, 2);
  AdamW adam(50, {0.0, 0.0, 1e-12, 0.0, 0.0});
  Vector w = start;
  for (int t = 1; t <= 3; ++t) adam.step(w, t == 2 ? Vector(-g) : g, 0.25);
  CHECK(largest(w - (start - 0.25 * g.cwiseSign())) < 1e-15);
  FastAdamW fast(50, {0.0, 0.0, 1e-12, 0.0, 0.0});
  FloatVector f = FloatVector::Zero(50);
  fast.step(f, g.cast<float>(), 0.25);
  CHECK(bits_of(f) == bits_of(FloatVector(-0.25F * g.cast<float>().cwiseSign())));
}

TEST_CASE("where nothing is learned, decay shrinks weights geometrically") {
  AdamW adam(3, {0.9, 0.999, 1e-8, 0.5, 0.0});
  FastAdamW fast(3, {0.9, 0.999, 1e-8, 0.5, 0.0});
  Vector w(3);
  w << 1.0, -2.0, 0.0;
  FloatVector f = w.cast<float>();
  for (int t = 1; t <= 10; ++t) {
    adam.step(w, Vector::Zero(3), 0.5);
    fast.step(f, FloatVector::Zero(3), 0.5);
    CHECK(w(0) == std::pow(0.75, t));
    CHECK(w(1) == -2.0 * std::pow(0.75, t));
    CHECK(w(2) == 0.0);
    CHECK(bits_of(Vector(f.cast<double>())) == bits_of(w));
  }
  CHECK(largest(adam.state().mean) == 0.0);
}

TEST_CASE(
    "steps do not depend on the scale of gradients, and clipped ones only on their direction") {
  const double rates[] = {0.1, 0.05, 0.2};
  const auto run = [&](double scale, double clip) {
    AdamW adam(20, {0.9, 0.99, 1e-12, 0.1, clip});
    Vector w = normal(20, 9);
    for (int t = 0; t < 3; ++t) {
      const Vector g = scale * normal(20, 10 + static_cast<std::uint64_t>(t));
      CHECK(adam.step(w, g, rates[t]) == Approx(g.norm()).epsilon(1e-14));
    }
    return w;
  };
  CHECK(largest(run(1.0, 0.0) - run(1e6, 0.0)) < 1e-9);
  CHECK(largest(run(1e4, 3.0) - run(1e150, 3.0)) < 1e-12);
  CHECK(largest(run(1.0, 3.0) - run(1.0, 1e4)) > 1e-3);
  CHECK(bits_of(run(1.0, 0.0)) == bits_of(run(1.0, 1e4)));
}

TEST_CASE("steps in float are those in double, but for rounding") {
  double worst = 0.0;
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    for (const double size : {1e-6, 1.0, 1e6}) {
      const Index n = 203;
      const AdamWOptions options{0.9, 0.99, 1e-8, 1e-2, seed == 2 ? 0.0 : 1.0};
      const CosineSchedule schedule{5e-3, 20, 300, 0.05};
      AdamW adam(n, options);
      FastAdamW fast(n, options);
      FloatVector f = floats(n, seed);
      Vector w = f.cast<double>();
      const Vector scales = (2.0 * normal(n, seed + 7)).array().abs();
      for (Index u = 0; u < 300; ++u) {
        const Vector noise = normal(n, 100 * seed + static_cast<std::uint64_t>(u));
        const FloatVector g = (size * scales.cwiseProduct(noise + w)).cast<float>();
        const double rate = cosine_rate(schedule, u);
        const double norm = adam.step(w, g.cast<double>(), rate);
        CHECK(fast.step(f, g, rate) == Approx(norm).epsilon(1e-13));
      }
      worst = larger(worst, largest(f.cast<double>() - w) / largest(w));
    }
  }
  CAPTURE(worst);
  CHECK(worst < 2e-6);
  CHECK(worst > 0.0);
}

TEST_CASE("weights find the least of a bowl, in double and in float") {
  const Index n = 12;
  const Vector at = normal(n, 4), curvature = normal(n, 5).array().exp();
  AdamW adam(n, {0.9, 0.99, 1e-8, 0.0, 1.0});
  FastAdamW fast(n, {0.9, 0.99, 1e-8, 0.0, 1.0});
  Vector w = Vector::Zero(n);
  FloatVector f = FloatVector::Zero(n);
  const CosineSchedule schedule{0.05, 10, 600, 0.0};
  for (Index u = 0; u < 600; ++u) {
    adam.step(w, curvature.cwiseProduct(w - at), cosine_rate(schedule, u));
    fast.step(f, curvature.cwiseProduct(f.cast<double>() - at).cast<float>(),
              cosine_rate(schedule, u));
  }
  CHECK(largest(w - at) < 1e-4);
  CHECK(largest(f.cast<double>() - at) < 1e-4);
}

TEST_CASE("a copy of the state goes on with the same bits, and nothing is allocated for a step") {
  const AdamWOptions options{0.9, 0.99, 1e-8, 1e-3, 2.0};
  AdamW adam(33, options), again(33, options);
  FastAdamW fast(33, options), fast_again(33, options);
  Vector w = normal(33, 1);
  FloatVector f = floats(33, 1);
  const auto step = [&](AdamW& a, FastAdamW& b, Vector& x, FloatVector& y, std::uint64_t t) {
    const Vector g = normal(33, 50 + t);
    const FloatVector narrow = g.cast<float>();
    CHECK(allocations_of([&] { a.step(x, g, 0.01); }) == 0);
    CHECK(allocations_of([&] { b.step(y, narrow, 0.01); }) == 0);
  };
  for (std::uint64_t t = 0; t < 5; ++t) step(adam, fast, w, f, t);
  Vector w_again = w;
  FloatVector f_again = f;
  again.restore(adam.state());
  fast_again.restore(fast.state());
  for (std::uint64_t t = 5; t < 9; ++t) {
    step(adam, fast, w, f, t);
    step(again, fast_again, w_again, f_again, t);
  }
  CHECK(bits_of(w, adam.state().mean, adam.state().squares) ==
        bits_of(w_again, again.state().mean, again.state().squares));
  CHECK(bits_of(f, fast.state().mean, fast.state().squares) ==
        bits_of(f_again, fast_again.state().mean, fast_again.state().squares));
  CHECK(fast_again.state().updates == 9);
}

TEST_CASE("numbers at the ends of their ranges leave weights that are floats") {
  for (const double first : {0.0, 1.0 - 1e-6}) {
    FastAdamW fast(3, {first, 1.0 - 1e-6, 1e-12, 0.0, 0.0});
    FastAdamWState state = fast.state();
    state.mean << 2e15F, -2e15F, 1e-45F;
    fast.restore(state);
    FloatVector w(3), g(3);
    w << 1e30F, -1e30F, 1e-45F;
    g << 0.0F, 0.0F, 1e15F;
    fast.step(w, g, 1000.0);
    CHECK(w.allFinite());
    CHECK(fast.state().squares.allFinite());
  }
}

TEST_CASE("AdamW refuses what does not fit, and is then as it was") {
  CHECK(refused([] { (void)AdamW(0); }) ==
        "AdamW: size is 0, expected a whole number from 1 to 67108864");
  CHECK(refused([] {
          (void)FastAdamW(2, {1.0, 0.9, 1e-8, 0.0, 0.0});
        }) == "FastAdamW: options.first is 1, expected a number from 0 to 0.999999");
  CHECK(refused([] {
          (void)AdamW(2, {0.9, kNaN, 1e-8, 0.0, 0.0});
        }) == "AdamW: options.second is NaN, expected a number from 0 to 0.999999");
  CHECK(refused([] {
          (void)AdamW(2, {0.9, 0.9, 0.0, 0.0, 0.0});
        }) == "AdamW: options.epsilon is 0, expected a number from 1e-12 to 1000000000000");
  CHECK(refused([] {
          (void)AdamW(2, {0.9, 0.9, 1e-8, -1.0, 0.0});
        }) == "AdamW: options.decay is -1, expected a finite number >= 0");
  CHECK(refused([] {
          (void)AdamW(2, {0.9, 0.9, 1e-8, 0.0, kInfinity});
        }) == "AdamW: options.clip is Infinity, expected a finite number >= 0");

  const AdamWOptions options{0.9, 0.99, 1e-8, 0.1, 0.0};
  AdamW adam(2, options);
  FastAdamW fast(2, options);
  Vector w = Vector::Ones(2), g = Vector::Ones(2);
  FloatVector f = FloatVector::Ones(2), narrow = FloatVector::Ones(2);
  adam.step(w, g, 0.1);
  fast.step(f, narrow, 0.1);
  const auto before = bits_of(w, f, adam.state().mean, adam.state().squares, fast.state().mean,
                              fast.state().squares);
  Vector three = Vector::Ones(3);
  CHECK(refused([&] { adam.step(three, g, 0.1); }) ==
        "AdamW::step: the size of weights is 3, expected a whole number from 2 to 2");
  CHECK(refused([&] { adam.step(w, three, 0.1); }) ==
        "AdamW::step: the size of gradient is 3, expected a whole number from 2 to 2");
  CHECK(refused([&] { adam.step(w, g, -0.1); }) ==
        "AdamW::step: rate is -0.1, expected a number from 0 to 1000");
  CHECK(refused([&] { adam.step(w, g, 20.0); }) ==
        "AdamW::step: rate times options.decay is 2, expected a number from 0 to 1");
  g(1) = kNaN;
  narrow(1) = -std::numeric_limits<float>::infinity();
  CHECK(refused([&] { adam.step(w, g, 0.1); }) ==
        "AdamW::step: gradient[1] is NaN, expected a finite number");
  CHECK(refused([&] { fast.step(f, narrow, 0.1); }) ==
        "FastAdamW::step: gradient[1] is -Infinity, expected a finite number");
  g(1) = 1e16;
  CHECK_THAT(refused([&] { adam.step(w, g, 0.1); }),
             contains("AdamW::step: the norm of the clipped gradient is 1e16, expected"));
  CHECK(bits_of(w, f, adam.state().mean, adam.state().squares, fast.state().mean,
                fast.state().squares) == before);
  CHECK(adam.state().updates == 1);
  CHECK(fast.state().updates == 1);
  for (const float bad : {2e30F, -2e30F, std::numeric_limits<float>::quiet_NaN()}) {
    FloatVector wild = FloatVector::Ones(2);
    wild(0) = bad;
    CHECK_THAT(refused([&] { fast.step(wild, FloatVector::Ones(2), 0.1); }),
               contains("FastAdamW::step: weights[0] is "));
  }
}

TEST_CASE("states and schedules that cannot be are refused") {
  AdamW adam(2);
  AdamWState state = adam.state();
  state.squares(1) = -1e-300;
  CHECK(refused([&] { adam.restore(state); }) ==
        "AdamW::restore: state.squares[1] is -1e-300, expected a number from 0 to 4e30");
  state = adam.state();
  state.mean(0) = kNaN;
  CHECK(refused([&] { adam.restore(state); }) ==
        "AdamW::restore: state.mean[0] is NaN, expected a number from -2e15 to 2e15");
  state = adam.state();
  state.updates = -1;
  CHECK(refused([&] { adam.restore(state); }) ==
        "AdamW::restore: state.updates is -1, expected a whole number from 0 to 1000000000");
  state = adam.state();
  state.mean = Vector::Zero(3);
  CHECK(refused([&] { adam.restore(state); }) ==
        "AdamW::restore: the size of state.mean is 3, expected a whole number from 2 to 2");
  CHECK(refused([] { (void)cosine_rate({}, -1); }) ==
        "cosine_rate: update is -1, expected a whole number from 0 to 1000000000");
  CHECK(refused([] {
          (void)cosine_rate({1.0, 9, 8, 0.0}, 0);
        }) == "cosine_rate: schedule.warmup is 9, expected a whole number from 0 to 8");
  CHECK(refused([] {
          (void)cosine_rate({kNaN, 9, 18, 0.0}, 0);
        }) == "cosine_rate: schedule.rate is NaN, expected a number from 0 to 1000");
  CHECK(refused([] {
          (void)cosine_rate({1.0, 0, 0, 0.0}, 0);
        }) == "cosine_rate: schedule.updates is 0, expected a whole number from 1 to 1000000000");
  CHECK(refused([] {
          (void)cosine_rate({1.0, 0, 8, 1.5}, 0);
        }) == "cosine_rate: schedule.floor is 1.5, expected a number from 0 to 1");
  CHECK(refused([] { (void)clip_factor(-1.0, 1.0); }) ==
        "clip_factor: norm is -1, expected a finite number >= 0");
  CHECK(refused([] { (void)clip_factor(1.0, kNaN); }) ==
        "clip_factor: limit is NaN, expected a finite number >= 0");
  CHECK(refused([] { (void)gradient_norm(Vector(0)); }) ==
        "gradient_norm: the size of gradient is 0, expected a whole number from 1 to 67108864");
  CHECK(refused([] { (void)gradient_norm(Vector::Constant(4, 1.7e308)); }) ==
        "gradient_norm: the norm of gradient is too large for a double");
  CHECK(refused([] { (void)gradient_norm(Vector::Constant(4, kNaN)); }) ==
        "gradient_norm: gradient[0] is NaN, expected a finite number");
}
