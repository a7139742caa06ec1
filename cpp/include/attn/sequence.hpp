// All of the topic `sequence`: Markov chains, their exact laws, and sequences that are seen through noise.
#pragma once

#include "attn/sequence/markov_chain.hpp"
#include "attn/sequence/noisy_chain.hpp"
