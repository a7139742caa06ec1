import { defineAttnFigure } from './define';

export type { Quantity } from '../../kinds/numbers';
export { AttnFigure } from './attn-figure';
export { type DefineOptions, defineAttnFigure } from './define';
export type { FigureDetail, FigureEvents } from './events';

defineAttnFigure();
