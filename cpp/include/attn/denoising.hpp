// All of the topic `denoising`: the two-stage denoiser, its flows in closed form and by particles,
// mixtures and the least error.
//
// | what you have             | what you want                      | which to take              |
// |---------------------------|------------------------------------|----------------------------|
// | a cloud of tokens         | one layer of Stage 1, in double    | stage1_step                |
// | the same                  | the cloud after so many layers     | ParticleFlow               |
// | a cloud of thousands      | both of these in float, fast       | ..._fast, FastParticleFlow |
// | a cloud and noisy queries | the answers of Stage 2             | posterior_mean, ..._fast   |
// | the prior, a mixture      | the exact answers                  | exact_posterior_mean       |
// | the same                  | the least error of any answer      | mmse                       |
// | the variance of a cloud   | it after some time, in closed form | variance_flow              |
// | the same, and a step eta  | it after each layer                | variance_recursion         |
// | a covariance              | it after some time                 | CovarianceFlow             |
// | the variance of the noise | when Stage 1 has removed it        | matched_layers             |
#pragma once

#include "attn/denoising/covariance_flow.hpp"
#include "attn/denoising/denoiser.hpp"
#include "attn/denoising/denoiser_fast.hpp"
#include "attn/denoising/fast_particle_flow.hpp"
#include "attn/denoising/gaussian_mixture.hpp"
#include "attn/denoising/mmse.hpp"
#include "attn/denoising/particle_flow.hpp"
#include "attn/denoising/stage1_clock.hpp"
#include "attn/denoising/variance_flow.hpp"
