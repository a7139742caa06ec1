/** `attention-explorables/define`: registers `<attn-figure>` with all figures, each fetched when one comes near the screen. */
import { figures } from '../figures/registry';
import { defineAttnFigure } from './index';

defineAttnFigure({ figures });
