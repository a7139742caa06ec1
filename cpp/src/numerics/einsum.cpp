#include "attn/numerics/einsum.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "attn/numerics/check.hpp"

namespace attn {
namespace {

constexpr std::size_t kLetters = 128;

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

bool contains(const std::string& labels, char label) {
  return labels.find(label) != std::string::npos;
}

std::string quoted(char label) { return std::string("'") + label + "'"; }

std::string index_named(char label) { return "index " + quoted(label); }

std::string without_blanks(const std::string& text) {
  std::string out;
  std::copy_if(text.begin(), text.end(), std::back_inserter(out), [](char c) { return c != ' '; });
  return out;
}

// Of a function that is named by the caller, so that einsum speaks in its own name.
EinsumExpression parsed(const char* function, const std::string& expression) {
  const std::string text = without_blanks(expression);
  const std::size_t arrow = text.find("->");
  if (arrow == std::string::npos) {
    check::refuse(function, "expression", "'" + expression + "'", "an arrow, as in 'ij,jk->ik'");
  }
  EinsumExpression out{{""}, text.substr(arrow + 2), ""};
  for (const char c : text.substr(0, arrow)) {
    if (c == ',') {
      out.operands.emplace_back();
    } else if (is_letter(c)) {
      out.operands.back() += c;
    } else {
      check::refuse(function, "an index", quoted(c), "a letter");
    }
  }
  if (out.operands.size() > 3) {
    check::refuse(function, "the number of operands", std::to_string(out.operands.size()),
                  "at most 3");
  }
  std::string all;
  for (const std::string& labels : out.operands) all += labels;
  for (std::size_t i = 0; i < out.output.size(); ++i) {
    const char c = out.output[i];
    if (!is_letter(c)) check::refuse(function, "an index", quoted(c), "a letter");
    if (!contains(all, c)) {
      check::refuse(function, ("output " + index_named(c)).c_str(), "in no operand",
                    "an index of one");
    }
    if (out.output.find(c) != i) {
      check::refuse(function, ("output " + index_named(c)).c_str(), "there twice", "it once");
    }
  }
  for (const char c : all) {
    if (!contains(out.output, c) && !contains(out.summed, c)) out.summed += c;
  }
  return out;
}

void check_tensor(const char* function, const std::string& name, const Tensor& t) {
  Index size = 1;
  for (const Index n : t.shape) {
    check::count(function, ("a size of " + name).c_str(), n, 1, check::kMaxBudget);
    size = check::product(function, name.c_str(), size, n);
  }
  if (static_cast<Index>(t.data.size()) != size) {
    check::refuse(function, ("the data of " + name).c_str(),
                  std::to_string(t.data.size()) + " long", std::to_string(size));
  }
  for (const double x : t.data) check::finite(function, ("a number of " + name).c_str(), x);
}

using Sizes = std::array<Index, kLetters>;

Index& size_of(Sizes& sizes, char label) { return sizes[static_cast<std::size_t>(label)]; }

// Where each label steps to in a tensor's memory: the sum of its strides, where it stands twice.
std::vector<Index> strides_of(const std::string& labels, const std::vector<Index>& shape,
                              const std::string& loops) {
  std::vector<Index> out(loops.size(), 0);
  Index stride = 1;
  for (std::size_t i = labels.size(); i-- > 0;) {
    const std::size_t loop = loops.find(labels[i]);
    out[loop] += stride;
    stride *= shape[i];
  }
  return out;
}

std::vector<Index> shape_of(const std::string& labels, Sizes& sizes) {
  std::vector<Index> shape;
  for (const char c : labels) shape.push_back(size_of(sizes, c));
  return shape;
}

struct Labelled {
  std::string labels;
  Tensor tensor;
};

// The product of two, summed over what is not in `output`, the last loops.
Labelled contracted(const Labelled& a, const Labelled& b, const std::string& output, Sizes& sizes) {
  std::string loops = output;
  for (const char c : a.labels + b.labels) {
    if (!contains(loops, c)) loops += c;
  }
  const std::vector<Index> counts = shape_of(loops, sizes);
  const std::vector<Index> in_a = strides_of(a.labels, a.tensor.shape, loops);
  const std::vector<Index> in_b = strides_of(b.labels, b.tensor.shape, loops);
  Labelled out{output, {shape_of(output, sizes), {}}};
  Index size = 1;
  for (const Index n : out.tensor.shape) size = check::product("einsum", "a result", size, n);
  out.tensor.data.reserve(static_cast<std::size_t>(size));

  std::vector<Index> at(loops.size(), 0);
  Index at_a = 0, at_b = 0;
  // The next place of loops first .. last - 1; false after the last one, all of them then at 0.
  const auto advance = [&](std::size_t first, std::size_t last) {
    for (std::size_t loop = last; loop-- > first;) {
      at_a += in_a[loop];
      at_b += in_b[loop];
      if (++at[loop] < counts[loop]) return true;
      at_a -= counts[loop] * in_a[loop];
      at_b -= counts[loop] * in_b[loop];
      at[loop] = 0;
    }
    return false;
  };
  do {
    double sum = 0.0;
    do {
      sum += a.tensor.data[static_cast<std::size_t>(at_a)] *
             b.tensor.data[static_cast<std::size_t>(at_b)];
    } while (advance(output.size(), loops.size()));
    out.tensor.data.push_back(check::result("einsum", "a sum", sum));
  } while (advance(0, output.size()));
  return out;
}

Sizes checked_sizes(const EinsumExpression& e, const std::vector<Tensor>& operands) {
  if (operands.size() != e.operands.size()) {
    check::refuse("einsum", "the number of operands", std::to_string(operands.size()),
                  std::to_string(e.operands.size()));
  }
  Sizes sizes{};
  Sizes met{};  // in which operand
  for (std::size_t o = 0; o < operands.size(); ++o) {
    const std::string& labels = e.operands[o];
    const std::string name = "operand " + std::to_string(o + 1) + " ('" + labels + "')";
    check_tensor("einsum", name, operands[o]);
    if (operands[o].shape.size() != labels.size()) {
      check::refuse("einsum", name.c_str(),
                    "of " + std::to_string(operands[o].shape.size()) + " indices",
                    std::to_string(labels.size()));
    }
    for (std::size_t i = 0; i < labels.size(); ++i) {
      const Index n = operands[o].shape[i];
      Index& size = size_of(sizes, labels[i]);
      if (size == 0) {
        size = n;
        size_of(met, labels[i]) = static_cast<Index>(o + 1);
      } else if (size != n) {
        check::refuse(
            "einsum", (index_named(labels[i]) + " of " + name).c_str(), std::to_string(n) + " long",
            std::to_string(size) + ", as in operand " + std::to_string(size_of(met, labels[i])));
      }
    }
  }
  return sizes;
}

}  // namespace

Tensor tensor_of(const MatrixRef& m) {
  Tensor out{{m.rows(), m.cols()}, {}};
  out.data.reserve(static_cast<std::size_t>(m.size()));
  for (Index i = 0; i < m.rows(); ++i) {
    for (Index j = 0; j < m.cols(); ++j) out.data.push_back(m(i, j));
  }
  return out;
}

Tensor tensor_of_vector(const VectorRef& v) {
  Tensor out{{v.size()}, {}};
  out.data.reserve(static_cast<std::size_t>(v.size()));
  for (Index i = 0; i < v.size(); ++i) out.data.push_back(v(i));
  return out;
}

Matrix matrix_of(const Tensor& t) {
  if (t.shape.size() != 2) {
    check::refuse("matrix_of", "t", "of " + std::to_string(t.shape.size()) + " indices", "2");
  }
  check_tensor("matrix_of", "t", t);
  return Eigen::Map<const Matrix>(t.data.data(), t.shape[0], t.shape[1]);
}

EinsumExpression parse_einsum(const std::string& expression) {
  return parsed("parse_einsum", expression);
}

Tensor einsum(const std::string& expression, const std::vector<Tensor>& operands) {
  const EinsumExpression e = parsed("einsum", expression);
  Sizes sizes = checked_sizes(e, operands);
  const auto operand = [&](std::size_t o) { return Labelled{e.operands[o], operands[o]}; };
  const Labelled one{"", {{}, {1.0}}};
  const Labelled second = operands.size() > 1 ? operand(1) : one;
  if (operands.size() < 3) return contracted(operand(0), second, e.output, sizes).tensor;
  std::string kept;
  for (const char c : e.operands[0] + e.operands[1]) {
    if (!contains(kept, c) && (contains(e.output, c) || contains(e.operands[2], c))) kept += c;
  }
  const Labelled first = contracted(operand(0), second, kept, sizes);
  return contracted(first, operand(2), e.output, sizes).tensor;
}

}  // namespace attn
