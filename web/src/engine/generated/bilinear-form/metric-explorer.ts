// Written by tools/experiment-types.mjs from the descriptions in cpp/experiments and cpp/claims: change them there.
import scalar from '#wasm/ruler.wasm?url';
import type { Experiment } from '../../experiment';
import type { MetricExplorerFrame, MetricExplorerParams } from '../bilinear-form';

export const metricExplorerDefaults = {
  skew: 0,
} as const;

const limits = {
  skew: [-1000, 1000],
} as const;

export const metricExplorer: Experiment<MetricExplorerParams, MetricExplorerFrame> = {
  name: 'metric_explorer',
  part: { name: 'ruler', scalar },
  defaults: metricExplorerDefaults,
  limits,
};
