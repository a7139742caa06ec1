import { defineAttnFigure } from './define';

export { AttnFigure } from './attn-figure';
export { type DefineOptions, defineAttnFigure } from './define';
export type { FigureDetail, FigureEvents } from './events';
export type { Quantity } from './quantity';

defineAttnFigure();
