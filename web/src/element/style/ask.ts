/** A card whose author asks something first. */
export const ask = `
.asks :is(.title:not(#ask),.claim,figcaption,.says,.preset span){display:none}
.ask{display:flex;flex-wrap:wrap;gap:.5em 1em;align-items:center}.ask p{flex:1 1 14em}
.card:not(.asks) .ask{margin-bottom:.75em}
@media print{.ask button{display:none}}`;
