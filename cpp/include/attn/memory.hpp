// All of the topic `memory`: patterns and damage, the classical and the modern Hopfield network,
// capacity of both.
//
//   what you have            what you want                                take
//   nothing yet              random signs, damage, what is left of them   patterns.hpp
//   patterns of signs        Hopfield's network of 1982                   ClassicalHopfield
//   any patterns, a state    one update, which is attention               modern_hopfield_update
//                            the same with other values than the keys     modern_hopfield_read
//                            where updates come to rest                   modern_hopfield_retrieve
//                            what they go down                            modern_hopfield_energy
//   softmax weights          how many patterns share a state              patterns_held
//   a number of signs        patterns until the first is lost, by trial   modern_first_failure,
//                                                                         classical_first_failure
//                            the same as expected                         modern_log_capacity
#pragma once

#include "attn/memory/capacity.hpp"
#include "attn/memory/classical_hopfield.hpp"
#include "attn/memory/modern_hopfield.hpp"
#include "attn/memory/patterns.hpp"
