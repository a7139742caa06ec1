#include "experiments/bilinear-form/natural_gradient.hpp"

#include "attn/numerics/largest.hpp"
#include "catch.hpp"

using namespace attn;
using namespace attn::experiments;

namespace {

NaturalGradientFrame run(ScoreCoordinates coordinates, double eta, double damping = 0.0) {
  NaturalGradientParams p;
  p.coordinates = coordinates;
  p.eta = eta;
  p.damping = damping;
  return NaturalGradient(p).frame();
}

}  // namespace

TEST_CASE(
    "natural gradient: in stretched parameters plain descent goes elsewhere, natural the same "
    "way") {
  const auto f = run(ScoreCoordinates::kStretched, 0.1);
  CHECK(f.steps == 40);
  CHECK(f.plain_apart > 0.4);
  CHECK(f.natural_apart <= 1e-13);
  // The same step has other numbers in other parameters.
  CHECK(f.natural_parameters > 0.1);
  CHECK(f.inverse_error <= 1e-12);
  CHECK(f.gradient_error <= 1e-9);
  CHECK(f.natural_loss < 1e-2);
}

TEST_CASE(
    "natural gradient: in bent parameters both natural runs agree to first order in the step") {
  const double coarse = run(ScoreCoordinates::kBent, 0.1).natural_apart;
  const double fine = run(ScoreCoordinates::kBent, 0.025).natural_apart;
  CHECK(coarse > 1e-3);
  CHECK(fine > 1e-4);
  CHECK(coarse / fine > 3.0);
  CHECK(coarse / fine < 6.0);
}

TEST_CASE("natural gradient: its path is straight in the limit of small steps") {
  const double coarse = run(ScoreCoordinates::kStretched, 0.2).natural_off;
  const double fine = run(ScoreCoordinates::kStretched, 0.05).natural_off;
  CHECK(fine < 0.5 * coarse);
}

TEST_CASE("natural gradient: damping is no tensor and breaks the agreement") {
  CHECK(run(ScoreCoordinates::kStretched, 0.1, 0.01).natural_apart > 1e-3);
}

TEST_CASE("natural gradient: a run that loses a probability is given up") {
  const auto f = run(ScoreCoordinates::kStretched, 0.8);
  CHECK(f.stopped > 0);
  CHECK(f.natural_scores.rows() == f.stopped);
  CHECK(f.natural_scores.allFinite());
}

TEST_CASE("natural gradient: earlier steps show less") {
  NaturalGradient experiment({});
  experiment.seek(0, 1);
  CHECK(experiment.frame().plain_apart == 0.0);
  CHECK(experiment.frame().natural_off <= 1e-15);
  const double loss = experiment.frame().loss;
  experiment.seek(10, 1);
  CHECK(experiment.frame().loss < loss);
}

TEST_CASE("natural gradient refuses a start out of range, by name") {
  NaturalGradientParams p;
  p.start = Matrix::Zero(2, 2);
  CHECK_THAT(message_of([&] { NaturalGradient{p}; }), contains("natural_gradient: start is 2 x 2"));
  p.start = Matrix::Constant(1, 2, 6.0);
  CHECK_THAT(message_of([&] { NaturalGradient{p}; }), contains("natural_gradient: start is 6"));
}
