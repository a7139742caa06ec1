#include "attn/denoising/fast_particle_flow.hpp"

#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "attn/denoising/denoiser.hpp"
#include "attn/denoising/particle_flow.hpp"
#include "attn/numerics/largest.hpp"
#include "attn/numerics/rng.hpp"
#include "catch.hpp"
#include "denoising/extent.hpp"
#include "instruction_sets.hpp"

using namespace attn;

namespace {

// The bound that denoiser_fast.hpp states.
constexpr double kBound = 1e-6;

FloatMatrix uniform_cloud(Index n, Index d, double size, std::uint64_t seed) {
  Rng rng(seed);
  FloatMatrix z(n, d);
  for (Index i = 0; i < z.size(); ++i) {
    z.data()[i] = static_cast<float>(size * (2.0 * rng.uniform() - 1.0));
  }
  return z;
}

FloatMatrix moved(const FloatMatrix& z, double beta, PairSum how) {
  FastParticleFlow flow(z, beta, 1.0, how);
  flow.step();
  return flow.particles();
}

// Where the definition takes particle i in one layer of step size 1, by one sum in double.
Vector exact_place(const FloatMatrix& z, double beta, Index i) {
  const Index d = z.cols();
  Vector pull = Vector::Zero(d);
  double mass = 0.0;
  for (Index j = 0; j < z.rows(); ++j) {
    double distance2 = 0.0;
    Vector u(d);
    for (Index k = 0; k < d; ++k) {
      u(k) = static_cast<double>(z(j, k)) - static_cast<double>(z(i, k));
      distance2 += u(k) * u(k);
    }
    const double weight = std::exp(-0.5 * beta * distance2);
    mass += weight;
    for (Index k = 0; k < d; ++k) pull(k) += weight * u(k);
  }
  for (Index k = 0; k < d; ++k) pull(k) = static_cast<double>(z(i, k)) + pull(k) / mass;
  return pull;
}

// The largest error of the transform at these particles, relative to the extent, less the rounding
// of what comes out.
double error_at(const FloatMatrix& z, double beta, const std::vector<Index>& particles) {
  const FloatMatrix fast = moved(z, beta, PairSum::kTransform);
  const double size = larger(extent(z), 1e-300);
  double worst = 0.0;
  for (const Index i : particles) {
    const Vector exact = exact_place(z, beta, i);
    for (Index k = 0; k < z.cols(); ++k) {
      const double rounding = std::fabs(exact(k)) * 6e-8;
      const double error = std::fabs(static_cast<double>(fast(i, k)) - exact(k)) - rounding;
      if (std::isnan(error)) return std::numeric_limits<double>::infinity();
      worst = larger(worst, error / size);
    }
  }
  return worst;
}

// At about 60 of them.
double error_of(const FloatMatrix& z, double beta) {
  std::vector<Index> particles;
  for (Index i = 0; i < z.rows(); i += 1 + z.rows() / 60) particles.push_back(i);
  return error_at(z, beta, particles);
}

}  // namespace

TEST_CASE("the transform is within its bound over sizes, dimensions and bandwidths") {
  for (const Index d : {1, 2}) {
    for (const Index n : {1, 2, 3, 17, 257, 3000}) {
      for (const double beta : {2e-38, 1e-6, 0.01, 0.5, 5.0, 50.0, 1e4}) {
        CAPTURE(d, n, beta);
        CHECK(error_of(uniform_cloud(n, d, 2.0, 51), beta) <= kBound);
      }
    }
  }
}

TEST_CASE("the transform is within its bound at every particle, against stage1_step") {
  for (const Index d : {1, 2}) {
    const FloatMatrix z = uniform_cloud(2000, d, 2.0, 52);
    const Matrix exact = stage1_step(z.cast<double>(), 16.0, 1.0);
    const Matrix fast = moved(z, 16.0, PairSum::kTransform).cast<double>();
    CHECK(largest(fast - exact) <= kBound * 4.0);
  }
}

// Many points at a distance weigh as much as one that is near, with a small part of their kernel
// each: there the kernel has to be right in its tail.
TEST_CASE("the transform is within its bound for a lone point at any distance from a cluster") {
  Rng rng(53);
  for (const Index d : {1, 2}) {
    for (const Index n : {300, 20000}) {
      for (const double size : {0.0, 1e-4, 0.3}) {
        FloatMatrix z(n + 1, d);
        for (const double distance : {2.0, 2.5, 3.0, 3.5, 4.0, 4.5, 5.0, 5.5, 6.0, 7.0, 8.0, 9.0}) {
          for (Index i = 0; i < z.size(); ++i) {
            z.data()[i] = static_cast<float>(size * (2.0 * rng.uniform() - 1.0));
          }
          z.row(n).setConstant(static_cast<float>(distance / std::sqrt(static_cast<double>(d))));
          CAPTURE(d, n, size, distance);
          CHECK(error_at(z, 1.0, {n, 0, n / 2}) <= kBound);
        }
      }
    }
  }
}

TEST_CASE("the transform is within its bound for a point between two clusters") {
  Rng rng(54);
  for (const Index d : {1, 2}) {
    for (const double distance : {2.5, 4.0, 4.7}) {
      for (const double off_centre : {0.0, 0.02, 0.2}) {
        FloatMatrix z(10001, d);
        for (Index i = 0; i < z.rows(); ++i) {
          for (Index k = 0; k < d; ++k) z(i, k) = static_cast<float>(1e-3 * rng.normal());
          z(i, 0) += static_cast<float>(i % 2 ? distance : -distance);
        }
        z.row(10000).setZero();
        z(10000, 0) = static_cast<float>(off_centre);
        CAPTURE(d, distance, off_centre);
        CHECK(error_at(z, 1.0, {10000, 0, 1}) <= kBound);
      }
    }
  }
}

TEST_CASE("errors of the transform stay relative to the extent, however small it is") {
  for (const Index d : {1, 2}) {
    for (const double size : {1e-30, 1e-8, 1.4e-4, 1.6e-4, 1e-3, 0.02, 0.1, 0.3, 0.7, 1.5, 3.0}) {
      CAPTURE(d, size);
      CHECK(error_of(uniform_cloud(3000, d, size, 55), 1.0) <= kBound);
    }
  }
}

TEST_CASE("boxes with many points are divided within the bound") {
  // 30000 points in a few boxes of the plane.
  CHECK(error_of(uniform_cloud(30000, 2, 1.5, 56), 1.0) <= kBound);
  CHECK(error_of(uniform_cloud(30000, 2, 0.2, 57), 1.0) <= kBound);
}

TEST_CASE("far outliers neither spoil the transform nor make it dear") {
  for (const Index d : {1, 2}) {
    for (const float far : {30.0F, 1e3F, 1e6F, 1e10F, 1e15F}) {
      FloatMatrix z = uniform_cloud(3000, d, 2.0, 58);
      z(7, 0) = far;
      z(8, d - 1) = -0.9F * far;
      FastParticleFlow flow(z, 16.0, 1.0, PairSum::kTransform);
      flow.step();
      CAPTURE(d, far);
      CHECK(flow.method() == PairSum::kTransform);
      CHECK(flow.bytes() <= 150 * 3000 + 8000000);
      for (const Index i : {0, 7, 8, 9, 2999}) {
        // The bound of the cloud without them, which move nothing.
        const Vector exact = exact_place(z, 16.0, i);
        for (Index k = 0; k < d; ++k) {
          CHECK(std::fabs(static_cast<double>(flow.particles()(i, k)) - exact(k)) <=
                kBound * 4.0 + 6e-8 * std::fabs(exact(k)));
        }
      }
    }
  }
}

TEST_CASE("clusters far apart, in a row and in a grid, are within the bound") {
  Rng rng(59);
  for (const Index d : {1, 2}) {
    for (const double gap : {3.0, 40.0, 1e4}) {
      FloatMatrix z(2000, d);
      for (Index i = 0; i < z.rows(); ++i) {
        for (Index k = 0; k < d; ++k) {
          z(i, k) = static_cast<float>(gap * static_cast<double>((i * 7 + k * 3) % 8) +
                                       0.5 * rng.normal());
        }
      }
      CAPTURE(d, gap);
      CHECK(error_of(z, 1.0) <= kBound);
    }
  }
}

TEST_CASE("equal points stay where they are under the transform") {
  for (const Index d : {1, 2}) {
    const FloatMatrix z = FloatMatrix::Constant(500, d, 0.3F);
    for (const double beta : {2e-38, 5.0, 3e38}) CHECK(moved(z, beta, PairSum::kTransform) == z);
  }
}

TEST_CASE("extreme bandwidths, sizes and denormal distances give finite numbers") {
  for (const Index d : {1, 2}) {
    FloatMatrix z = uniform_cloud(300, d, 1.0, 60);
    z(1, 0) = std::numeric_limits<float>::denorm_min();
    z(2, 0) = -1e15F;
    for (const PairSum how : {PairSum::kAutomatic, PairSum::kTransform}) {
      for (const double beta : {2e-38, 1e-30, 1e-10, 1e10, 1e30, 3e38}) {
        CHECK(moved(z, beta, how).allFinite());
        CHECK(moved(1e-38F * z, beta, how).allFinite());
      }
    }
  }
}

TEST_CASE("the transform is within its bound on every instruction set of this machine") {
  const FloatMatrix line = uniform_cloud(1000, 1, 2.0, 61);
  const FloatMatrix plane = uniform_cloud(1000, 2, 2.0, 62);
  const FloatMatrix many = uniform_cloud(20000, 2, 1.0, 63);
  int tried = 0;
  on_each_instruction_set([&] {
    CHECK(error_of(line, 16.0) <= kBound);
    CHECK(error_of(plane, 16.0) <= kBound);
    CHECK(error_of(many, 1.0) <= kBound);
    ++tried;
  });
  CHECK(tried >= 1);
}

TEST_CASE(
    "memory of the transform grows with the particles, and stays as it is from the first layer") {
  for (const Index d : {1, 2}) {
    for (const double size : {1.0, 60.0}) {
      const FloatMatrix z = uniform_cloud(50000, d, size, 64);
      FastParticleFlow flow(z, 1.0, 0.5, PairSum::kTransform);
      flow.step();
      const std::size_t bytes = flow.bytes();
      CHECK(bytes <= 150 * 50000 + 8000000);
      flow.step(3);
      CHECK(flow.bytes() == bytes);
    }
  }
}

TEST_CASE("a million particles take a step") {
  const FloatMatrix z = uniform_cloud(1000000, 2, 2.0, 65);
  FastParticleFlow flow(z, 16.0, 1.0);
  CHECK(flow.method() == PairSum::kTransform);
  flow.step();
  CHECK(flow.bytes() <= 40000000);
  for (const Index i : {0, 123456, 999999}) {
    const Vector exact = exact_place(z, 16.0, i);
    for (Index k = 0; k < 2; ++k) {
      CHECK(std::fabs(static_cast<double>(flow.particles()(i, k)) - exact(k)) <= kBound * 4.0);
    }
  }
}

TEST_CASE("the cheaper way is all pairs for few points and the transform for many") {
  for (const Index d : {1, 2}) {
    bool transform = false;
    for (Index n = 8; n <= 65536; n = n * 5 / 4) {
      const bool now = cheaper_pair_sum(uniform_cloud(n, d, 2.0, 66), 16.0) == PairSum::kTransform;
      CHECK((now || !transform));  // never back
      transform = now;
      if (n <= 32) CHECK(!now);
    }
    CHECK(transform);
    CHECK(cheaper_pair_sum(uniform_cloud(300, d, 2.0, 67), 1e12) == PairSum::kAllPairs);
    CHECK(cheaper_pair_sum(uniform_cloud(20000, d, 2.0, 68), 1e-6) == PairSum::kTransform);
  }
  CHECK(cheaper_pair_sum(uniform_cloud(1000, 3, 2.0, 69), 16.0) == PairSum::kAllPairs);
}

TEST_CASE("the transform and all pairs agree where one takes over from the other") {
  for (const Index d : {1, 2}) {
    for (const Index n : {100, 400, 1600}) {
      const FloatMatrix z = uniform_cloud(n, d, 2.0, 70);
      const FloatMatrix pairs = moved(z, 16.0, PairSum::kAllPairs);
      const FloatMatrix transform = moved(z, 16.0, PairSum::kTransform);
      const FloatMatrix automatic = moved(z, 16.0, PairSum::kAutomatic);
      CHECK(largest(pairs - transform) <= 2.0 * kBound * 4.0);
      CHECK((automatic == pairs || automatic == transform));
    }
  }
}

TEST_CASE("where the transform would need too much memory, all pairs takes its place") {
  // Points so far from each other that each has boxes of its own.
  const FloatMatrix z = uniform_cloud(2000, 2, 1e6, 71);
  FastParticleFlow flow(z, 1e6, 1.0, PairSum::kTransform);
  CHECK(flow.method() == PairSum::kAllPairs);
  flow.step();
  CHECK(flow.particles() == z);
}

TEST_CASE("a float flow takes the same layers as stage1_step_fast, bit by bit") {
  for (const PairSum how : {PairSum::kAllPairs, PairSum::kTransform, PairSum::kAutomatic}) {
    for (const Index d : {1, 2, 3}) {
      if (d == 3 && how == PairSum::kTransform) continue;
      FloatMatrix z = uniform_cloud(700, d, 2.0, 72);
      FastParticleFlow flow(z, 5.0, 0.3, how);
      for (Index layer = 1; layer <= 4; ++layer) {
        z = stage1_step_fast(z, 5.0, 0.3, how);
        flow.step();
        CHECK(flow.layer() == layer);
        CHECK(flow.particles() == z);
      }
    }
  }
}

TEST_CASE("many float layers stay near those in double") {
  // Two clusters that draw together; the flow contracts within each, so that errors do not add up.
  Rng rng(73);
  FloatMatrix z(1500, 2);
  for (Index i = 0; i < z.rows(); ++i) {
    for (Index k = 0; k < 2; ++k) {
      z(i, k) = static_cast<float>((i % 2 ? 2.0 : -2.0) + 0.3 * rng.normal());
    }
  }
  ParticleFlow exact(z.cast<double>(), 5.0, 0.2);
  FastParticleFlow fast(z, 5.0, 0.2, PairSum::kTransform);
  exact.step(10);
  fast.step(10);
  CHECK(largest(fast.particles().cast<double>() - exact.particles()) <= 2e-5);
}

TEST_CASE("float layers at once are layers one by one, and no step is a step of zero layers") {
  const FloatMatrix z = uniform_cloud(500, 1, 2.0, 74);
  FastParticleFlow at_once(z, 5.0, 0.5);
  FastParticleFlow one_by_one(z, 5.0, 0.5);
  at_once.step(6);
  for (int layer = 0; layer < 6; ++layer) one_by_one.step();
  CHECK(at_once.particles() == one_by_one.particles());
  CHECK(at_once.layer() == 6);
  at_once.step(0);
  CHECK(at_once.particles() == one_by_one.particles());
  CHECK(at_once.layer() == 6);
}

TEST_CASE(
    "a float flow cut at every piece takes the same layers, and shows none of one on its way") {
  // Rows of boxes by the width of the kernel: a hundred, some, and one; then divided ones.
  for (const double beta : {400.0, 16.0, 0.01}) {
    for (const Index n : {700, 20000}) {
      const FloatMatrix z = uniform_cloud(n, 2, 2.0, 80);
      FastParticleFlow at_once(z, beta, 0.5, PairSum::kTransform);
      FastParticleFlow in_pieces(z, beta, 0.5, PairSum::kTransform);
      CAPTURE(n, beta);
      Index pieces = 0;
      for (Index layer = 1; layer <= 3; ++layer) {
        const FloatMatrix before = in_pieces.particles();
        while (!in_pieces.advance(1)) {
          CHECK(in_pieces.layer() == layer - 1);
          CHECK(in_pieces.particles() == before);
          ++pieces;
        }
        at_once.step();
        CHECK(in_pieces.layer() == layer);
        CHECK(in_pieces.particles() == at_once.particles());
      }
      CHECK(pieces >= 3 * 4);
      CHECK(in_pieces.bytes() == at_once.bytes());
    }
  }
}

TEST_CASE("a float flow takes all pairs of many particles in pieces, with the same bits") {
  const FloatMatrix z = uniform_cloud(3000, 4, 2.0, 83);
  FastParticleFlow at_once(z, 5.0, 0.5), in_pieces(z, 5.0, 0.5);
  for (Index layer = 1; layer <= 2; ++layer) {
    const FloatMatrix before = in_pieces.particles();
    CHECK_FALSE(in_pieces.advance(1));
    CHECK(in_pieces.particles() == before);
    while (!in_pieces.advance(1)) {
    }
    at_once.step();
    CHECK(in_pieces.layer() == layer);
    CHECK(in_pieces.particles() == at_once.particles());
  }
  // What was begun is left for what is restored.
  const FastParticleFlow::State saved = at_once.save();
  while (in_pieces.advance(1)) {
  }
  in_pieces.restore(saved);
  in_pieces.step();
  at_once.step();
  CHECK(in_pieces.particles() == at_once.particles());
}

TEST_CASE("sums of a float flow that have one piece are complete with it") {
  for (const Index d : {1, 3}) {
    const FloatMatrix z = uniform_cloud(300, d, 2.0, 81);
    FastParticleFlow at_once(z, 5.0, 0.5);
    FastParticleFlow in_pieces(z, 5.0, 0.5);
    at_once.step();
    CHECK(in_pieces.advance(1));
    CHECK(in_pieces.particles() == at_once.particles());
  }
}

TEST_CASE(
    "a float flow ends by steps what it has begun in pieces, or leaves it for what it restores") {
  const FloatMatrix z = uniform_cloud(2000, 2, 2.0, 82);
  FastParticleFlow plain(z, 16.0, 0.5, PairSum::kTransform);
  FastParticleFlow mixed(z, 16.0, 0.5, PairSum::kTransform);
  CHECK_FALSE(mixed.advance(5));
  const FastParticleFlow::State saved = mixed.save();
  CHECK(saved.layer == 0);
  CHECK(saved.particles == z);
  mixed.step(0);
  CHECK(mixed.layer() == 0);
  mixed.step(2);
  plain.step(2);
  CHECK(mixed.layer() == 2);
  CHECK(mixed.particles() == plain.particles());
  CHECK(mixed.advance(1000000));
  CHECK(mixed.layer() == 3);
  CHECK_FALSE(mixed.advance(3));
  FastParticleFlow taken = std::move(mixed);
  taken.restore(plain.save());
  plain.step();
  taken.step();
  CHECK(taken.layer() == 3);
  CHECK(taken.particles() == plain.particles());
}

TEST_CASE("a float flow goes back to a saved state and on again with the same bits") {
  FastParticleFlow flow(uniform_cloud(800, 2, 2.0, 75), 5.0, 0.5, PairSum::kTransform);
  flow.step(2);
  const FastParticleFlow::State saved = flow.save();
  flow.step(3);
  const FloatMatrix end = flow.particles();
  flow.restore(saved);
  CHECK(flow.layer() == 2);
  CHECK(flow.particles() == saved.particles);
  flow.step(3);
  CHECK(flow.particles() == end);
  FastParticleFlow taken = std::move(flow);
  taken.step();
  CHECK(taken.layer() == 6);
}

TEST_CASE("a float flow says how it takes its sums") {
  const FloatMatrix few = uniform_cloud(20, 1, 2.0, 76);
  const FloatMatrix many = uniform_cloud(20000, 1, 2.0, 77);
  CHECK(FastParticleFlow(few, 5.0, 0.5).method() == PairSum::kAllPairs);
  CHECK(FastParticleFlow(few, 5.0, 0.5, PairSum::kTransform).method() == PairSum::kTransform);
  CHECK(FastParticleFlow(many, 5.0, 0.5).method() == PairSum::kTransform);
  CHECK(FastParticleFlow(many, 5.0, 0.5, PairSum::kAllPairs).method() == PairSum::kAllPairs);
}

#ifdef EIGEN_RUNTIME_NO_MALLOC
TEST_CASE("a float flow allocates no matrix while it steps") {
  for (const PairSum how : {PairSum::kAllPairs, PairSum::kTransform}) {
    FastParticleFlow flow(uniform_cloud(300, 2, 2.0, 78), 5.0, 0.5, how);
    flow.step();
    Eigen::internal::set_is_malloc_allowed(false);
    flow.step(3);
    Eigen::internal::set_is_malloc_allowed(true);
    CHECK(flow.layer() == 4);
  }
}
#endif

TEST_CASE("a float flow refuses bad input and is then as it was") {
  const FloatMatrix z = uniform_cloud(4, 2, 1.0, 79);
  CHECK_THAT(message_of([] { FastParticleFlow(FloatMatrix(0, 1), 1.0, 0.1); }),
             contains("FastParticleFlow: the rows of tokens is 0, expected a whole number from 1"));
  CHECK_THAT(message_of([&] { FastParticleFlow(z, 0.0, 0.1); }),
             contains("FastParticleFlow: beta is 0, expected a number from 1.17549e-38"));
  CHECK(message_of([&] { FastParticleFlow(z, 1.0, 1.5); }) ==
        "FastParticleFlow: eta is 1.5, expected a number from 0 to 1");
  CHECK_THAT(
      message_of([] { FastParticleFlow(FloatMatrix::Zero(3, 3), 1.0, 0.1, PairSum::kTransform); }),
      contains("FastParticleFlow: how is the transform in 3 dimensions, expected"));
  CHECK(message_of([&] { FastParticleFlow(z, 1.0, 0.1, static_cast<PairSum>(99)); }) ==
        "FastParticleFlow: how is 99, expected one of PairSum");
  FloatMatrix bad = z;
  bad(3, 1) = std::nanf("");
  CHECK_THAT(message_of([&] { FastParticleFlow(bad, 1.0, 0.1); }),
             contains("FastParticleFlow: tokens[3, 1] is NaN, expected a number from"));
  FastParticleFlow flow(z, 1.0, 0.1);
  flow.step(2);
  const FloatMatrix before = flow.particles();
  CHECK(message_of([&] { flow.step(-1); }) ==
        "FastParticleFlow::step: layers is -1, expected a whole number from 0 to 1000000");
  CHECK_FALSE(flow.advance(1));
  for (const Index pieces : {-1, 0, 1000001}) {
    CHECK(message_of([&] { flow.advance(pieces); }) == "FastParticleFlow::advance: pieces is " +
                                                           std::to_string(pieces) +
                                                           ", expected a whole number from 1 to "
                                                           "1000000");
  }
  CHECK(message_of([&] {
          flow.restore({FloatMatrix::Zero(3, 2), 0});
        }) == "FastParticleFlow::restore: state.particles is 3 x 2, expected 4 x 2");
  CHECK_THAT(message_of([&] {
               flow.restore({bad, 0});
             }),
             contains("FastParticleFlow::restore: state.particles[3, 1] is NaN"));
  CHECK_THAT(message_of([&] { flow.restore({z, -1}); }), contains("state.layer is -1"));
  const Index largest = std::numeric_limits<Index>::max();
  CHECK_THAT(message_of([&] { flow.restore({z, largest}); }), contains("state.layer is 92233"));
  CHECK(flow.particles() == before);
  CHECK(flow.layer() == 2);
}
