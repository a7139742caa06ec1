#include "attn/numerics/quadrature.hpp"

#include <algorithm>
#include <cmath>
#include <queue>

#include "attn/numerics/check.hpp"

namespace attn {
namespace {

// Nodes x > 0 and weights of the Kronrod rule, then the weight at 0; every second node is one of
// the 10-point Gauss rule. Zeros of the Stieltjes polynomial of degree 11, to 20 digits.
constexpr int kPairs = 10;
struct Node {
  double x, kronrod, gauss;
};
constexpr Node kNodes[kPairs] = {
    {0.99565716302580808074, 0.011694638867371874278, 0.0},
    {0.97390652851717172008, 0.032558162307964727479, 0.066671344308688137594},
    {0.93015749135570822600, 0.054755896574351996031, 0.0},
    {0.86506336668898451073, 0.075039674810919952767, 0.14945134915058059315},
    {0.78081772658641689706, 0.093125454583697605535, 0.0},
    {0.67940956829902440623, 0.10938715880229764190, 0.21908636251598204400},
    {0.56275713466860468334, 0.12349197626206585108, 0.0},
    {0.43339539412924719080, 0.13470921731147332593, 0.26926671930999635509},
    {0.29439286270146019813, 0.14277593857706008070, 0.0},
    {0.14887433898163121088, 0.14773910490133849137, 0.29552422471475287017}};
constexpr double kCentreWeight = 0.14944555400291690566;

constexpr double kRounding = 50.0 * 0x1p-52;

struct Piece {
  double low, high, value, error;
  double rounding;  // the least that `error` may be
};

// The end of the queue that is served: largest error first. Left ends differ, so that the order
// does not depend on how a library keeps its heap.
struct Calmer {
  bool operator()(const Piece& a, const Piece& b) const {
    return a.error < b.error || (a.error == b.error && a.low > b.low);
  }
};

Piece apply_rule(const std::function<double(double)>& f, double low, double high) {
  const double centre = 0.5 * (low + high);
  const double half = 0.5 * (high - low);
  const double at_centre = f(centre);
  double below[kPairs];
  double above[kPairs];
  double kronrod = kCentreWeight * at_centre;
  double gauss = 0.0;
  double magnitude = kCentreWeight * std::fabs(at_centre);
  for (int i = 0; i < kPairs; ++i) {
    below[i] = f(centre - half * kNodes[i].x);
    above[i] = f(centre + half * kNodes[i].x);
    kronrod += kNodes[i].kronrod * (below[i] + above[i]);
    gauss += kNodes[i].gauss * (below[i] + above[i]);
    magnitude += kNodes[i].kronrod * (std::fabs(below[i]) + std::fabs(above[i]));
  }
  check::finite("integrate", "f", kronrod);
  const double mean = 0.5 * kronrod;
  double roughness = kCentreWeight * std::fabs(at_centre - mean);
  for (int i = 0; i < kPairs; ++i) {
    roughness += kNodes[i].kronrod * (std::fabs(below[i] - mean) + std::fabs(above[i] - mean));
  }
  // QUADPACK's estimate: the difference of the two rules is the error of the poorer one; where it
  // is small next to the variation of f, the better one is more than in proportion better.
  double error = std::fabs((kronrod - gauss) * half);
  roughness *= half;
  if (roughness > 0.0 && error > 0.0) {
    const double ratio = 200.0 * error / roughness;
    error = roughness * std::min(1.0, ratio * std::sqrt(ratio));
  }
  const double rounding = kRounding * magnitude * half;
  return {low, high, kronrod * half, std::max(error, rounding), rounding};
}

// Whether halving can help: not where rounding is all the error, nor an interval of a few doubles.
bool splits(const Piece& p) {
  if (p.error <= p.rounding) return false;
  const double centre = 0.5 * (p.low + p.high);
  const double least = 1e-13 * std::max(std::fabs(p.low), std::fabs(p.high));
  return centre > p.low && centre < p.high && p.high - p.low > least;
}

}  // namespace

Integral integrate(const std::function<double(double)>& f, const std::vector<double>& breakpoints,
                   const QuadratureTolerance& tolerance) {
  if (!f) check::refuse("integrate", "f", "empty", "a function");
  check::count("integrate", "the number of breakpoints", static_cast<Index>(breakpoints.size()), 2,
               10000000);
  check::not_negative("integrate", "tolerance.relative", tolerance.relative);
  check::not_negative("integrate", "tolerance.absolute", tolerance.absolute);
  check::count("integrate", "tolerance.most_intervals", tolerance.most_intervals, 1, 10000000);
  for (std::size_t i = 0; i < breakpoints.size(); ++i) {
    check::within("integrate", "a breakpoint", breakpoints[i], -1e300, 1e300);
    if (i > 0 && breakpoints[i] < breakpoints[i - 1]) {
      check::refuse("integrate", "a step of breakpoints",
                    check::format_number(breakpoints[i] - breakpoints[i - 1]), "a number >= 0");
    }
  }
  std::priority_queue<Piece, std::vector<Piece>, Calmer> open;
  std::vector<Piece> done;
  double value = 0.0;
  double error = 0.0;
  Index rules = 0;
  const auto add = [&](double low, double high) {
    const Piece p = apply_rule(f, low, high);
    check::result("integrate", "the integral", p.value);
    check::result("integrate", "the error", p.error);
    ++rules;
    value += p.value;
    error += p.error;
    if (splits(p)) {
      open.push(p);
    } else {
      done.push_back(p);
    }
  };
  for (std::size_t i = 1; i < breakpoints.size(); ++i) {
    if (breakpoints[i] > breakpoints[i - 1]) add(breakpoints[i - 1], breakpoints[i]);
  }
  const auto good = [&] {
    return error <= std::max(tolerance.absolute, tolerance.relative * std::fabs(value));
  };
  while (!good() && !open.empty() &&
         static_cast<Index>(open.size() + done.size()) < tolerance.most_intervals) {
    const Piece worst = open.top();
    open.pop();
    value -= worst.value;
    error -= worst.error;
    const double centre = 0.5 * (worst.low + worst.high);
    add(worst.low, centre);
    add(centre, worst.high);
  }
  // The running sums carry the rounding of all that was taken out again: once more.
  Integral out;
  const auto count = [&out](const Piece& p) {
    out.value += p.value;
    out.error += p.error;
  };
  for (const Piece& p : done) count(p);
  for (; !open.empty(); open.pop()) count(open.top());
  check::result("integrate", "the integral", out.value);
  check::result("integrate", "the error", out.error);
  out.evaluations = rules * (2 * kPairs + 1);
  return out;
}

}  // namespace attn
