// All of the topic `denoising`: the two-stage denoiser, its flows in closed form and by particles,
// mixtures and the least error.
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
