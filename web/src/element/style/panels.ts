import { adopt } from './adopt';

/** What opens in a card: checks, data, files, the link to copy by hand. */
const panels = `
.checks{position:absolute;text-align:start;z-index:2;inset-inline:.6em;margin-top:.4em;padding:.9em 1em;background:var(--_surface);
border:1px solid var(--_rule);border-radius:8px;box-shadow:0 6px 24px rgb(0 0 0/.14)}
.checks p{color:var(--_ink-2);margin-bottom:.5em;max-width:34em}
.checks td:nth-child(2){font-weight:600}.failing td:nth-child(2){color:var(--_bad)}
.checks :is(th,td):not(:first-child){text-align:right;white-space:nowrap}
table{width:100%;border-collapse:collapse;font-variant-numeric:tabular-nums}
th{text-align:start;font-weight:550;color:var(--_ink-2);border-bottom:1px solid var(--_ink-3);padding:.35em .9em .35em 0}
td{border-bottom:1px solid var(--_rule);padding:.35em .9em .35em 0;vertical-align:baseline}
th:last-child,td:last-child{padding-inline-end:0}tbody tr:last-child td{border-bottom:0}
.data{margin-top:.5em}.action:not(:empty){margin-top:.6em}.action .data-box{margin-top:.5em}
.data-box{max-height:22em;overflow:auto;border:1px solid var(--_rule);border-radius:6px}
.data-box thead th{position:sticky;top:0;background:var(--_surface);border-bottom:0;box-shadow:inset 0 -1px var(--_ink-3)}
.data-box :is(th,td){padding-inline:.9em;white-space:nowrap}.data-box .figure{text-align:right}
.data-box p{padding:.5em .9em;color:var(--_ink-2)}
.link{margin-top:.4em;color:var(--_ink-2)}
.address{width:100%;font:inherit;color:var(--_ink);background:var(--_paper);border:1px solid var(--_rule);border-radius:5px;
padding:.4em .6em;margin-top:.3em}
.exports{padding-inline-start:.9em;color:var(--_ink-2)}.exports>*{margin-top:.5em}.files{display:flex;flex-wrap:wrap;gap:.5em}
.file{border-radius:99px;padding:.4em .95em}.filming{display:flex;flex-wrap:wrap;gap:.4em .8em;align-items:center}.filming progress{accent-color:var(--_ink);vertical-align:middle}.exported{display:block}.exported:empty{margin:0}
@container (min-width:34em){.checks{inset-inline:auto 1.9em;width:min(34em,100% - 3.8em)}}`;

/** Gives the card around a place the style of what opens in it. */
export const dress = (place: Element): void => adopt(place, panels);
