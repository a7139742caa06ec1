// All of the topic `memory`: patterns and damage, the classical and the modern Hopfield network,
// capacity of both.
#pragma once

#include "attn/memory/capacity.hpp"
#include "attn/memory/classical_hopfield.hpp"
#include "attn/memory/modern_hopfield.hpp"
#include "attn/memory/patterns.hpp"
