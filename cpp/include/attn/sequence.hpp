// All of the topic `sequence`: Markov chains, their exact laws, sequences that are seen through
// noise, and chains in which groups of lags vote.
//
//   what you have            what you want                                take
//   a transition matrix      its law, its entropy rate, a sample          markov_chain.hpp
//   a chain behind noise     a sample, and the best predictions           noisy_chain.hpp
//   numbers for a task       matrices of clues, or random ones            clue_task, haar_task
//   a task                   a sequence of it                             sample_pattern_chain
//   a sequence               what its next token is drawn by              context_of
//   a context                the law of the next token                    pattern_law
//                            what its first groups alone would say        truncated_laws
//                            what is best said by a model that sees them  BestLaws::law
//                            what each of its tokens weighs               token_influences
//   a task, a budget         many contexts with their laws                uniform_contexts
//                            the same from sequences                      chain_contexts
//   a text                   the law of its next token, by counts          NgramLaws
//   a sequence, a lambda     an exact attention, and what leaks of it     pattern_construction
//
// Of any laws: the entropy is in attn/attention/gibbs.hpp, KL divergences of rows (kl_divergences)
// and the cross entropy of logits are in attn/training/cross_entropy.hpp.
#pragma once

#include "attn/sequence/best_laws.hpp"
#include "attn/sequence/markov_chain.hpp"
#include "attn/sequence/ngram.hpp"
#include "attn/sequence/noisy_chain.hpp"
#include "attn/sequence/pattern_chain.hpp"
#include "attn/sequence/pattern_construction.hpp"
#include "attn/sequence/pattern_data.hpp"
#include "attn/sequence/pattern_influence.hpp"
