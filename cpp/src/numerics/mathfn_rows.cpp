#include "numerics/mathfn_rows.hpp"

namespace attn::mathfn {

std::array<detail::ExpRow, 128> computed_exp_rows() { return exp_rows(); }

std::array<LogRow, 129> computed_log_rows() { return log_rows(); }

}  // namespace attn::mathfn
