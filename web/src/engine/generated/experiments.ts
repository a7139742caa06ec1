// Written by tools/experiment-types.mjs from the descriptions in cpp/experiments and cpp/claims: change them there.
import type {
  AttentionFrame,
  AttentionParams,
  FastAttentionFrame,
  FastAttentionParams,
  FlashFrame,
  FlashParams,
  HeadsFrame,
  HeadsParams,
  NormFrame,
  NormParams,
  SoftmaxFrame,
  SoftmaxParams,
} from './bilinear-form';
import type {
  BeforeAfterFrame,
  BeforeAfterParams,
  EnergyLandscapeFrame,
  EnergyLandscapeParams,
  GaussianFlowFrame,
  GaussianFlowParams,
  MillionParticlesFrame,
  MillionParticlesParams,
  MseDepthFrame,
  MseDepthParams,
  ParticlesFrame,
  ParticlesParams,
  TwoStageFrame,
  TwoStageParams,
  VarianceDecayFrame,
  VarianceDecayParams,
} from './denoising';
import type {
  ClaimFrame,
  ClaimParams,
  LedgerFrame,
  LedgerParams,
} from './ledger';

/** Every experiment of the core by its name: what opens it, and what its frames hold. */
export interface Experiments {
  readonly attention: { readonly params: AttentionParams; readonly frame: AttentionFrame };
  readonly before_after: { readonly params: BeforeAfterParams; readonly frame: BeforeAfterFrame };
  readonly energy_landscape: { readonly params: EnergyLandscapeParams; readonly frame: EnergyLandscapeFrame };
  readonly fast_attention: { readonly params: FastAttentionParams; readonly frame: FastAttentionFrame };
  readonly flash: { readonly params: FlashParams; readonly frame: FlashFrame };
  readonly gaussian_flow: { readonly params: GaussianFlowParams; readonly frame: GaussianFlowFrame };
  readonly heads: { readonly params: HeadsParams; readonly frame: HeadsFrame };
  readonly million_particles: { readonly params: MillionParticlesParams; readonly frame: MillionParticlesFrame };
  readonly mse_depth: { readonly params: MseDepthParams; readonly frame: MseDepthFrame };
  readonly norm: { readonly params: NormParams; readonly frame: NormFrame };
  readonly particles: { readonly params: ParticlesParams; readonly frame: ParticlesFrame };
  readonly softmax: { readonly params: SoftmaxParams; readonly frame: SoftmaxFrame };
  readonly two_stage: { readonly params: TwoStageParams; readonly frame: TwoStageFrame };
  readonly variance_decay: { readonly params: VarianceDecayParams; readonly frame: VarianceDecayFrame };
  readonly ledger_001: { readonly params: LedgerParams; readonly frame: LedgerFrame };
  readonly claim_001: { readonly params: ClaimParams; readonly frame: ClaimFrame };
  readonly ledger_004: { readonly params: LedgerParams; readonly frame: LedgerFrame };
  readonly claim_004: { readonly params: ClaimParams; readonly frame: ClaimFrame };
}
