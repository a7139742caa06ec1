/**
 * The card on the whole screen, for a lecture: its picture as large as fits, large text, the first three controls. The picture is drawn at a
 * width in which its letters are large, and scaled (`--_w`, `--_times` and `--_aside` are set by panels/lecture.ts). `.beside`: words and
 * controls stand beside it instead of below.
 */
export const lecture = `
.box.lecture{position:fixed;inset:0;z-index:2147483647;width:100%;height:100%;max-width:none;max-height:none;margin:0;padding:0;border:0;
overflow:auto;overscroll-behavior:contain;background:var(--_surface);text-align:start}
.lecture .card{display:flex;flex-direction:column;min-height:100%;border:0;border-radius:0;padding:2.4vmin 3.2vmin;font-size:max(15px,.9375em,2.1vmin);outline:0}
.lecture :is(.badge-box,.try,.tools,.link,.action,.foot,.rest,.notes,.data,.skip,.speed,.again){display:none}
.lecture .control:nth-child(n+4 of .control:not([hidden])){display:none}
.lecture .head{min-height:0;flex-direction:row;gap:1em;justify-content:space-between}
.lecture .title{font-size:1.5em}
.lecture .preset{margin-top:.2em;font-size:1.08em;color:var(--_ink-2)}.preset b{color:var(--_ink);margin-inline-end:.3em}.preset b:empty{display:none}
.lecture figcaption{min-height:3.1em;padding:0}
.lecture .desk{margin-top:.4em}.lecture .time{margin:.4em 0}
.lecture .controls{grid-template-columns:repeat(auto-fit,minmax(min(13em,100%),1fr));border:0;padding:0}.lecture :is(.w1,.w2,.w3){grid-column:auto}
.lecture input[type=range]{--_h:6px;--_thumb:1.3em;height:1.9em}
.lecture .stage{position:relative!important;top:0!important;flex:none;width:var(--_w);margin:.6em 0 calc(.6em + var(--_height)*(var(--_times) - 1)) var(--_aside);
transform:scale(var(--_times));transform-origin:0 0}
.lecture .held{box-shadow:none}.lecture .held>:is(svg,.handles){transform:none}
.beside .bench{position:relative;flex:1;padding-left:73%}.beside .stage{position:absolute!important;left:0;margin-bottom:0}
.beside figcaption{margin-top:.6em}.beside .controls{gap:1.2em}
.turn{display:flex;gap:.3em;flex:none}.turn button{display:grid;place-content:center;width:2.6em;height:2.6em;padding:0;border-color:transparent;color:var(--_ink-2)}
.turn button:hover{color:var(--_ink);background:var(--_grid)}.turn .icon{width:1.3em;height:1.3em}
.turn [data-by="-1"] .icon{transform:scaleX(-1)}
.dot{position:fixed;z-index:5;top:-1em;left:-1em;width:2em;height:2em;border-radius:50%;pointer-events:none;opacity:0;transition:opacity 150ms;
background:color-mix(in srgb,var(--_error) 40%,transparent);box-shadow:0 0 0 2px var(--_error),0 0 0 4px var(--_surface)}
.dot.there{opacity:1}
@media (max-width:30rem){.lecture .head{flex-direction:column-reverse;gap:0}.turn{align-self:flex-end}}
@media (forced-colors:active){.dot{forced-color-adjust:none;background:none;box-shadow:0 0 0 3px Highlight}}`;
