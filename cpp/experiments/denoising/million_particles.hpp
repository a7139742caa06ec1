// Stage 1 on a cloud in the plane so large that only its density can be drawn: near the limit of
// infinitely many tokens that the theory speaks of. Source: seed 004, sections 2 and 6.
#pragma once

#include "attn/denoising/fast_particle_flow.hpp"
#include "attn/numerics/types.hpp"

namespace attn {

/// What the clean tokens are; all within the square [-2, 2]^2.
enum class CloudShape : Index {
  kRing,    ///< eight points on a circle
  kSpiral,  ///< 400 points on a spiral of two turns
  kLattice  ///< five by five points
};
/// How many shapes there are.
inline constexpr Index kCloudShapes = 3;

/// What a cloud starts from, and its way through Stage 1.
struct CloudParams {
  CloudShape shape = CloudShape::kRing;  ///< the clean tokens
  Index count = 1000000;                 ///< tokens; 1 .. 1e6
  double sigma2 = 0.05;                  ///< variance of the noise, per coordinate; 1e-4 .. 1
  double beta = 60.0;                    ///< inverse squared width of the Stage 1 kernel; 1 .. 400
  Index layers = 40;  ///< of Stage 1, over the matched time; 1 .. 200, beta sigma2 <= 2 layers
  double seed = 7.0;  ///< whole number from 0 to 2^53
};

/// The step size is the one at which `layers` is the matched depth, eta = beta sigma2 / (2 layers).
/// Float kernels (denoiser_fast.hpp): the builds agree to their bound, not to the bit. Of the past
/// only the densities are kept.
class CloudExperiment {
 public:
  /// The density is counted in kBins x kBins cells over [-kReach, kReach]^2.
  static constexpr Index kBins = 160;
  static constexpr double kReach = 2.8;  ///< see kBins
  /// Particles by which the distance to the clean points is estimated.
  static constexpr Index kProbes = 1000;

  /// What there is to see at the layer reached.
  struct Frame {
    Index layer;          ///< the one reached
    Index layers;         ///< in all
    Index count;          ///< tokens
    double eta;           ///< step size of every layer
    FloatMatrix density;  ///< (kBins x kBins) particles in each cell at this layer; rows from the
                          ///< lowest second coordinate up
    double inside;        ///< share of the particles that the cells hold
    Vector distance;  ///< (layer + 1) root mean square distance of a particle to the nearest clean
                      ///< point, over kProbes of them
    double step_error;  ///< of the step that led to this layer: its displacement of one particle
                        ///< against the direct sum in double, over 2 kReach; 0 at layer 0
    bool transform;     ///< whether sums over pairs are taken by the fast Gauss transform
  };

  /// Throws Error naming `cloud` and the parameter that is out of its range.
  explicit CloudExperiment(const CloudParams& params);

  /// Goes towards `layer` (0 .. layers), at most `budget` layers; true when it has arrived.
  bool seek(Index layer, Index budget);

  /// What there is to see at the layer reached.
  Frame frame() const;

 private:
  void record();

  CloudParams params_;
  double eta_;
  Matrix clean_;
  FastParticleFlow flow_;
  FloatMatrix densities_;  // (layers + 1 x kBins^2), rows 0 .. flow_.layer() filled
  Vector distance_;        // (layers + 1), likewise
  Vector step_error_;      // (layers + 1), likewise
  Index layer_ = 0;
};

}  // namespace attn
