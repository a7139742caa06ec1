/** Stands in the place of web/src/figures/registry.ts in the build of the models. */
import { models } from './figures';
import { modelMarks } from './marks';

export const figures = Object.fromEntries(
  [...models, modelMarks].map((model) => [model.id, async () => ({ default: model })] as const),
);
