/** Buttons, sliders, fields, presets, tools. Every target is at least 24 px high. */
export const controls = `
button{font:500 1em/1.2 var(--_sans);color:var(--_ink);background:none;border:1px solid var(--_rule);border-radius:6px;
padding:.45em .8em;min-height:2.3em;cursor:pointer;touch-action:manipulation}
:is(button,.cell,.field,.list,.segments span){transition:background-color 150ms,border-color 150ms}
button:hover,.list:hover{border-color:var(--_ink-3)}button:active{background:var(--_grid)}
:focus-visible{outline:2px solid var(--_focus);outline-offset:2px}
.icon{display:block;width:1.15em;height:1.15em;fill:currentColor}
.desk{container-type:inline-size}
.time{display:flex;flex-wrap:wrap;gap:0 .25em;align-items:center;margin:.5em 0;padding:.25em;border:1px solid var(--_rule);border-radius:10px}
.time button{display:grid;place-content:center;padding:0;min-height:2.5em;width:2.6em;border-color:transparent}
.time button:hover{background:var(--_grid)}
.time .play{width:3.4em}
.time .play:hover{background:var(--_ink-2)}
.time [aria-pressed=true]{background:var(--_grid)}
input.scrubber{order:1;flex:1 1 50%;width:auto;margin-inline:.5em}
.now{order:1;margin-inline:.2em .5em;text-align:right;color:var(--_ink-2);white-space:nowrap}
.more-done{display:none}.now b{display:inline-block;color:var(--_ink);font-weight:600;font-variant-numeric:tabular-nums}
.still{flex-basis:100%;padding:0 .5em;color:var(--_ink-2)}
.segments{display:inline-flex;flex-wrap:wrap;max-width:100%;border:1px solid var(--_rule);border-radius:6px}
.segments label{position:relative;flex:1 0 auto;max-width:100%;box-shadow:0 0 0 .5px var(--_rule)}
.segments input{position:absolute;inset:0;width:100%;height:100%;margin:0;opacity:0;cursor:pointer}
.segments span{display:grid;place-content:center;min-width:24px;min-height:2.2em;padding:.2em .45em;border-radius:5px;color:var(--_ink-2);text-align:center}
.segments :hover+span{background:var(--_grid);color:var(--_ink)}
.segments :active+span{background:var(--_rule)}.segments :checked+span{color:var(--_surface);background:var(--_ink-2)}
.segments :focus-visible+span{outline:2px solid var(--_focus);outline-offset:-2px}
.speed :checked+span{color:var(--_ink);background:var(--_grid)}
.controls{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:0 1.2em;padding:.5em 0}
.control{position:relative;grid-row:span 2;display:grid;grid-template:subgrid/minmax(0,1fr) auto;gap:0 .4em;align-items:end;min-width:0;margin-bottom:.5em}.explained .control{grid-row:auto;grid-template-rows:none;align-content:start}
.control>:nth-child(2){grid-area:2/1/auto/-1;align-self:start}.control>.value{grid-area:1/2;translate:0 .15em}
:is(.w1,.w2,.w3){grid-column:span 2}
.label{padding:.25em 0;color:var(--_ink-2);line-height:1.25}
.controls:not(.explained) .about{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.about{grid-column:1/-1;margin:.2em 0 .6em;color:var(--_ink-2);text-wrap:pretty}
.foot{grid-column:1/-1;display:flex;margin-bottom:.4em}.rest{display:contents}
.more{display:flex;min-width:0;gap:.6em;align-items:baseline;padding:.3em .7em;min-height:2em;font-weight:450;white-space:nowrap}
.more::before{content:"";flex:none;width:.4em;height:.4em;border:solid;border-width:0 1.5px 1.5px 0;transform:translateY(-.15em) rotate(45deg)}
.more[aria-expanded=true]::before{transform:translateY(.1em) rotate(-135deg)}
.told{min-width:0;overflow:hidden;text-overflow:ellipsis;color:var(--_ink-2)}.told:empty{display:none}
.symbol{color:var(--_ink);font-family:var(--_serif);font-size:1.12em;white-space:nowrap}
.symbol :is(sup,sub){font-size:.78em;line-height:0}
.value{display:flex;align-items:baseline;justify-content:flex-end}
.field{box-sizing:content-box;font:600 1em/1.2 var(--_sans);font-variant-numeric:tabular-nums;color:var(--_ink);background:none;width:0;min-height:1.5em;
text-align:right;padding:.2em .4em;margin-inline-end:calc(-.4em - 1px);border:1px solid transparent;border-radius:5px}
.field:hover{border-color:var(--_rule)}.field:focus{border-color:transparent;outline-offset:0;background:var(--_paper)}
.unit{margin-inline-start:.5em;color:var(--_ink-2)}
.another{justify-self:start;white-space:nowrap;padding:.3em .55em;min-height:2.2em;font-weight:450;color:var(--_ink-2)}
.another:hover{color:var(--_ink)}
:is(.pill,.another)[aria-pressed=true],.time .play{color:var(--_surface);background:var(--_ink);border-color:var(--_ink)}
:is(:disabled,[aria-disabled=true]){opacity:.5;cursor:default}
.list{font:500 1em/1.2 var(--_sans);color:var(--_ink);background:var(--_surface);border:1px solid var(--_rule);border-radius:6px;min-height:2.3em;max-width:100%;padding:.2em .5em}
.joined{display:flex;align-items:center;justify-self:start;border:1px solid var(--_rule);border-radius:6px}.joined .field{margin:0;border:0}.joined .another{border-width:0 0 0 1px;border-radius:0 5px 5px 0}
.try{padding:.6em 0;border-top:1px solid var(--_rule)}
.presets{display:flex;flex-wrap:wrap;gap:.5em;align-items:center;color:var(--_ink-2)}
.pill{border-radius:99px;padding:.3em .85em}
.says{margin-top:.6em;padding-inline-start:.9em;border-inline-start:2px solid var(--_ink);color:var(--_ink);max-width:56em;text-wrap:pretty}
.says.past{color:var(--_ink-2);border-color:var(--_rule)}
.tools{display:flex;flex-wrap:wrap;margin:.2em -.5em 0}
.explain{margin-inline-start:auto}
.tool{padding-inline:.5em;border-color:transparent;color:var(--_ink-2)}
.tool:hover,.tool[aria-expanded=true]{color:var(--_ink);background:var(--_grid);border-color:transparent}
.exports{order:1;flex-basis:100%}
input[type=range]{--_h:4px;--_thumb:17px;appearance:none;-webkit-appearance:none;width:100%;min-width:0;height:30px;margin:0;background:none;
cursor:pointer;touch-action:pan-y;--_fill:linear-gradient(to right,var(--_ink) calc(var(--_thumb)/2 + var(--_share,0)*(100% - var(--_thumb))),
var(--_ink-3) 0 calc(var(--_done,0)*100%),var(--_rule) 0)}
input[type=range]::-webkit-slider-runnable-track{height:var(--_h);border-radius:99px;background:var(--_fill)}
input[type=range]::-moz-range-track{height:var(--_h);border-radius:99px;background:var(--_fill)}
input[type=range]::-webkit-slider-thumb{-webkit-appearance:none;width:var(--_thumb);height:var(--_thumb);
margin-top:calc((var(--_h) - var(--_thumb))/2);border-radius:50%;background:var(--_ink);border:2.5px solid var(--_surface);
box-shadow:0 0 0 1px var(--_ink-3)}
input[type=range]::-moz-range-thumb{box-sizing:border-box;width:var(--_thumb);height:var(--_thumb);border-radius:50%;
background:var(--_ink);border:2.5px solid var(--_surface);box-shadow:0 0 0 1px var(--_ink-3)}
input[type=range]:hover{--_thumb:19px}input[type=range]:active{--_thumb:21px}
input[type=range]:focus-visible{outline-offset:-1px;border-radius:6px}
@container (min-width:34em){.more-done{display:inline}input.scrubber,.now{order:0}input.scrubber{flex-basis:7em}.controls{grid-template-columns:repeat(3,minmax(0,1fr));column-gap:1.4em}.w1{grid-column:auto}}
@container (min-width:54em){.w2{grid-column:auto}}
@container (max-width:17em){.controls{grid-template-columns:1fr}:is(.w1,.w2,.w3){grid-column:auto}}
@media (pointer:coarse){.field,.list,.free{font-size:16px}:is(button,.list,.cell,.pair),input[type=range]{min-height:40px}.segments input{top:-6px;height:calc(100% + 12px)}input[type=range]{margin-block:-5px}}
@media (forced-colors:active){input[type=range]{appearance:auto;-webkit-appearance:auto}
:is(.time .play,.pill[aria-pressed=true],.segments :checked+span){forced-color-adjust:none;background:Highlight;border-color:Highlight;color:HighlightText}}
@media (prefers-reduced-motion:reduce){*{transition:none!important}}`;
