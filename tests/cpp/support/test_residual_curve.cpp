#include "attn/support/residual_curve.hpp"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <vector>

#include "attn/numerics/central_differences.hpp"
#include "attn/numerics/largest.hpp"
#include "attn/numerics/quadrature.hpp"
#include "attn/numerics/rng.hpp"
#include "attn/support/scalar_residual.hpp"
#include "catch.hpp"
#include "layouts.hpp"

using namespace attn;
using layouts::bits_of;
using layouts::check_same;

namespace {

Vector numbers(std::initializer_list<double> list) {
  return Eigen::Map<const Vector>(list.begin(), static_cast<Index>(list.size()));
}

const Vector kPair = numbers({0.0, 2.0});

// Thirty tokens at 0, and one far on each side: the variance is small in the middle, and large
// where a side weighs as much.
Vector crowded() {
  Vector context = Vector::Zero(32);
  context(0) = -10.0;
  context(31) = 10.0;
  return context;
}

Vector as_vector(const std::vector<double>& list) {
  return Eigen::Map<const Vector>(list.data(), static_cast<Index>(list.size()));
}

double at(const Vector& context, double a, double x) {
  return residual_curve(Vector::Constant(1, x), context, a).residual(0);
}

// Tokens at few places, many at each.
struct Cluster {
  double place;
  Index count;
};

Vector context_of(const std::vector<Cluster>& clusters) {
  std::vector<double> out;
  for (const Cluster& c : clusters)
    out.insert(out.end(), static_cast<std::size_t>(c.count), c.place);
  return Eigen::Map<const Vector>(out.data(), static_cast<Index>(out.size()));
}

// The curve of clusters as its definition has it, from the middle of what they weigh.
struct OfClusters {
  double residual, slope;
};

OfClusters of_clusters(const std::vector<Cluster>& clusters, double a, double x) {
  double best = -1e300;
  for (const Cluster& c : clusters) best = larger(best, a * x * c.place);
  double sum = 0.0, mean = 0.0, variance = 0.0;
  for (const Cluster& c : clusters) {
    const double weight = static_cast<double>(c.count) * std::exp(a * x * c.place - best);
    sum += weight;
    mean += weight * c.place;
  }
  mean /= sum;
  for (const Cluster& c : clusters) {
    const double weight = static_cast<double>(c.count) * std::exp(a * x * c.place - best) / sum;
    variance += weight * (c.place - mean) * (c.place - mean);
  }
  return {x - mean, 1.0 - a * variance};
}

double normal_below(double z) { return 0.5 * std::erfc(-z / std::sqrt(2.0)); }

// Turning points and the folded mass against all that a fine grid sees. Returns how many there are.
std::size_t check_folds(const std::vector<Cluster>& clusters, double a) {
  const Vector context = context_of(clusters);
  const std::vector<double> turns = residual_turns(context, a);
  const double width = 1.0 / (a * (highest(context) - lowest(context)));
  const double end =
      2.0 / std::exp(1.0) * std::sqrt(static_cast<double>(context.size() - 1) / a) + width;
  const auto cells = static_cast<Index>(std::ceil(2.0 * end / (0.05 * width)));
  OfClusters before = of_clusters(clusters, a, -end);
  double mass = normal_below(before.residual);
  std::size_t next = 0;
  for (Index i = 1; i <= cells; ++i) {
    const double x = -end + 2.0 * end * static_cast<double>(i) / static_cast<double>(cells);
    const OfClusters here = of_clusters(clusters, a, x);
    mass += std::fabs(normal_below(here.residual) - normal_below(before.residual));
    std::size_t in_cell = 0;
    while (next < turns.size() && turns[next] <= x) ++next, ++in_cell;
    const bool turned = (here.slope < 0.0) != (before.slope < 0.0);
    if (turned != (in_cell % 2 == 1)) {
      // But for rounding: where the slope is 0 a cell more or less does not matter.
      CHECK(std::fabs(turned ? here.slope : before.slope) < 1e-9);
    }
    if (in_cell == 2) {
      const double middle = 0.5 * (turns[next - 2] + turns[next - 1]);
      CHECK((of_clusters(clusters, a, middle).slope < 0.0) != (here.slope < 0.0));
    }
    before = here;
  }
  mass += normal_below(-before.residual);
  CHECK(next == turns.size());
  const double found = residual_masses(context, a).folded;
  CHECK(std::fabs(found - mass) < 1e-9 + 1e-3 * width);
  return turns.size();
}

double slope_at(const Vector& context, double a, double x) {
  return residual_curve(Vector::Constant(1, x), context, a).slope(0);
}

// Over all that has weight, with a breakpoint wherever the slope may have its zero.
double integral(const Vector& context, double a, double sigma, double (*of)(double, double)) {
  const double end = largest(context) + 10.0 * sigma + 1.0;
  std::vector<double> breaks = residual_turns(context, a);
  for (int i = -200; i <= 200; ++i) breaks.push_back(end * i / 200.0);
  std::sort(breaks.begin(), breaks.end());
  const auto f = [&](double x) {
    const ResidualCurve c = residual_curve(Vector::Constant(1, x), context, a, sigma);
    const double e = c.residual(0) / sigma;
    return of(c.slope(0), std::exp(-0.5 * e * e) / (sigma * std::sqrt(2.0 * M_PI)));
  };
  return integrate(f, breaks, {1e-12, 1e-14}).value;
}

}  // namespace

TEST_CASE("the curve is the residual of the last token of a sequence, and the slope its margin") {
  const Vector context = numbers({0.3, -1.2, 2.0, 0.3});
  for (const double a : {-2.0, 0.0, 0.6, 4.0}) {
    const Vector x = Vector::LinSpaced(31, -5.0, 5.0);
    const ResidualCurve curve = residual_curve(x, context, a, 0.7);
    for (Index i = 0; i < x.size(); ++i) {
      Vector sequence(5);
      sequence << context, x(i);
      const ScalarResidual map = scalar_residual(sequence, a);
      CHECK(std::fabs(curve.residual(i) - map.residual(4)) < 1e-14);
      CHECK(std::fabs(curve.slope(i) - map.margin(4)) < 1e-13);
      const Matrix here = Matrix::Constant(1, 1, x(i));
      const auto e = [&](const Matrix& z) { return at(context, a, z(0, 0)); };
      CHECK(std::fabs(central_differences(e, here, 0.05)(0, 0) - curve.slope(i)) < 1e-7);
      // A sequence of one token has no context: what the last adds to the log-density is its own.
      const double whole = scalar_log_density(map, 0.7);
      const double without = scalar_log_density(scalar_residual(context, a), 0.7);
      CHECK(std::log(curve.folded(i)) == Approx(whole - without).margin(1e-9));
      CHECK(curve.cut(i) == (curve.slope(i) > 0.0 ? curve.folded(i) : 0.0));
    }
  }
}

TEST_CASE("two tokens of a context: turning points in closed form") {
  // About the middle c of tokens at distance D the variance is (D / 2)^2 / cosh(a D x / 2)^2.
  for (const double a : {1.0001, 1.5, 2.0, 9.0, 400.0}) {
    for (const double distance : {2.0, 3.0}) {
      const Vector context = numbers({5.0, 5.0 + distance});
      const std::vector<double> turns = residual_turns(context, a);
      REQUIRE(turns.size() == 2);
      const double expected = 2.0 / (a * distance) * std::acosh(0.5 * distance * std::sqrt(a));
      CHECK(turns[1] == Approx(expected).epsilon(1e-10));
      CHECK(turns[0] == Approx(-expected).epsilon(1e-10));
    }
  }
  CHECK(residual_turns(kPair, 0.9999).empty());
  CHECK(residual_turns(kPair, -3.0).empty());
  // The slope touches 0 at x = 0, and does not change its sign.
  CHECK(slope_at(kPair, 1.0, 0.0) == 0.0);
  CHECK(residual_turns(kPair, 1.0).empty());
}

TEST_CASE("every change of sign of the slope on a fine grid is a turning point, and none else") {
  const std::vector<Vector> contexts = {
      numbers({-4.0, 0.0, 4.0}),       numbers({-3.0, -2.9, 0.4, 1.0, 6.0}),
      numbers({0.0, 0.01, 5.0, 30.0}), numbers({1.0, 1.0, 1.0, 3.0}),
      layouts::matrix(12, 1, 4),       crowded()};
  std::size_t most = 0;
  for (const Vector& context : contexts) {
    for (const double a : {0.05, 0.1, 1.0, 8.0}) {
      const std::vector<double> turns = residual_turns(context, a);
      if (turns.size() > most) most = turns.size();
      const double end =
          2.0 / std::exp(1.0) * std::sqrt(static_cast<double>(context.size() - 1) / a) + 1e-3;
      const Index n = 20001;
      const Vector x = Vector::LinSpaced(n, -end, end);
      const Vector slope = residual_curve(x, context, a).slope;
      std::size_t next = 0;
      for (Index i = 1; i < n; ++i) {
        if ((slope(i - 1) < 0.0) == (slope(i) < 0.0)) continue;
        REQUIRE(next < turns.size());
        CHECK(turns[next] >= x(i - 1) - 1e-12);
        CHECK(turns[next] <= x(i) + 1e-12);
        ++next;
      }
      CHECK(next == turns.size());
    }
  }
  CHECK(most >= 4);
}

TEST_CASE("no fold of clusters is missed where the variance is lost beside 1") {
  CHECK(check_folds({{0.0, 1}, {0.98, 2}, {1.0, 1}}, 5000.0) == 2);
  CHECK(check_folds({{0.0, 1}, {0.95, 4}, {1.0, 1}}, 1000.0) == 2);
  CHECK(check_folds({{0.0, 10}, {0.95, 200}, {1.0, 1}}, 100.0) == 2);
  CHECK(check_folds({{0.0, 10}, {0.95, 200}, {1.0, 1}}, 6000.0) == 4);
  const Vector first = context_of({{0.0, 1}, {0.98, 2}, {1.0, 1}});
  REQUIRE(residual_turns(first, 5000.0).size() == 2);
  CHECK(residual_turns(first, 5000.0)[0] == Approx(-0.00194).margin(5e-6));
  CHECK(residual_turns(first, 5000.0)[1] == Approx(0.00163).margin(5e-6));
  CHECK(residual_masses(first, 5000.0).folded == Approx(1.674).margin(5e-4));
  CHECK(residual_preimages(first, 5000.0, -0.4).size() == 3);
}

TEST_CASE("the folds of three clusters are those of a fine grid, whatever they weigh", "[draws]") {
  Rng rng(17);
  std::size_t none = 0, four = 0;
  for (int draw = 0; draw < 500; ++draw) {
    // 1 to 64, small numbers as often as large ones.
    const auto count = [&] { return static_cast<Index>(std::exp(std::log(65.0) * rng.uniform())); };
    const double shift = rng.normal(), size = std::exp(3.0 * rng.normal());
    const std::vector<Cluster> clusters = {{size * shift, count()},
                                           {size * (shift + rng.uniform()), count()},
                                           {size * (shift + 1.0), count()}};
    const double folding = 10.0 * std::exp(std::log(999.9) * rng.uniform());
    INFO(draw << ": a range^2 " << folding);
    const std::size_t turns = check_folds(clusters, folding / (size * size));
    none += turns == 0 ? 1 : 0;
    four += turns >= 4 ? 1 : 0;
  }
  CHECK(none < 50);
  CHECK(four > 0);
}

TEST_CASE("preimages are all the tokens of a noise") {
  for (const double a : {-1.0, 0.5, 2.0, 6.0}) {
    for (const Vector& context : {kPair, numbers({-4.0, 0.0, 4.0, 4.5})}) {
      const Index n = 20001;
      const Vector x = Vector::LinSpaced(n, -12.0, 12.0);
      const Vector e = residual_curve(x, context, a).residual;
      for (const double eps : {-2.3, -0.9, 0.0171, 0.4, 3.1}) {
        const std::vector<double> roots = residual_preimages(context, a, eps);
        std::size_t next = 0;
        for (Index i = 1; i < n; ++i) {
          if ((e(i - 1) < eps) == (e(i) < eps)) continue;
          REQUIRE(next < roots.size());
          CHECK(roots[next] >= x(i - 1));
          CHECK(roots[next] <= x(i));
          CHECK(std::fabs(at(context, a, roots[next]) - eps) < 1e-12);
          ++next;
        }
        CHECK(next == roots.size());
        CHECK(roots.size() % 2 == 1);
      }
    }
  }
  CHECK(residual_preimages(kPair, 1.3, -0.9).size() == 1);
  CHECK(residual_preimages(kPair, 1.4, -0.9).size() == 3);
  CHECK(residual_preimages(kPair, 2.0, -1.0).size() == 3);
}

TEST_CASE("a noise that the curve touches where it turns has that point as a preimage, once") {
  const std::vector<double> turns = residual_turns(kPair, 2.0);
  for (const double turn : turns) {
    const std::vector<double> roots = residual_preimages(kPair, 2.0, at(kPair, 2.0, turn));
    REQUIRE(roots.size() == 2);
    CHECK((roots[0] == turn || roots[1] == turn));
    CHECK(std::fabs(roots[1] - roots[0]) > 0.5);
  }
  // Without a context that differs there is one, far out too.
  const std::vector<double> one = residual_preimages(numbers({3.0, 3.0}), 5.0, 1e90);
  REQUIRE(one.size() == 1);
  CHECK(one[0] == Approx(1e90));
  CHECK(residual_preimages(numbers({3.0}), 5.0, -1.5) == std::vector<double>{1.5});
}

TEST_CASE("masses agree with the integrals of the densities, and are the number of preimages") {
  const auto folded = [](double m, double phi) { return std::fabs(m) * phi; };
  const auto cut = [](double m, double phi) { return (m > 0.0 ? m : 0.0) * phi; };
  const auto with_sign = [](double m, double phi) { return m * phi; };
  for (const Vector& context : {kPair, numbers({-4.0, 0.0, 4.0, 4.5})}) {
    for (const double sigma : {0.4, 1.0, 2.0}) {
      for (const double a : {-0.5, 0.4, 1.5, 3.0}) {
        const ResidualMasses mass = residual_masses(context, a, sigma);
        CHECK(integral(context, a, sigma, folded) == Approx(mass.folded).epsilon(1e-10));
        CHECK(integral(context, a, sigma, cut) == Approx(mass.cut).epsilon(1e-10));
        CHECK(integral(context, a, sigma, with_sign) == Approx(1.0).epsilon(1e-10));
        // Noises in the middle of equal shares of the normal distribution, and what they have on
        // average.
        double count = 0.0;
        double weight = 0.0;
        for (int i = -150; i <= 150; ++i) {
          const double z = i / 30.0;
          const double phi = std::exp(-0.5 * z * z);
          count += phi * static_cast<double>(residual_preimages(context, a, sigma * z).size());
          weight += phi;
        }
        CHECK(count / weight == Approx(mass.folded).margin(0.03));
      }
    }
  }
}

TEST_CASE("the masses that erratum 4 of seed 002 measured") {
  CHECK(residual_masses(kPair, 1.5).folded == Approx(1.134).margin(5e-4));
  CHECK(residual_masses(kPair, 3.0).folded == Approx(1.420).margin(5e-4));
  CHECK(residual_masses(kPair, 1.5).cut == Approx(1.067).margin(5e-4));
  CHECK(residual_masses(kPair, 3.0).cut == Approx(1.210).margin(5e-4));
  CHECK(residual_masses(kPair, 0.9).folded == 1.0);
  CHECK(residual_masses(kPair, -7.0).folded == 1.0);
}

TEST_CASE("residual curves: far out, next to the boundary, and what is refused") {
  const ResidualCurve far = residual_curve(numbers({-1e100, 1e90, 0.0}), kPair, 0.5);
  CHECK(far.residual(0) == -1e100);
  CHECK(far.slope(1) == 1.0);
  CHECK(far.folded(0) == 0.0);
  // A margin of 1e-9 keeps six digits.
  const double a = 1.0 - 1e-9;
  CHECK(slope_at(kPair, a, 0.0) == Approx(1e-9).epsilon(1e-6));
  CHECK(residual_turns(numbers({1e90, -1e90}), 1e-177).size() == 2);
  CHECK(residual_curve(Vector(), kPair, 1.0).slope.size() == 0);
  const Vector none;
  CHECK(message_of([&] { (void)residual_turns(none, 1.0); }).find("residual_turns: context") == 0);
  CHECK(message_of([] { (void)residual_turns(kPair, 2501.0); }) ==
        "residual_turns: |a| times the square of the range of context is 10004, expected at most "
        "1e4");
  CHECK(message_of([] { (void)residual_masses(kPair, 1.0, 0.0); }).find("sigma is 0") !=
        std::string::npos);
  CHECK(message_of([] { (void)residual_preimages(kPair, 1.0, std::nan("")); }).find("eps is NaN") !=
        std::string::npos);
  CHECK(message_of([] { (void)residual_curve(numbers({2e100}), kPair, 1.0); }).find("x is 2e100") !=
        std::string::npos);
}

TEST_CASE("residual curves are those of the numbers, however these lie in memory") {
  check_same(
      [](const auto& context) {
        const ResidualCurve c = residual_curve(context, context, 2.0);
        const ResidualMasses mass = residual_masses(context, 2.0);
        return bits_of(c.residual, c.slope, c.cut, c.folded, mass.cut, mass.folded,
                       as_vector(residual_turns(context, 2.0)),
                       as_vector(residual_preimages(context, 2.0, 0.1)));
      },
      numbers({-1.0, 2.0, 0.5}));
}
