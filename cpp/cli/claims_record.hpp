// What came out for a claim, as JSON: web/public/ledger.schema.json describes it.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "claims/claims.hpp"

namespace attn::cli {

struct Recomputed {
  const claims::Claim* claim = nullptr;
  claims::Result result;
  std::string commit;  ///< of kept values
  bool stale = false;  ///< there are kept values, of another recipe or other code
  std::vector<std::string> trained = {};  ///< commits that took the updates of runs it is read from
};

/// A quotation, with the number in question marked by asterisks: "lower loss of *1.8961* nats".
struct Quotation {
  std::string words;    ///< without the asterisks
  std::string printed;  ///< the number in question; empty where none is marked
};

/// An asterisk behind a letter or digit, as in T*, marks nothing.
Quotation read_quotation(const std::string& published);

/// Of the mean over seeds; 0 for one.
double standard_error(const claims::Result& result);

nlohmann::json record_of(const Recomputed& recomputed);

}  // namespace attn::cli
