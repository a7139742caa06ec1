// The step of Adam in double, which trainers with options of their own take too. Internal.
#pragma once

#include "attn/numerics/types.hpp"

namespace attn::adam {

/// By what the means of Adam fall short because they began at 0: 1 - share^updates.
struct Missing {
  double first, second;
};

/// After so many updates, >= 1.
Missing missing_after(double first, double second, Index updates);

/// What all weights of a step share.
struct Step {
  double rate, decay, share;  ///< share: of the gradient, after clipping
  double first, second, epsilon;
  Missing missing;
};

/// Replaces weights and means, `size` numbers each. The gradient may be the memory of the weights.
void update(double* weights, const double* gradient, double* mean, double* squares, Index size,
            const Step& step);

}  // namespace attn::adam
