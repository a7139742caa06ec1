// Stage 1 on a cloud in the plane so large that only its density can be drawn: near the limit of
// infinitely many tokens that the theory speaks of. Source: seed 004, sections 2 and 6.
#pragma once

#include <optional>

#include "attn/denoising/fast_particle_flow.hpp"
#include "attn/numerics/rng.hpp"
#include "experiments/bases.hpp"

namespace attn::experiments {

/// What the clean tokens are; all within the square [-2, 2]^2.
enum class CloudShape {
  kRing,    ///< eight points on a circle
  kSpiral,  ///< 400 points on a spiral of two turns
  kLattice  ///< five by five points
};

/// beta sigma2 is at most 2 layers.
struct MillionParticlesParams {
  ATTN_DESCRIBED(MillionParticlesParams);
  ATTN_CHOICE(CloudShape, shape, "of the clean tokens", "ring", "spiral",
              "lattice") = CloudShape::kSpiral;
  ATTN_PARAM(Index, count, "tokens", within(1, 1000000)) = 1000000;
  ATTN_PARAM(double, sigma2, "variance of the noise, per coordinate", within(1e-4, 1.0)) = 0.03;
  ATTN_PARAM(double, beta, "inverse squared width of the Stage 1 kernel",
             within(1.0, 400.0)) = 200.0;
  ATTN_PARAM(Index, layers, "of Stage 1, over the matched time", within(1, 200)) = 30;
  ATTN_PARAM(std::uint64_t, seed, "of the random numbers") = 7;
};

struct MillionParticlesFrame {
  ATTN_DESCRIBED(MillionParticlesFrame);
  ATTN_FIELD(Index, layer, "the one reached") = 0;
  ATTN_FIELD(Index, layers, "in all") = 0;
  ATTN_FIELD(Index, count, "tokens") = 0;
  ATTN_FIELD(double, eta, "step size of every layer") = 0.0;
  ATTN_FIELD(FloatMatrix, density,
             "(160 x 160) particles in each cell of [-2.8, 2.8]^2 at this layer; rows from the "
             "lowest second coordinate up");
  ATTN_FIELD(double, inside, "share of the particles that the cells hold") = 0.0;
  ATTN_FIELD(Vector, distance,
             "(layer + 1) root mean square distance of a particle to the nearest clean point, over "
             "1000 of them");
  ATTN_FIELD(double, step_error,
             "of the step that led to this layer: its displacement of one particle against the "
             "direct sum in double, over the width of the square; 0 at layer 0") = 0.0;
  ATTN_FIELD(bool, transform,
             "whether sums over pairs are taken by the fast Gauss transform") = false;
};

/// The step size is the one at which `layers` is the matched depth, eta = beta sigma2 / (2 layers).
/// Float kernels (denoiser_fast.hpp): the builds agree to their bound, not to the bit. Of the past
/// only the densities are kept.
class MillionParticles : public WithOpening<MillionParticles> {
 public:
  using Params = MillionParticlesParams;
  using Frame = MillionParticlesFrame;
  static constexpr const char* kName = "million_particles";
  static constexpr const char* kAbout =
      "Stage 1 on up to a million tokens in the plane, as a density (seed 004, sections 2 and 6)";
  static constexpr bool kFloats = true;
  static std::vector<Setting<Params>> settings();
  /// Of the float kernels against the double path.
  static double self_test();

  /// The density is counted in kBins x kBins cells over [-kReach, kReach]^2.
  static constexpr Index kBins = 160;
  static constexpr double kReach = 2.8;  ///< see kBins
  /// Particles by which the distance to the clean points is estimated.
  static constexpr Index kProbes = 1000;

  explicit MillionParticles(const Params& params);
  MillionParticles(const Params& params, InUnits);

  /// Tokens that are drawn at a time, and summed over, so that units of work are equally long.
  static constexpr Index kDrawn = 100000;
  static constexpr Index kSummed = 500000;  ///< see kDrawn
  /// The tokens piece by piece, what moves them, and what is seen of them.
  Index opening_units() const { return pieces(kDrawn) + 2; }
  void open_unit(Index unit);

  Index steps() const { return params_.layers; }
  /// Goes towards `layer`, at most `budget` units, of which a layer has from four to about twenty;
  /// true when it has arrived.
  bool seek(Index layer, Index budget);
  Frame frame() const;

 private:
  /// What the definition says of the next step of the first particle, summed so far.
  struct DirectSum {
    double mass = 0.0;
    double pull_x = 0.0;
    double pull_y = 0.0;
  };

  Index pieces(Index of) const { return (params_.count + of - 1) / of; }
  void draw(Index piece);
  void work();
  void add_directly(Index piece);
  bool move();
  void record();

  Params params_;
  double eta_;
  Matrix clean_;
  Rng rng_;
  FloatMatrix tokens_;  // until there is a flow
  std::optional<FastParticleFlow> flow_;
  Index unit_ = 0;  // of the layer on its way
  DirectSum sum_;
  FloatMatrix densities_;  // (layers + 1 x kBins^2), rows 0 .. reached_ filled
  Vector distance_;        // (layers + 1), likewise
  Vector step_error_;      // (layers + 1), likewise
  Index reached_ = 0;
  Index layer_ = 0;  // on show
};

}  // namespace attn::experiments
