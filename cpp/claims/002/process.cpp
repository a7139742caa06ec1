// The claims of seed 002 about the token process: section 5 and appendix C.
#include <cmath>

#include "attn/support/token_process.hpp"
#include "claims/002/parts.hpp"

namespace attn::claims {
namespace {

using A = Agreement;

double gap(double a, ProcessMask mask) {
  const TokenProcess p = token_process(a, mask, 901);
  return std::fabs(p.summed - p.alone);
}

double gap_without_fold(std::uint64_t, const Progress&) { return gap(-0.5, ProcessMask::kPast); }
double gap_with_fold(std::uint64_t, const Progress&) { return gap(1.0, ProcessMask::kPast); }
double gap_looking_ahead(std::uint64_t, const Progress&) { return gap(-0.5, ProcessMask::kAll); }

double gap_of_shares(std::uint64_t, const Progress&) {
  const TokenProcess p = token_process(1.0, ProcessMask::kPast, 901);
  return std::fabs(p.summed / p.mass - p.alone);
}

// P(y_1 = 1 | y_2) is .1 and .9 of the second symbols, which have these probabilities themselves.
double counterexample(std::uint64_t, const Progress&) { return 0.1 * 0.1 + 0.9 * 0.9; }

}  // namespace

std::vector<Claim> of_token_process() {
  std::vector<Claim> list;
  const auto number = [&](const char* id, const char* place, const char* statement,
                          const char* published, double value, A agreement, double tolerance,
                          const char* quantity, const char* recipe, auto* ours) {
    list.push_back({id, place, statement, published, value, agreement, tolerance, quantity, recipe,
                    1, false, ours});
  };
  number(
      "002.theorem-2.injective", "section 5.2, theorem 2 and (32)",
      "With contexts of the past and a map that folds nowhere, summing out the last symbol gives "
      "the shorter model.",
      "Σ P(y_1:n) = P(y_1:n−1)", 0.0, A::kWithin, 1e-10, "|P₂ − P₁| of the first symbol",
      "token_process at a = −0.5, 901 points", gap_without_fold);
  number("002.theorem-2.local", "section 5.2, theorem 2; “Jacobian non-degeneracy”",
         "Local invertibility is enough for that.", "Σ P(y_1:n) = P(y_1:n−1)", 0.0, A::kWithin,
         1e-4, "|P₂ − P₁| of the first symbol", "token_process at a = 1, 901 points",
         gap_with_fold);
  list.back().correction = {
      "the determinant is 0 nowhere but on a line, and still the map folds there and its density "
      "has a mass above 1. What is needed is "
      "a map that is one to one: m > 0 everywhere, or a ≤ 0",
      0.0338, 2e-4};
  number("002.theorem-2.divided", "section 5.2; not in the text", "Dividing by the mass mends it.",
         "", 0.0, A::kWithin, 1e-4, "|P₂ / mass − P₁|", "token_process at a = 1, 901 points",
         gap_of_shares);
  list.back().correction = {
      "how much is counted twice depends on the first token: its law is another one", 0.0109, 2e-4};
  number("002.proposition-2.ahead", "section 5.2, proposition 2",
         "Looking ahead breaks consistency.", "need not hold", 0.04, A::kAbove, 0.0,
         "|P₂ − P₁| of the first symbol", "token_process at a = −0.5 where tokens attend to all",
         gap_looking_ahead);
  number("002.proposition-4.example", "appendix C.2, (75)",
         "The counterexample: the first symbol's probability with the second summed out.", "0.82",
         0.82, A::kWithin, 1e-12, "probability", "(75), by hand", counterexample);
  list.push_back({"002.theorem-3.extension", "section 5.3, theorem 3",
                  "Consistent laws of finite lengths extend to infinite sequences, in one way.",
                  "there exists a unique probability measure", 0.0, A::kNotTried, 0.0, "",
                  "Kolmogorov's theorem; it holds where theorem 2 does, see there", 1, false,
                  nullptr});
  return list;
}

}  // namespace attn::claims
