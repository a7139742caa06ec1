// Written by tools/experiment-types.mjs from the descriptions in cpp/experiments and cpp/claims: change them there.
import type {
  AttentionFrame,
  AttentionParams,
  AttentionPassesFrame,
  AttentionPassesParams,
  AttentionStepsFrame,
  AttentionStepsParams,
  BackwardPassFrame,
  BackwardPassParams,
  FastAttentionFrame,
  FastAttentionParams,
  FiveViewsFrame,
  FiveViewsParams,
  FlashBlocksFrame,
  FlashBlocksParams,
  FlashFrame,
  FlashParams,
  FreeEnergySimplexFrame,
  FreeEnergySimplexParams,
  GeodesicsFrame,
  GeodesicsParams,
  HeadsFrame,
  HeadsParams,
  HopfieldCapacityFrame,
  HopfieldCapacityParams,
  HopfieldMemoryFrame,
  HopfieldMemoryParams,
  LinearAttentionFrame,
  LinearAttentionParams,
  MasksAndPositionsFrame,
  MasksAndPositionsParams,
  MetricExplorerFrame,
  MetricExplorerParams,
  MultiHeadFrame,
  MultiHeadParams,
  NaturalGradientFrame,
  NaturalGradientParams,
  NormFrame,
  NormParams,
  SoftmaxFrame,
  SoftmaxJacobianFrame,
  SoftmaxJacobianParams,
  SoftmaxParams,
  TemperatureFrame,
  TemperatureParams,
  WhyRootDFrame,
  WhyRootDParams,
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
  DiagnosticsFrame,
  DiagnosticsParams,
  EmVsSgdFrame,
  EmVsSgdParams,
  FeedbackFrame,
  FeedbackParams,
  FirstOrderFrame,
  FirstOrderParams,
  FramePrecisionFrame,
  FramePrecisionParams,
  RoutingLawFrame,
  RoutingLawParams,
  ToyTrainingFrame,
  ToyTrainingParams,
  ValueManifoldFrame,
  ValueManifoldParams,
  ValuePullFrame,
  ValuePullParams,
} from './gradient-dynamics';
import type {
  ChainExplorerFrame,
  ChainExplorerParams,
  ConstructionFrame,
  ConstructionParams,
  DatasetSizeFrame,
  DatasetSizeParams,
  GradientFlowFrame,
  GradientFlowParams,
  KlStagesFrame,
  KlStagesParams,
  MixingFrame,
  MixingParams,
  StagesFrame,
  StagesParams,
  WaitingTimeFrame,
  WaitingTimeParams,
} from './incremental-patterns';
import type {
  ClaimFrame,
  ClaimParams,
  LedgerFrame,
  LedgerParams,
} from './ledger';
import type {
  BoundaryMapFrame,
  BoundaryMapParams,
  ConsistencyFrame,
  ConsistencyParams,
  CouplingRegimesFrame,
  CouplingRegimesParams,
  DepthLocalisationFrame,
  DepthLocalisationParams,
  GptNoiseFrame,
  GptNoiseParams,
  GptPairFrame,
  GptPairParams,
  MatrixMarginFrame,
  MatrixMarginParams,
  ResidualMapFrame,
  ResidualMapParams,
  SupportTokensFrame,
  SupportTokensParams,
} from './support-tokens';

/** Every experiment of the core by its name: what opens it, and what its frames hold. */
export interface Experiments {
  readonly attention: { readonly params: AttentionParams; readonly frame: AttentionFrame };
  readonly attention_passes: { readonly params: AttentionPassesParams; readonly frame: AttentionPassesFrame };
  readonly attention_steps: { readonly params: AttentionStepsParams; readonly frame: AttentionStepsFrame };
  readonly backward_pass: { readonly params: BackwardPassParams; readonly frame: BackwardPassFrame };
  readonly before_after: { readonly params: BeforeAfterParams; readonly frame: BeforeAfterFrame };
  readonly boundary_map: { readonly params: BoundaryMapParams; readonly frame: BoundaryMapFrame };
  readonly chain_explorer: { readonly params: ChainExplorerParams; readonly frame: ChainExplorerFrame };
  readonly consistency: { readonly params: ConsistencyParams; readonly frame: ConsistencyFrame };
  readonly construction: { readonly params: ConstructionParams; readonly frame: ConstructionFrame };
  readonly coupling_regimes: { readonly params: CouplingRegimesParams; readonly frame: CouplingRegimesFrame };
  readonly dataset_size: { readonly params: DatasetSizeParams; readonly frame: DatasetSizeFrame };
  readonly depth_localisation: { readonly params: DepthLocalisationParams; readonly frame: DepthLocalisationFrame };
  readonly diagnostics: { readonly params: DiagnosticsParams; readonly frame: DiagnosticsFrame };
  readonly em_vs_sgd: { readonly params: EmVsSgdParams; readonly frame: EmVsSgdFrame };
  readonly energy_landscape: { readonly params: EnergyLandscapeParams; readonly frame: EnergyLandscapeFrame };
  readonly fast_attention: { readonly params: FastAttentionParams; readonly frame: FastAttentionFrame };
  readonly feedback: { readonly params: FeedbackParams; readonly frame: FeedbackFrame };
  readonly first_order: { readonly params: FirstOrderParams; readonly frame: FirstOrderFrame };
  readonly five_views: { readonly params: FiveViewsParams; readonly frame: FiveViewsFrame };
  readonly flash: { readonly params: FlashParams; readonly frame: FlashFrame };
  readonly flash_blocks: { readonly params: FlashBlocksParams; readonly frame: FlashBlocksFrame };
  readonly frame_precision: { readonly params: FramePrecisionParams; readonly frame: FramePrecisionFrame };
  readonly free_energy_simplex: { readonly params: FreeEnergySimplexParams; readonly frame: FreeEnergySimplexFrame };
  readonly gaussian_flow: { readonly params: GaussianFlowParams; readonly frame: GaussianFlowFrame };
  readonly geodesics: { readonly params: GeodesicsParams; readonly frame: GeodesicsFrame };
  readonly gpt_noise: { readonly params: GptNoiseParams; readonly frame: GptNoiseFrame };
  readonly gpt_pair: { readonly params: GptPairParams; readonly frame: GptPairFrame };
  readonly gradient_flow: { readonly params: GradientFlowParams; readonly frame: GradientFlowFrame };
  readonly heads: { readonly params: HeadsParams; readonly frame: HeadsFrame };
  readonly hopfield_capacity: { readonly params: HopfieldCapacityParams; readonly frame: HopfieldCapacityFrame };
  readonly hopfield_memory: { readonly params: HopfieldMemoryParams; readonly frame: HopfieldMemoryFrame };
  readonly kl_stages: { readonly params: KlStagesParams; readonly frame: KlStagesFrame };
  readonly linear_attention: { readonly params: LinearAttentionParams; readonly frame: LinearAttentionFrame };
  readonly masks_and_positions: { readonly params: MasksAndPositionsParams; readonly frame: MasksAndPositionsFrame };
  readonly matrix_margin: { readonly params: MatrixMarginParams; readonly frame: MatrixMarginFrame };
  readonly metric_explorer: { readonly params: MetricExplorerParams; readonly frame: MetricExplorerFrame };
  readonly million_particles: { readonly params: MillionParticlesParams; readonly frame: MillionParticlesFrame };
  readonly mixing: { readonly params: MixingParams; readonly frame: MixingFrame };
  readonly mse_depth: { readonly params: MseDepthParams; readonly frame: MseDepthFrame };
  readonly multi_head: { readonly params: MultiHeadParams; readonly frame: MultiHeadFrame };
  readonly natural_gradient: { readonly params: NaturalGradientParams; readonly frame: NaturalGradientFrame };
  readonly norm: { readonly params: NormParams; readonly frame: NormFrame };
  readonly particles: { readonly params: ParticlesParams; readonly frame: ParticlesFrame };
  readonly residual_map: { readonly params: ResidualMapParams; readonly frame: ResidualMapFrame };
  readonly routing_law: { readonly params: RoutingLawParams; readonly frame: RoutingLawFrame };
  readonly softmax: { readonly params: SoftmaxParams; readonly frame: SoftmaxFrame };
  readonly softmax_jacobian: { readonly params: SoftmaxJacobianParams; readonly frame: SoftmaxJacobianFrame };
  readonly stages: { readonly params: StagesParams; readonly frame: StagesFrame };
  readonly support_tokens: { readonly params: SupportTokensParams; readonly frame: SupportTokensFrame };
  readonly temperature: { readonly params: TemperatureParams; readonly frame: TemperatureFrame };
  readonly toy_training: { readonly params: ToyTrainingParams; readonly frame: ToyTrainingFrame };
  readonly two_stage: { readonly params: TwoStageParams; readonly frame: TwoStageFrame };
  readonly value_manifold: { readonly params: ValueManifoldParams; readonly frame: ValueManifoldFrame };
  readonly value_pull: { readonly params: ValuePullParams; readonly frame: ValuePullFrame };
  readonly variance_decay: { readonly params: VarianceDecayParams; readonly frame: VarianceDecayFrame };
  readonly waiting_time: { readonly params: WaitingTimeParams; readonly frame: WaitingTimeFrame };
  readonly why_root_d: { readonly params: WhyRootDParams; readonly frame: WhyRootDFrame };
  readonly ledger_000: { readonly params: LedgerParams; readonly frame: LedgerFrame };
  readonly claim_000: { readonly params: ClaimParams; readonly frame: ClaimFrame };
  readonly ledger_001: { readonly params: LedgerParams; readonly frame: LedgerFrame };
  readonly claim_001: { readonly params: ClaimParams; readonly frame: ClaimFrame };
  readonly ledger_002: { readonly params: LedgerParams; readonly frame: LedgerFrame };
  readonly claim_002: { readonly params: ClaimParams; readonly frame: ClaimFrame };
  readonly ledger_003: { readonly params: LedgerParams; readonly frame: LedgerFrame };
  readonly claim_003: { readonly params: ClaimParams; readonly frame: ClaimFrame };
  readonly ledger_004: { readonly params: LedgerParams; readonly frame: LedgerFrame };
  readonly claim_004: { readonly params: ClaimParams; readonly frame: ClaimFrame };
}
