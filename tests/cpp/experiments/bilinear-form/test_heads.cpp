#include "experiments/bilinear-form/heads.hpp"

#include "attention/projections.hpp"
#include "attention/scores.hpp"
#include "catch.hpp"

using namespace attn;
using experiments::Heads;
using experiments::HeadsFrame;
using experiments::HeadsParams;

TEST_CASE(
    "the experiment with heads shows their diversity, and that heads side by side are a sum") {
  const HeadsParams p{
      random_matrix(5, 3, 1.0, 9), random_projections({3, 3, 2, 2, 3}, 3, 1, 10), {}};
  const HeadsFrame f = Heads(p).frame();
  CHECK(f.heads.size() == 3);
  CHECK(f.diversity > 0.0);
  CHECK(f.diversity < 1.0);
  CHECK(f.sum_error <= 1e-14);
  CHECK(f.weight_error <= 1e-15);
}

TEST_CASE("the experiment with heads refuses to have none") {
  HeadsParams p;
  p.x = random_matrix(5, 3, 1.0, 9);
  CHECK_THAT(message_of([&] { Heads{p}; }), contains("multihead_forward: "));
}
