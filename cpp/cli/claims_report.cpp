#include "cli/claims_report.hpp"

#include <array>
#include <cmath>
#include <cstdio>

#include "attn/version.hpp"

namespace attn::cli {
namespace {

using claims::Agreement;
using claims::Claim;
using claims::Source;
using claims::Verdict;

struct Paper {
  const char* seed;
  const char* title;
  const char* authors;  ///< empty where our source does not name them
};

// In the order of the chapters.
constexpr std::array<Paper, 5> kPapers = {{
    {"001", "Attention as Bilinear Form: A Physicist's Guide to Transformer Attention",
     "Baalateja Kataru"},
    {"000", "Gradient Dynamics of Attention: How Cross-Entropy Sculpts Bayesian Manifolds",
     "Naman Aggarwal, Siddhartha R. Dalal, Vishal Misra"},
    {"002", "Support Tokens, Stability Margins, and a New Foundation for Robust LLMs",
     "Deepak Agarwal, Dhyey Dharmendrakumar Mavani, Suyash Gupta, Karthik Sethuraman, "
     "Tejas Dharamsi"},
    {"003", "Incremental Learning of Sparse Attention Patterns in Transformers",
     "Oğuz Kaan Yüksel, Rodrigo Alvarez Lucendo, Nicolas Flammarion"},
    {"004", "Attention as In-Context Empirical Bayes, an article about arXiv:2605.29351", ""},
}};

// In the order in which a reader wants them.
constexpr std::array<Verdict, 7> kVerdicts = {
    Verdict::kInError, Verdict::kNotFound, Verdict::kUnclear,      Verdict::kDiffers,
    Verdict::kClose,   Verdict::kAgrees,   Verdict::kNotRecomputed};

std::string label(const Recomputed& one) {
  const bool summary = claims::source_of(*one.claim) == Source::kSummary;
  std::string name = claims::name_of(one.result.verdict);
  if (!summary) return name;
  switch (one.result.verdict) {
    case Verdict::kInError:
      return "summary in error";
    case Verdict::kDiffers:
      return "differs from summary";
    case Verdict::kClose:
      return "close to summary";
    case Verdict::kAgrees:
      return "agrees with summary";
    default:
      return name;
  }
}

std::string number(const char* format, double value) {
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), format, value);
  return text.data();
}

std::string holds_in_words(const std::vector<double>& values) {
  std::size_t held = 0;
  for (const double value : values) held += value == 1.0 ? 1 : 0;
  if (values.size() == 1) return held == 1 ? "holds" : "does not hold";
  return "holds for " + std::to_string(held) + " of " + std::to_string(values.size()) + " seeds";
}

std::string ours_in_words(const Recomputed& one) {
  const claims::Result& result = one.result;
  if (result.values.empty()) return "";
  if (one.claim->agreement == Agreement::kHolds) return holds_in_words(result.values);
  std::string text = number("%.4g", result.mean);
  if (result.values.size() > 1) {
    text += " (sd " + number("%.2g", result.sd) + ", standard error " +
            number("%.2g", standard_error(result)) + ", " + std::to_string(result.values.size()) +
            " seeds)";
  }
  return text;
}

// What Markdown would read as marks of its own.
std::string escaped(const std::string& text) {
  std::string out;
  for (const char sign : text) {
    if (std::string("\\`*_|<>[]").find(sign) != std::string::npos) out += '\\';
    out += sign;
  }
  return out;
}

std::string quoted(const Claim& claim) {
  const Quotation quotation = read_quotation(claim.published);
  if (quotation.printed.empty()) return "“" + escaped(quotation.words) + "”";
  const std::string marked = "*" + quotation.printed + "*";
  const std::size_t at = claim.published.find(marked);
  return "“" + escaped(claim.published.substr(0, at)) + "**" + escaped(quotation.printed) + "**" +
         escaped(claim.published.substr(at + marked.size())) + "”";
}

std::string erratum(const Recomputed& one) {
  const Claim& claim = *one.claim;
  const bool statement = claim.agreement == Agreement::kHolds;
  std::string out = "#### " + escaped(claim.statement) + "\n\n";
  out += escaped(claim.place) + "; " + label(one) + "\n\n> " + quoted(claim) + "\n\n";
  out += "- " + (statement ? "recomputed" : escaped(claim.quantity)) + ": " + ours_in_words(one);
  if (!claim.baseline.of.empty() && !statement) {
    out += "\n- without the effect, " + escaped(claim.baseline.of) + ": " +
           number("%.3g", claim.baseline.value);
  }
  out += "\n- derived: " + escaped(claim.correction.proof);
  if (!claim.correction.other_readings.empty()) {
    out += "\n- read otherwise: " + escaped(claim.correction.other_readings);
  }
  return out + "\n- from " + escaped(claim.recipe) + "\n- recompute it: `attn claims --only " +
         claim.id + "`\n\n";
}

// Of seeds the mean alone.
std::string numbers_of(const Recomputed& one) {
  if (one.claim->agreement == Agreement::kHolds) return ours_in_words(one);
  const std::string printed = read_quotation(one.claim->published).printed;
  std::string words = printed.empty() ? "" : "printed " + escaped(printed);
  if (one.result.values.empty()) return words;
  return words + (words.empty() ? "" : ", ") + "recomputed " + number("%.4g", one.result.mean);
}

std::string row(const Recomputed& one) {
  return "| " + escaped(one.claim->place) + " | " + escaped(one.claim->statement) + " | " +
         label(one) + " | " + numbers_of(one) + " |\n";
}

std::string counts(const std::vector<const Recomputed*>& all) {
  std::string out;
  for (const Verdict verdict : kVerdicts) {
    std::size_t count = 0;
    for (const Recomputed* one : all) count += one->result.verdict == verdict ? 1 : 0;
    if (count == 0) continue;
    const char* const name = verdict == Verdict::kAgrees ? "agree" : claims::name_of(verdict);
    out += (out.empty() ? "" : ", ") + std::to_string(count) + ' ' + name;
  }
  return out;
}

std::string of_paper(const Paper& paper, const std::vector<Recomputed>& all) {
  std::vector<const Recomputed*> theirs;
  std::size_t ours = 0;
  for (const Recomputed& one : all) {
    if (one.claim->id.rfind(paper.seed, 0) != 0) continue;
    if (claims::source_of(*one.claim) == Source::kOurs) {
      ++ours;
    } else {
      theirs.push_back(&one);
    }
  }
  if (theirs.empty()) return "";
  std::string out = std::string("\n## ") + paper.title + "\n\n";
  if (*paper.authors != '\0') out += std::string(paper.authors) + ".\n\n";
  out += "Of " + std::to_string(theirs.size()) + " statements: " + counts(theirs) + '.';
  if (claims::source_of(*theirs.front()->claim) == Source::kSummary) {
    out += " We know this paper through a summary alone: what is quoted and judged is the summary.";
  }
  if (ours > 0) {
    out += " Beside them " + std::to_string(ours) + " of ours, which are not judged here.";
  }
  out += "\n\n### Errata\n\n";
  std::string errata;
  for (const Recomputed* one : theirs) {
    if (one->result.verdict == Verdict::kInError) errata += erratum(*one);
  }
  out += errata.empty() ? "None.\n\n" : errata;
  out += "### All verdicts\n\n| place | statement | verdict | numbers |\n|---|---|---|---|\n";
  for (const Recomputed* one : theirs) out += row(*one);
  return out;
}

}  // namespace

std::string report_of(const std::vector<Recomputed>& all, const std::string& date,
                      const std::string& commit) {
  std::string out = "# Errata and confirmations of five papers\n\nAttention Explorables ";
  out += std::string(kVersion) + ", " + date + ", commit " + commit + ".\n";
  for (const Paper& paper : kPapers) out += of_paper(paper, all);
  return out;
}

}  // namespace attn::cli
