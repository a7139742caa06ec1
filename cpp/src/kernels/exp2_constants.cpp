#include "kernels/exp2.hpp"

namespace attn::kernels {

// The polynomial of degree 5 with the least relative error on [-1/2, 1/2], 7.5e-8, by Remez
// exchange in 40 digits, divided by its leading coefficient. kExp2Scale is the middle of what
// rounding makes of that factor.
const Exp2Constants kExp2 = {753.212166647F,     // c0
                             522.086691458F,     // c1
                             180.937515481F,     // c2
                             41.8086447035F,     // c3
                             7.28773493634F,     // c4
                             126.0F,             // largest
                             12582912.0F,        // round: 1.5 2^23
                             1.0F / kExp2Scale,  // inverse_scale
                             87.3365448F,        // largest_natural
                             1.44269504F,        // log2e
                             0.693359375F,       // ln2_head
                             -2.12194440e-4F};   // ln2_tail

}  // namespace attn::kernels
