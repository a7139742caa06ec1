// The numbers of the worked examples of seed 001, section 11.
#include <limits>
#include <string>
#include <utility>

#include "attn/attention/attention.hpp"
#include "attn/attention/gibbs.hpp"
#include "attn/attention/softmax.hpp"
#include "claims/claims.hpp"

namespace attn::claims {
namespace {

using A = Agreement;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

Attention example_1() {
  Matrix q(2, 2);
  Matrix k(3, 2);
  Matrix v(3, 2);
  q << 1, 0, 0, 1;
  k << 1, 0, 0, 1, 1, 1;
  v << 2, 0, 0, 2, 1, 1;
  return attention_forward(q, k, v);
}

// A printed number: its id, place, what it is, as printed, and how many digits it has.
struct Printed {
  std::string id, place, statement, published;
  double value;
  double half_digit;
};

Claim printed(const Printed& p, const std::string& recipe, const Correction& correction,
              std::function<double()> ours) {
  Claim c{
      p.id,         p.place,
      p.statement,  p.published,
      p.value,      A::kWithin,
      p.half_digit, "value",
      recipe,       1,
      false,        [ours = std::move(ours)](std::uint64_t, const Progress&) { return ours(); }};
  c.correction = correction;
  return c;
}

void add_example_1(std::vector<Claim>& list) {
  const auto add = [&](const char* id, const char* equation, const char* statement,
                       const char* published, double value, double (*ours)(const Attention&)) {
    list.push_back(printed(
        {id, std::string("section 11.1, ") + equation, statement, published, value, 5e-4},
        "attention_forward of the printed matrices", {}, [ours] { return ours(example_1()); }));
  };
  add("001.example-1.score", "(76)", "Score of query 1 and key 1.", "0.707", 0.707,
      [](const Attention& a) { return a.scores(0, 0); });
  add("001.example-1.weight-1", "(77)", "Weight of query 1 on key 1.", "0.401", 0.401,
      [](const Attention& a) { return a.weights(0, 0); });
  add("001.example-1.weight-2", "(77)", "Weight of query 1 on key 2.", "0.198", 0.198,
      [](const Attention& a) { return a.weights(0, 1); });
  add("001.example-1.weight-3", "(77)", "Weight of query 2 on key 3.", "0.401", 0.401,
      [](const Attention& a) { return a.weights(1, 2); });
  add("001.example-1.output-1", "(79)", "First number of the output of query 1.", "1.203", 1.203,
      [](const Attention& a) { return a.output(0, 0); });
  add("001.example-1.output-2", "(79)", "Second number of the output of query 1.", "0.797", 0.797,
      [](const Attention& a) { return a.output(0, 1); });
}

// What the table states of the scores 2, 1 and 0: their weights, and, as a fourth column, the
// entropy.
struct Cell {
  const char* id;
  double temperature;
  Index column;
  const char* statement;
  const char* published;
  double value;
  double ours;  // where the printed one is wrong; 0 where it is right
};

// clang-format off
const Cell kTable[] = {
    {"001.example-2.0.25.weight-1", 0.25, 0, "At T = 0.25: weight of the score 2.", "0.997", 0.997, 0.9817},
    {"001.example-2.0.25.weight-2", 0.25, 1, "At T = 0.25: weight of the score 1.", "0.003", 0.003, 0.0180},
    {"001.example-2.0.25.weight-3", 0.25, 2, "At T = 0.25: weight of the score 0.", "0.000", 0.000, 0.0},
    {"001.example-2.0.25.entropy", 0.25, 3, "At T = 0.25: entropy.", "0.02", 0.02, 0.0930},
    {"001.example-2.0.5.weight-1", 0.5, 0, "At T = 0.5: weight of the score 2.", "0.876", 0.876, 0.8668},
    {"001.example-2.0.5.weight-2", 0.5, 1, "At T = 0.5: weight of the score 1.", "0.118", 0.118, 0.0},
    {"001.example-2.0.5.weight-3", 0.5, 2, "At T = 0.5: weight of the score 0.", "0.006", 0.006, 0.0159},
    {"001.example-2.0.5.entropy", 0.5, 3, "At T = 0.5: entropy.", "0.42", 0.42, 0.4411},
    {"001.example-2.1.weight-1", 1.0, 0, "At T = 1: weight of the score 2.", "0.665", 0.665, 0.0},
    {"001.example-2.1.weight-2", 1.0, 1, "At T = 1: weight of the score 1.", "0.245", 0.245, 0.0},
    {"001.example-2.1.weight-3", 1.0, 2, "At T = 1: weight of the score 0.", "0.090", 0.090, 0.0},
    {"001.example-2.1.entropy", 1.0, 3, "At T = 1: entropy.", "0.80", 0.80, 0.8324},
    {"001.example-2.2.weight-1", 2.0, 0, "At T = 2: weight of the score 2.", "0.474", 0.474, 0.5065},
    {"001.example-2.2.weight-2", 2.0, 1, "At T = 2: weight of the score 1.", "0.316", 0.316, 0.3072},
    {"001.example-2.2.weight-3", 2.0, 2, "At T = 2: weight of the score 0.", "0.211", 0.211, 0.1863},
    {"001.example-2.2.entropy", 2.0, 3, "At T = 2: entropy.", "1.02", 1.02, 0.0},
    {"001.example-2.infinity.weight-1", kInfinity, 0, "At T = ∞: weight of the score 2.", "0.333", 0.333, 0.0},
    {"001.example-2.infinity.weight-2", kInfinity, 1, "At T = ∞: weight of the score 1.", "0.333", 0.333, 0.0},
    {"001.example-2.infinity.weight-3", kInfinity, 2, "At T = ∞: weight of the score 0.", "0.333", 0.333, 0.0},
    {"001.example-2.infinity.entropy", kInfinity, 3, "At T = ∞: entropy.", "1.10", 1.10, 0.0},
};
// clang-format on

void add_example_2(std::vector<Claim>& list) {
  constexpr const char* kWhy =
      "three exponentials and their sum: of the printed rows those at T = 1 and ∞ are right but "
      "for "
      "the entropy 0.80";
  for (const Cell& cell : kTable) {
    const bool weight = cell.column < 3;
    const auto ours = [t = cell.temperature, j = cell.column] {
      Vector s(3);
      s << 2.0, 1.0, 0.0;
      const Vector a = softmax(s, t);
      return j < 3 ? a(j) : entropy(a);
    };
    list.push_back(printed({cell.id, "section 11.2, the table for the scores 2, 1, 0",
                            cell.statement, cell.published, cell.value, weight ? 5e-4 : 5e-3},
                           weight ? "softmax" : "entropy of softmax",
                           cell.ours == 0.0 ? Correction{} : Correction{kWhy, cell.ours, 5e-5},
                           ours));
  }
}

void add_example_3(std::vector<Claim>& list) {
  const auto add = [&](const char* id, const char* equation, const char* statement,
                       const char* published, double value, double (*ours)(const Vector&)) {
    list.push_back(
        printed({id, std::string("section 11.3, ") + equation, statement, published, value, 5e-4},
                "softmax and softmax_jacobian of the scores 1 and 2", {}, [ours] {
                  Vector s(2);
                  s << 1.0, 2.0;
                  return ours(softmax(s));
                }));
  };
  add("001.example-3.weight-1", "(82)", "Weight of the score 1.", "0.269", 0.269,
      [](const Vector& a) { return a(0); });
  add("001.example-3.weight-2", "(82)", "Weight of the score 2.", "0.731", 0.731,
      [](const Vector& a) { return a(1); });
  add("001.example-3.diagonal", "(84)", "The Jacobian on its diagonal.", "0.197", 0.197,
      [](const Vector& a) { return softmax_jacobian(a)(0, 0); });
  add("001.example-3.beside", "(84)", "The Jacobian beside its diagonal.", "−0.197", -0.197,
      [](const Vector& a) { return softmax_jacobian(a)(0, 1); });
}

}  // namespace

std::vector<Claim> of_worked_examples() {
  std::vector<Claim> list;
  add_example_1(list);
  add_example_2(list);
  add_example_3(list);
  return list;
}

}  // namespace attn::claims
