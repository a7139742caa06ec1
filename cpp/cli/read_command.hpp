// `attn read`.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "attn/numerics/types.hpp"

namespace attn::cli {

struct ReadOptions {
  std::vector<std::string> paths;  ///< files of one head, or one folder of `attn train`
  std::string text;                ///< of a folder: the text, instead of the one named
  std::string weights;  ///< of a folder: a file to write its weights to, as kept_weights has them
  std::string example;  ///< a file to write a head to
  std::optional<Index> row;  ///< of a file: one row alone, from 1; all where left out
  std::optional<Index>
      windows;         ///< of a folder: how many of the validation text; all where left out
  bool touch = false;  ///< of a folder: also what each head is worth
  bool as_json = false, as_csv = false;
};

/// Prints what the five papers' quantities are of a head, or of all heads of a model; or writes an
/// example of a head. False where it was stopped before its end. Throws Error for files that hold
/// no head and folders that hold no model.
bool read(const ReadOptions& options);

}  // namespace attn::cli
