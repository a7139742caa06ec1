/** Stands in the place of web/src/figures/registry.ts in the build of the models. */
import { models } from './figures';

export const figures = Object.fromEntries(
  models.map((model) => [model.id, async () => ({ default: model })] as const),
);
