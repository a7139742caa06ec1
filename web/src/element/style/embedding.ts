/** The dialog that says how to embed. It stands beside the card, and brings what it would have of it. */
export const embedding = `
.embedding{width:max(46rem,736px);padding:0;color:var(--_ink);background:var(--_surface);border:1px solid var(--_rule);border-radius:10px;
font:400 max(13px,.8125em)/1.5 var(--_sans);overscroll-behavior:contain;scroll-padding:4.5em 0 1em;text-align:start}
.embedding::backdrop{background:rgb(0 0 0/.5)}
.embedding :is(h2,h3){margin:0;font:620 1.25em/1.3 var(--_sans);letter-spacing:-.011em}.embedding h2:focus{outline:0}
.embedding h3{font-size:1.08em}
.embedding header{position:sticky;top:0;z-index:1;display:flex;gap:1em;align-items:center;justify-content:space-between;
padding:.9em 1.25em;background:var(--_surface);border-bottom:1px solid var(--_rule)}
.embedding header button{display:grid;place-content:center;flex:none;width:2.6em;height:2.6em;padding:0;border-color:transparent;color:var(--_ink-2)}
.embedding header button:hover{color:var(--_ink);background:var(--_grid)}
.ways{padding:1em 1.25em 1.25em}.ways p{color:var(--_ink-2)}.ways a{color:inherit;text-underline-offset:.2em}
.ways section{margin-top:1.25em;padding-top:1.1em;border-top:1px solid var(--_rule)}
.ways .options{display:flex;flex-wrap:wrap;gap:.2em 1.1em;align-items:center;margin-top:.6em;color:var(--_ink-2)}
.ways .option{display:flex;gap:.45em;align-items:center;min-height:2.2em;cursor:pointer}
.ways .option input{font-size:inherit;width:1.15em;height:1.15em;margin:0;accent-color:var(--_ink);cursor:pointer}
.ways [type=text]{flex:1 1 16em;min-width:0;min-height:2.4em;padding:0 .6em;font:inherit;color:var(--_ink);background:var(--_paper);border:1px solid var(--_rule);border-radius:6px}
.ways :is(.code,code){font:400 .95em/1.5 ui-monospace,Menlo,Consolas,"DejaVu Sans Mono",monospace}
.ways code{color:var(--_ink);overflow-wrap:anywhere}
.code{display:block;width:100%;margin:.5em 0;padding:.6em .75em;resize:vertical;white-space:pre;
color:var(--_ink);background:var(--_paper);border:1px solid var(--_rule);border-radius:6px}
.acts{display:flex;flex-wrap:wrap;gap:.4em .6em;align-items:center;margin-bottom:.5em}
.did{color:var(--_ink)}
@media (min-width:34rem){.embedding header,.ways{padding-inline:1.9em}}
@media (forced-colors:active){.embedding,.code{border-color:CanvasText}}
@media print{.embedding{display:none}}`;
