#include "attn/support/token_process.hpp"

#include "fuzz_input.hpp"

FUZZ_TARGET(token_process) {
  fuzz::Input input(data, size);
  const double a = input.number();
  const attn::Index points = input.size(30, 60);
  const auto mask = input.flip() ? attn::ProcessMask::kAll : attn::ProcessMask::kPast;
  attn::TokenProcess p;
  if (fuzz::returns("token_process", [&] { p = attn::token_process(a, mask, points); })) {
    fuzz::expect_finite("token_process", p.alone, p.summed, p.mass, p.signed_mass);
    fuzz::expect(p.mass >= p.signed_mass, "token_process", "more without signs");
  }
  return 0;
}
