// The numbers of the worked examples of seed 001, section 11.
#include <cstdlib>
#include <limits>
#include <string>
#include <utility>

#include "attn/attention/attention.hpp"
#include "attn/attention/gibbs.hpp"
#include "attn/attention/softmax.hpp"
#include "attn/numerics/mathfn.hpp"
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

// A printed number: its id, place, what it is, as quoted, and half of its last digit.
struct Printed {
  std::string id, place, statement, published;
  double value;
  double half_digit;
};

// What is computed exactly agrees if it rounds to what is printed, and nothing else is near.
Claim printed(const Printed& p, const std::string& recipe, const Baseline& baseline,
              std::function<double()> ours) {
  Claim c{
      p.id,         p.place,
      p.statement,  p.published,
      p.value,      A::kInterval,
      p.half_digit, "value",
      recipe,       1,
      false,        [ours = std::move(ours)](std::uint64_t, const Progress&) { return ours(); }};
  c.baseline = baseline;
  return c;
}

void add_example_1(std::vector<Claim>& list) {
  const auto add = [&](const char* id, const char* place, const char* statement,
                       const char* published, double value, const Baseline& baseline,
                       double (*ours)(const Attention&)) {
    list.push_back(
        printed({id, std::string("section 11.1, ") + place, statement, published, value, 5e-4},
                "attention_forward of the printed matrices", baseline,
                [ours] { return ours(example_1()); }));
  };
  constexpr const char* kStep = "step 2";
  const Baseline even = {1.0 / 3.0, "uniform weights"};
  const Baseline mean = {1.0, "uniform weights"};
  add("001.example-1.score", "(76)", "The score of query 1 and key 1 is 0.707.",
      "(*0.707*, 0, 0.707; 0, 0.707, 0.707)", 0.707, {1.0, "without the scale 1 / √d"},
      [](const Attention& a) { return a.scores(0, 0); });
  add("001.example-1.exponential", kStep, "The exponential of the score 0.707 is 2.028.",
      "exp([0.707, 0, 0.707]) ≈ [*2.028*, 1.000, 2.028]", 2.028,
      {2.718, "without the scale 1 / √d"},
      [](const Attention& a) { return mathfn::exp(a.scores(0, 0)); });
  add("001.example-1.exponential-2", kStep, "The exponential of the score 0 is 1.000.",
      "exp([0.707, 0, 0.707]) ≈ [2.028, *1.000*, 2.028]", 1.0, {2.028, "the score 0.707"},
      [](const Attention& a) { return mathfn::exp(a.scores(0, 1)); });
  add("001.example-1.sum", kStep, "The exponentials of query 1 sum to 5.056.",
      "Sum = *5.056*, so A_1 ≈ [0.401, 0.198, 0.401]", 5.056, {3.0, "scores of 0"},
      [](const Attention& a) {
        return a.scores.row(0).unaryExpr([](double x) { return mathfn::exp(x); }).sum();
      });
  add("001.example-1.weight-1", kStep, "Query 1 gives key 1 the weight 0.401.",
      "so A_1 ≈ [*0.401*, 0.198, 0.401]", 0.401, even,
      [](const Attention& a) { return a.weights(0, 0); });
  add("001.example-1.weight-2", kStep, "Query 1 gives key 2 the weight 0.198.",
      "so A_1 ≈ [0.401, *0.198*, 0.401]", 0.198, even,
      [](const Attention& a) { return a.weights(0, 1); });
  add("001.example-1.weight-3", kStep, "Query 2 gives key 3 the weight 0.401.",
      "Row 2 is symmetric: A_2 ≈ [0.198, 0.401, *0.401*]", 0.401, even,
      [](const Attention& a) { return a.weights(1, 2); });
  add("001.example-1.weight-4", kStep, "Query 2 gives key 1 the weight 0.198.",
      "Row 2 is symmetric: A_2 ≈ [*0.198*, 0.401, 0.401]", 0.198, even,
      [](const Attention& a) { return a.weights(1, 0); });
  add("001.example-1.weight-5", kStep, "Query 2 gives key 2 the weight 0.401.",
      "Row 2 is symmetric: A_2 ≈ [0.198, *0.401*, 0.401]", 0.401, even,
      [](const Attention& a) { return a.weights(1, 1); });
  constexpr const char* kSum = "0.198 · (0, 2) + 0.401 · (1, 1) = (*1.203*, 0.797)";
  add("001.example-1.output-1", "(79)", "The first number of the output of query 1 is 1.203.", kSum,
      1.203, mean, [](const Attention& a) { return a.output(0, 0); });
  add("001.example-1.output-2", "(79)", "The second number of the output of query 1 is 0.797.",
      "0.198 · (0, 2) + 0.401 · (1, 1) = (1.203, *0.797*)", 0.797, mean,
      [](const Attention& a) { return a.output(0, 1); });
  add("001.example-1.output-3", "(80)", "The first number of the output of query 2 is 0.797.",
      "0.401 · (0, 2) + 0.401 · (1, 1) = (*0.797*, 1.203)", 0.797, mean,
      [](const Attention& a) { return a.output(1, 0); });
  add("001.example-1.output-4", "(80)", "The second number of the output of query 2 is 1.203.",
      "0.401 · (0, 2) + 0.401 · (1, 1) = (0.797, *1.203*)", 1.203, mean,
      [](const Attention& a) { return a.output(1, 1); });
}

// What the table states of the scores 2, 1 and 0: their weights and, as a fourth column, the
// entropy.
struct Cell {
  const char* id;
  double temperature;
  int column;
  const char* statement;
  const char* published;  // the row, with the number between asterisks
  double value;
  double ours;  // where the printed one is wrong; 0 where it is right
};

// clang-format off
constexpr Cell kTable[] = {
    {"001.example-2.0.25.weight-1", 0.25, 0, "At T = 0.25 the score 2 has the weight 0.997.", "0.25 [*0.997*, 0.003, 0.000] 0.02", 0.997, 0.98169},
    {"001.example-2.0.25.weight-2", 0.25, 1, "At T = 0.25 the score 1 has the weight 0.003.", "0.25 [0.997, *0.003*, 0.000] 0.02", 0.003, 0.01798},
    {"001.example-2.0.25.weight-3", 0.25, 2, "At T = 0.25 the score 0 has the weight 0.000.", "0.25 [0.997, 0.003, *0.000*] 0.02", 0.000, 0.0},
    {"001.example-2.0.25.entropy", 0.25, 3, "At T = 0.25 the entropy of the weights is 0.02.", "0.25 [0.997, 0.003, 0.000] *0.02*", 0.02, 0.09304},
    {"001.example-2.0.5.weight-1", 0.5, 0, "At T = 0.5 the score 2 has the weight 0.876.", "0.5 [*0.876*, 0.118, 0.006] 0.42", 0.876, 0.86681},
    {"001.example-2.0.5.weight-2", 0.5, 1, "At T = 0.5 the score 1 has the weight 0.118.", "0.5 [0.876, *0.118*, 0.006] 0.42", 0.118, 0.11731},
    {"001.example-2.0.5.weight-3", 0.5, 2, "At T = 0.5 the score 0 has the weight 0.006.", "0.5 [0.876, 0.118, *0.006*] 0.42", 0.006, 0.01588},
    {"001.example-2.0.5.entropy", 0.5, 3, "At T = 0.5 the entropy of the weights is 0.42.", "0.5 [0.876, 0.118, 0.006] *0.42*", 0.42, 0.44106},
    {"001.example-2.1.weight-1", 1.0, 0, "At T = 1 the score 2 has the weight 0.665.", "1.0 [*0.665*, 0.245, 0.090] 0.80", 0.665, 0.0},
    {"001.example-2.1.weight-2", 1.0, 1, "At T = 1 the score 1 has the weight 0.245.", "1.0 [0.665, *0.245*, 0.090] 0.80", 0.245, 0.0},
    {"001.example-2.1.weight-3", 1.0, 2, "At T = 1 the score 0 has the weight 0.090.", "1.0 [0.665, 0.245, *0.090*] 0.80", 0.090, 0.0},
    {"001.example-2.1.entropy", 1.0, 3, "At T = 1 the entropy of the weights is 0.80.", "1.0 [0.665, 0.245, 0.090] *0.80*", 0.80, 0.83240},
    {"001.example-2.2.weight-1", 2.0, 0, "At T = 2 the score 2 has the weight 0.474.", "2.0 [*0.474*, 0.316, 0.211] 1.02", 0.474, 0.50648},
    {"001.example-2.2.weight-2", 2.0, 1, "At T = 2 the score 1 has the weight 0.316.", "2.0 [0.474, *0.316*, 0.211] 1.02", 0.316, 0.30720},
    {"001.example-2.2.weight-3", 2.0, 2, "At T = 2 the score 0 has the weight 0.211.", "2.0 [0.474, 0.316, *0.211*] 1.02", 0.211, 0.18632},
    {"001.example-2.2.entropy", 2.0, 3, "At T = 2 the entropy of the weights is 1.02.", "2.0 [0.474, 0.316, 0.211] *1.02*", 1.02, 0.0},
    {"001.example-2.infinity.weight-1", kInfinity, 0, "At T = ∞ the score 2 has the weight 0.333.", "∞ [*0.333*, 0.333, 0.333] 1.10", 0.333, 0.0},
    {"001.example-2.infinity.weight-2", kInfinity, 1, "At T = ∞ the score 1 has the weight 0.333.", "∞ [0.333, *0.333*, 0.333] 1.10", 0.333, 0.0},
    {"001.example-2.infinity.weight-3", kInfinity, 2, "At T = ∞ the score 0 has the weight 0.333.", "∞ [0.333, 0.333, *0.333*] 1.10", 0.333, 0.0},
    {"001.example-2.infinity.entropy", kInfinity, 3, "At T = ∞ the entropy of the weights is 1.10.", "∞ [0.333, 0.333, 0.333] *1.10*", 1.10, 0.0},
};
// clang-format on

double number_of_example_2(double temperature, int number) {
  Vector s(3);
  s << 2.0, 1.0, 0.0;
  const Vector a = softmax(s, temperature);
  return number < 3 ? a(number) : entropy(a);
}

// Whether each of ten temperatures gives the largest score more weight than the one above it.
double colder_is_sharper(std::uint64_t, const Progress&) {
  bool falls = true;
  for (double t = 8.0; t > 0.01; t *= 0.5) {
    falls = falls && number_of_example_2(t, 0) >= number_of_example_2(2.0 * t, 0);
  }
  return holds(falls && number_of_example_2(0.01, 0) > 0.999);
}

void add_example_2(std::vector<Claim>& list) {
  for (const Cell& cell : kTable) {
    const bool weight = cell.column < 3;
    const bool hot = cell.temperature == kInfinity;
    const Baseline baseline = {number_of_example_2(hot ? 1.0 : kInfinity, cell.column),
                               hot ? "T = 1" : "T = ∞"};
    list.push_back(printed({cell.id, "section 11.2, the table for the scores 2, 1, 0",
                            cell.statement, cell.published, cell.value, weight ? 5e-4 : 5e-3},
                           weight ? "softmax" : "entropy of softmax", baseline,
                           [&cell] { return number_of_example_2(cell.temperature, cell.column); }));
    if (cell.ours == 0.0) continue;
    list.back().correction = {weight ? "three exponentials and their sum"
                                     : "three exponentials, their sum, and −Σ a log a",
                              cell.ours, 1e-5};
    list.back().correction.other_readings =
        weight
            ? "Scores divided by √d as well would change the row at T = 1 too, whose weights are "
              "right to three digits; were T to multiply the scores, the row at 0.25 would be the "
              "flattest. No one scale of T gives the other rows. The author's published source has "
              "the same digits."
            : "In bits it would be 1.44 times ours, and the entropies at T = 2 and ∞ are right "
              "in nats; over log 3 those would be wrong too. It is no entropy of the weights "
              "printed beside it but at T = 0.25, where these are wrong themselves.";
  }
  list.push_back({"001.example-2.lower", "section 11.2",
                  "A lower temperature gives the largest score more of the weight.",
                  "Lower temperature *concentrates probability on the maximum score*", 1.0,
                  A::kHolds, 0.0, "whether it does from T = 16 down to 0.01",
                  "softmax of the scores 2, 1 and 0, each temperature half of the one before", 1,
                  false, colder_is_sharper});
}

void add_example_3(std::vector<Claim>& list) {
  const auto add = [&](const char* id, const char* equation, const char* statement,
                       const char* published, double value, const Baseline& baseline,
                       double (*ours)(const Vector&)) {
    list.push_back(
        printed({id, std::string("section 11.3, ") + equation, statement, published, value, 5e-4},
                "softmax and softmax_jacobian of the scores 1 and 2", baseline, [ours] {
                  Vector s(2);
                  s << 1.0, 2.0;
                  return ours(softmax(s));
                }));
  };
  add("001.example-3.weight-1", "(82)", "Beside the score 2 the score 1 has the weight 0.269.",
      "e²/(e¹ + e²)] ≈ [*0.269*, 0.731]", 0.269, {0.5, "a tie"},
      [](const Vector& a) { return a(0); });
  add("001.example-3.weight-2", "(82)", "Beside the score 1 the score 2 has the weight 0.731.",
      "e²/(e¹ + e²)] ≈ [0.269, *0.731*]", 0.731, {0.5, "a tie"},
      [](const Vector& a) { return a(1); });
  const Baseline tie = {0.25, "a tie"};
  const Baseline beside = {-0.25, "a tie"};
  add("001.example-3.diagonal", "(84)",
      "The diagonal of the Jacobian for the scores 1 and 2 begins with 0.197.",
      "= (*0.197*, −0.197; −0.197, 0.197) (84)", 0.197, tie,
      [](const Vector& a) { return softmax_jacobian(a)(0, 0); });
  add("001.example-3.beside", "(84)",
      "Beside its diagonal the Jacobian for the scores 1 and 2 has −0.197.",
      "= (0.197, *−0.197*; −0.197, 0.197) (84)", -0.197, beside,
      [](const Vector& a) { return softmax_jacobian(a)(0, 1); });
  add("001.example-3.below", "(84)",
      "The second row of the Jacobian for the scores 1 and 2 begins with −0.197.",
      "= (0.197, −0.197; *−0.197*, 0.197) (84)", -0.197, beside,
      [](const Vector& a) { return softmax_jacobian(a)(1, 0); });
  add("001.example-3.diagonal-2", "(84)",
      "The diagonal of the Jacobian for the scores 1 and 2 ends with 0.197.",
      "= (0.197, −0.197; −0.197, *0.197*) (84)", 0.197, tie,
      [](const Vector& a) { return softmax_jacobian(a)(1, 1); });
  add("001.example-3.rows", "the note", "Rows of the Jacobian sum to 0.",
      "Note: Rows sum to *0* (as expected since softmax outputs sum to 1)", 0.0,
      {0.269, "without −a a^T"}, [](const Vector& a) { return softmax_jacobian(a).row(0).sum(); });
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
