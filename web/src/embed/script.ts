/**
 * attn-figure.js: the element as a script for other pages. Figures leave the address of a page alone that is not ours to write to;
 * `link="on"` on an element lets it.
 */
import { defineAttnFigure } from '../element/shell/define';
import { figures } from '../figures/registry';

defineAttnFigure({ link: false, figures });
