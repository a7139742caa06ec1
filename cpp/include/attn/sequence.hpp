// All of the topic `sequence`: Markov chains, their exact laws, sequences that are seen through
// noise, and chains in which groups of lags vote.
#pragma once

#include "attn/sequence/best_laws.hpp"
#include "attn/sequence/markov_chain.hpp"
#include "attn/sequence/noisy_chain.hpp"
#include "attn/sequence/pattern_chain.hpp"
#include "attn/sequence/pattern_construction.hpp"
#include "attn/sequence/pattern_data.hpp"
#include "attn/sequence/pattern_influence.hpp"
