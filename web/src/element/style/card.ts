/**
 * The card: head, drawing, notes, caption. Sizes follow the reader's own text size, not the page's scale.
 *
 * Nothing of the page's text reaches past the box around it: what passes is named. A box whose parts depend on its width has none of its
 * own where the page lets it have the width of its content; there the empty canvas gives it one, which shrinks with its place as a picture does.
 */
export const card = `
:host{display:block;writing-mode:horizontal-tb}
.box{all:initial;display:block;container-type:inline-size;visibility:inherit;pointer-events:inherit;color-scheme:inherit;
overflow-wrap:break-word;text-rendering:optimizeLegibility}
canvas{display:block;width:max(46rem,736px);max-width:100%;height:0}
:host([hidden]){display:none}
*,::before,::after{box-sizing:border-box}
[hidden]{display:none!important}
p,figure{margin:0}
.visually-hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.card{position:relative;will-change:opacity;background:var(--_surface);color:var(--_ink);border:1px solid var(--_rule);border-radius:var(--attn-radius,8px);
padding:1.25em 1.25em 1em;font:400 max(13px,.8125em)/1.45 var(--_sans);
-webkit-text-size-adjust:100%}
.waiting{min-height:var(--attn-reserve,0)}.blank{height:34em}
.absent :is(.skip,.head,figcaption,.desk,.wait),.waiting .skip{display:none}
.skip{position:absolute;z-index:3;inset:.4em auto auto .4em;background:var(--_surface)}.skip:not(:focus){opacity:0;pointer-events:none}
.absent .stage{min-height:7em;margin-top:0}
.head{display:flex;flex-direction:column;gap:.75em;align-items:flex-start;min-height:3.6em}
.title{font-size:1.25em;font-weight:620;line-height:1.3;letter-spacing:-.011em;text-wrap:balance}
.claim{margin-top:.2em;color:var(--_ink-2);font-size:1.08em;text-wrap:pretty}
.stage{position:relative;margin:1.1em 0 .75em}
.stage>svg{position:absolute;inset:0 auto auto 0;display:block;overflow:visible}
.grip{position:absolute;width:32px;height:32px;margin:-16px 0 0 -16px;border-radius:50%;cursor:ew-resize;touch-action:pan-y;pointer-events:auto;
user-select:none;-webkit-user-select:none}:is(.grip.piece,.grip.aslant){touch-action:none;cursor:grab}.grip.piece[style*=height]::before{inset:0;border-radius:3px;border-color:transparent}
.grip.upright{cursor:ns-resize;touch-action:pinch-zoom}
.grip::before{content:"";position:absolute;inset:4px;border-radius:50%;border:1px solid var(--_rule);transition:border-color 120ms}
.grip:is(:hover,:active)::before{border-color:var(--_ink-3)}.grip:focus-visible{outline-offset:-5px}
.grip.piece[style*=height]:focus-visible{outline-offset:-2px;box-shadow:inset 0 0 0 4px var(--_surface)}
.handles{position:absolute;inset:0;pointer-events:none}
.held{box-shadow:0 1px var(--_rule)}.held>:is(svg,.handles){transform:scale(var(--_held));transform-origin:bottom}
.wait{display:grid;place-content:center;min-height:18em;color:var(--_ink-3)}
::slotted(img),::slotted(svg){display:block;width:100%;height:auto}::slotted(picture){display:block}
.trouble{position:absolute;inset:0 0 auto;display:flex;flex-wrap:wrap;gap:.5em 1em;align-items:center;padding:.7em .9em;
background:var(--_surface);border:1px solid var(--_bad);border-radius:6px;color:var(--_ink);overflow-wrap:anywhere}
.other .stage>:is(svg,.handles),.other .stage ::slotted(*){opacity:.25}.other :is(figcaption,.badge-box,.data){visibility:hidden}
.trouble p{flex:1 1 14em}.trouble[role=status]{right:auto;border-color:var(--_rule)}.trouble[role=status] p{flex:none}
.t{font-family:var(--_sans);font-variant-numeric:tabular-nums}
.badge-box{flex:none;min-width:9.6em;min-height:2.3em}
.badge{display:inline-flex;gap:.45em;align-items:center;color:var(--_good);white-space:nowrap;
border-color:color-mix(in srgb,currentColor 35%,transparent)}
.badge .icon{width:1em;height:1em}
.badge.failing{color:var(--_bad);border-color:currentColor}
.kept{color:var(--_ink-2);margin-top:.4em}
.notes{margin-top:.5em;padding:.6em .9em;border-radius:6px;color:var(--_ink);overflow-wrap:anywhere;
background:color-mix(in srgb,var(--_margin) 9%,var(--_surface))}
figcaption{min-height:5.1em;padding-bottom:.45em;color:var(--_ink-2);font-size:1.08em;line-height:1.55}
.number{color:var(--_ink);font-weight:600;font-variant-numeric:tabular-nums;white-space:nowrap}
@container (min-width:34em){
.card{padding:1.5em 1.9em 1.25em}.blank{height:19em}
.head{flex-direction:row;gap:1.5em;justify-content:space-between}.badge-box{text-align:end}
figcaption{min-height:3.55em}}
@media (max-width:40rem) and (min-height:500px){.card:not(.waiting,.absent) .stage{--_high:var(--_height,0px);position:sticky;z-index:1;background:var(--_surface);
top:calc(min(var(--_high),50vh) - var(--_high))}.bench :is(button,input,select){scroll-margin-top:calc(50vh + 1em)}}
@media (pointer:coarse){.badge-box{min-height:40px}}
@media print{.held>svg{transform:none}.skip,.desk,.handles,.badge-box,.notes,.data{display:none}.card{break-inside:avoid}
.stage{position:static;height:auto!important}.stage>svg{position:static;width:100%;height:auto}}`;
