// The style of payers' pages: light and dark, on screens and in print, phone first.

// The style of a quote's options: a card each, with its flights like a boarding pass.

const OPTION_STYLE = `
form > .options, form > fieldset { margin: 0; padding: 0; border: 0 }
form:has(.options), details form { padding: 0; background: none; border: 0 }
.options legend { padding: 0 0 4px; font-size: 16px; font-weight: 650 }
.option { margin-top: 12px; padding: 16px; background: var(--card); border: 1px solid var(--line); border-radius: 12px }
main > .options { margin-top: 12px }
.options h2 { margin: 16px 0 8px }
.options section .option { margin-top: 0 }
main > .options > .option:first-child, form > .options > .option:first-child { margin-top: 0 }
fieldset.options > .option:first-of-type { margin-top: 4px }
.option:has(input:checked) { border-color: var(--brand); box-shadow: 0 0 0 1px var(--brand) }
.option-head { display: flex; align-items: center; gap: 12px; min-height: 44px; font-weight: 650; line-height: 1.3 }
label.option-head { cursor: pointer }
.option-head input { flex: none; width: 22px; height: 22px; margin: 0; accent-color: var(--brand) }
.option-name { flex: 1 }
.option-total { font-size: 18px; white-space: nowrap; font-variant-numeric: tabular-nums }
.airline { font-size: 14px; color: var(--soft) }
.leg { margin-top: 12px; padding-top: 12px; border-top: 1px dashed var(--line) }
.leg-day, .leg-about { font-size: 14px; color: var(--soft) }
.leg-day b { margin-right: 4px; color: var(--text) }
.leg-ends { display: grid; grid-template-columns: minmax(0, auto) minmax(24px, 1fr) minmax(0, auto); gap: 12px;
  margin: 4px 0 }
.end b { display: block; font-size: 22px; line-height: 1.25; font-variant-numeric: tabular-nums }
.end b small { font-size: 13px; font-weight: 500; color: var(--soft) }
.iata { font-weight: 650 }
.city { margin-left: 6px; font-size: 14px; color: var(--soft) }
.way { position: relative; height: 1px; margin-top: 14px; background: var(--line) }
.way::after { content: ''; position: absolute; right: 0; top: -3px; width: 7px; height: 7px; border: solid var(--soft);
  border-width: 1.5px 1.5px 0 0; transform: rotate(45deg) }
main .facts { display: flex; flex-wrap: wrap; gap: 6px; margin: 12px 0 16px; padding: 0; list-style: none }
main .facts li { margin: 0; padding: 3px 10px; border-radius: 99px; background: var(--field); font-size: 14px }
.option table { margin-top: 4px }
details { margin-top: 12px }
summary { min-height: 48px; padding: 11px 0; font-weight: 650; cursor: pointer }
@media (min-width: 640px) { .option { padding: 20px 28px } }
`

// The style of a trip's page: a card for each part of a day.

const TRIP_STYLE = `
.trip-head h1 { font-size: 22px; font-weight: 700; color: var(--text) }
.trip-head .facts { margin: 10px 0 }
h2.day { margin: 24px 0 4px; font-size: 18px; text-transform: none }
h2.day::first-letter { text-transform: uppercase }
main > section.entry { margin-top: 10px }
.entry-head { font-size: 14px; color: var(--soft) }
.entry-head b { font-size: 18px; color: var(--text); font-variant-numeric: tabular-nums }
.entry-head em { padding: 1px 8px; border-radius: 99px; background: var(--warn-back); color: var(--warn);
  font-style: normal; font-weight: 600 }
.entry h3 { margin: 2px 0 8px; font-size: 17px; font-weight: 650; line-height: 1.35 }
.entry .banner { margin: 8px 0 }
.entry .banner p { margin-top: 4px }
.entry .leg { margin: 8px 0; padding-top: 8px }
.entry dl { margin: 8px 0 0 }
.entry .notes { margin-top: 10px }
.entry a { color: var(--quiet) }
.locator { font-size: 18px; font-weight: 700; letter-spacing: 0.04em }
.off, .off h3, .off .entry-head b { color: var(--soft) }
main .files { margin: 0; padding: 0; list-style: none }
main .files li { margin: 0 }
.files a, .entry-links a { display: inline-flex; align-items: center; min-height: 44px; margin-right: 16px }
.banner a { color: inherit }
#terms h2 { margin-bottom: 8px }
#terms .notes { max-height: 320px; overflow-y: auto; margin-bottom: 16px; padding: 12px; background: var(--field);
  border-radius: 10px }
`

const COLOURS = `
:root { color-scheme: light dark; --back: #f1f3f3; --card: #ffffff; --field: #f3f5f5; --line: #dbe0e1;
  --text: #12202a; --soft: #52606a; --blue: #1257c4; --on-blue: #ffffff;
  --brand: var(--blue); --on-brand: var(--on-blue); --quiet: var(--blue);
  --good: #0f5130; --good-back: #e2f3e9; --warn: #663f00; --warn-back: #fdf0d7;
  --bad: #7c1d13; --bad-back: #fceae7; --test: #3b2a86; --test-back: #efecfd }
@media (prefers-color-scheme: dark) {
  :root { --back: #0e171d; --card: #17232b; --field: #1f2d36; --line: #31424d;
    --text: #e9eff2; --soft: #a5b3bc; --blue: #8ab8ff; --on-blue: #0d1521;
    --good: #a5e3bd; --good-back: #183128; --warn: #f3cf8e; --warn-back: #332a1c;
    --bad: #f7b3aa; --bad-back: #382322; --test: #c9bfff; --test-back: #28263f }
}`

const PHONE = `
* { box-sizing: border-box }
body { margin: 0; background: var(--back); color: var(--text); overflow-wrap: anywhere;
  -webkit-text-size-adjust: 100%;
  font: 16px/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif }
header > div, main, footer > div { max-width: 720px; margin: 0 auto; padding-left: 16px; padding-right: 16px }
header { background: var(--card) }
header.branded { border-top: 5px solid var(--brand) }
header > div { display: flex; align-items: center; gap: 12px; min-height: 56px; padding-top: 6px; padding-bottom: 6px }
header .agency { font-weight: 650; line-height: 1.25; display: -webkit-box; -webkit-box-orient: vertical;
  -webkit-line-clamp: 2; overflow: hidden }
.logo { display: block; flex: none; padding: 4px; background: #ffffff; border-radius: 8px; box-sizing: content-box }
.initial { flex: none; width: 36px; height: 36px; border-radius: 9px; background: var(--brand); color: var(--on-brand);
  font-size: 20px; font-weight: 700; line-height: 36px; text-align: center }
main { padding-top: 12px; padding-bottom: 24px }
h1 { margin: 0; font-size: 15px; font-weight: 600; line-height: 1.35; color: var(--soft) }
h2 { margin: 0 0 10px; font-size: 16px; font-weight: 650 }
p { margin: 0 }
main > section, .first, form { margin-top: 12px; padding: 16px; background: var(--card); border: 1px solid var(--line);
  border-radius: 12px }
.first { border-top: 0; border-color: transparent; margin-top: 0 }
.late { margin: 12px 0 0; padding: 0 16px; font-size: 14px; color: var(--soft) }
.banner { margin: 0 0 10px; padding: 9px 14px; border-radius: 10px; font-size: 15px; font-weight: 650;
  line-height: 1.35 }
.banner p { font-weight: 400 }
.banner.test { font-size: 13px; padding: 6px 12px; font-weight: 500 }
.good { color: var(--good); background: var(--good-back) }
.warn { color: var(--warn); background: var(--warn-back) }
.bad { color: var(--bad); background: var(--bad-back) }
.test { color: var(--test); background: var(--test-back) }
.label { margin-top: 6px; font-size: 14px; color: var(--soft) }
.amount { font-size: clamp(30px, 10vw, 38px); font-weight: 750; line-height: 1.15; letter-spacing: -0.015em;
  font-variant-numeric: tabular-nums }
.due { margin-top: 4px; color: var(--soft) }
.due strong { color: var(--text) }
.note { display: inline-block; margin-left: 4px; padding: 1px 9px; border-radius: 99px; background: var(--warn-back);
  color: var(--warn); font-size: 14px; font-variant-numeric: tabular-nums }
.code { padding: 12px 14px; background: var(--field); border-radius: 10px;
  user-select: all; -webkit-user-select: all;
  font: 500 17px/1.7 ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace }
.code span { white-space: nowrap }
.code.pix { font-size: 13px; line-height: 1.5 }
.button { display: block; width: 100%; min-height: 48px; margin-top: 12px; padding: 11px 18px;
  border: 1px solid var(--brand); border-radius: 10px; background: var(--brand); color: var(--on-brand); font: inherit;
  font-weight: 650; text-align: center; text-decoration: none; cursor: pointer }
.button[hidden] { display: none }
.button.quiet { background: none; border-color: var(--line); color: var(--quiet) }
.button:hover { filter: brightness(1.08) }
.button:focus-visible, a:focus-visible, summary:focus-visible, .field:focus-visible, input:focus-visible {
  outline: 3px solid var(--blue); outline-offset: 2px }
.said { min-height: 22px; margin-top: 6px; font-size: 14px; line-height: 22px; text-align: center; color: var(--good) }
.scan { margin-top: 16px; text-align: center }
.qr { margin: 0 auto; padding: 6px; width: 100%; max-width: 248px; background: #ffffff; border-radius: 10px;
  forced-color-adjust: none }
.qr svg { display: block; width: 100% }
.bars { margin: 12px -16px 0; padding: 14px 0; background: #ffffff; forced-color-adjust: none }
.bars svg { display: block; width: 100%; max-width: 425px; height: 76px; margin: 0 auto }
.hint { margin-top: 10px; font-size: 14px; color: var(--soft) }
.notes { white-space: pre-line }
.calm { display: flex; align-items: center; gap: 12px }
.pulse { flex: none; width: 12px; height: 12px; border-radius: 50%; background: var(--brand) }
@media (prefers-reduced-motion: no-preference) {
  .pulse { animation: pulse 2.4s ease-in-out infinite }
  @keyframes pulse { 50% { opacity: 0.25 } }
}
dl { margin: 0 }
dl div { padding: 10px 0; border-top: 1px solid var(--line) }
dl div:first-child { padding-top: 0; border-top: 0 }
dl div:last-child { padding-bottom: 0 }
dt { font-size: 14px; color: var(--soft) }
dd { margin: 0; font-variant-numeric: tabular-nums }
dd span { display: block; font-size: 14px; color: var(--soft); white-space: pre-line }
main ul { margin: 0; padding-left: 20px }
main li { margin-bottom: 4px }
table { width: 100%; border-collapse: collapse }
th { padding: 0 0 8px; font-size: 14px; font-weight: 500; text-align: left; color: var(--soft) }
td { padding: 10px 0; border-top: 1px solid var(--line); vertical-align: top; white-space: pre-line }
td span { display: block; font-size: 14px; color: var(--soft) }
th.number, td.number { padding-left: 16px; text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums }
tfoot td { padding: 6px 0 }
tfoot tr:first-child td { padding-top: 12px }
tfoot tr:not(:first-child) td { border-top: 0 }
tfoot .total td { padding-bottom: 0; font-weight: 700 }
.sums div { display: flex; justify-content: space-between; gap: 16px }
.sums dt { font-size: 16px }
.sums div:last-child { font-weight: 700 }
.sums div:last-child dt { color: var(--text) }
.footer { padding: 16px 16px 0; text-align: center }
.ends { margin-top: 12px }
.ends .button, form > .answers .quiet { background: var(--card) }
.answers .button { margin: 0 }
.answers { display: grid; gap: 12px; margin-top: 16px }
label { font-weight: 600 }
.field { display: block; width: 100%; min-height: 48px; margin-top: 6px; padding: 10px 14px;
  border: 1px solid var(--soft); border-radius: 10px; background: var(--card); color: var(--text); font: inherit }
.lost { padding: 48px 16px; text-align: center }
.lost h1 { font-size: 22px; color: var(--text) }
.lost p { max-width: 420px; margin: 8px auto 0; color: var(--soft) }
footer { padding: 8px 0 40px; font-size: 14px; color: var(--soft) }
footer p { margin-top: 2px }
footer p span { white-space: nowrap }
footer .agency { margin-top: 12px; font-weight: 650; color: var(--text) }
footer nav { display: flex; flex-wrap: wrap; gap: 8px }
footer a { display: inline-flex; align-items: center; min-height: 44px; padding: 0 16px; border: 1px solid var(--line);
  border-radius: 99px; background: var(--card); color: var(--text); text-decoration: none }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
`

const DESK = `
@media (min-width: 640px) {
  header > div { min-height: 68px }
  main { padding-top: 24px }
  main > section, .first, form { padding: 24px 28px }
  .first { display: grid; grid-template-columns: 1fr auto; gap: 32px; align-items: center }
  .amount { font-size: 44px }
  .scan { width: 232px; margin: 0 }
  .code { font-size: 15px; white-space: nowrap }
  .code.pix { white-space: normal }
  .bars { margin: 12px 0 0; border-radius: 10px }
  dl div { display: grid; grid-template-columns: 190px 1fr; gap: 16px }
  .sums div { display: flex }
  dt { line-height: 24px }
  .answers, .ends { display: grid; grid-template-columns: 1fr 1fr; gap: 12px }
  .ends .button { margin: 0 }
}
/* Coarse pixels cannot hold bars narrower than one of them: there the code is scrolled, not shrunk. */
@media (max-width: 424px) and (max-resolution: 1.4dppx) {
  .bars { overflow-x: auto }
  .bars svg { width: 425px }
}`

const PAPER = `
@media print {
  @page { margin: 15mm }
  :root { color-scheme: light; --back: #ffffff; --card: #ffffff; --field: #ffffff; --line: #999999;
    --text: #000000; --soft: #333333; --good: #000000; --warn: #000000; --bad: #000000; --test: #000000 }
  body { padding: 0; font-size: 11pt }
  header > div, main, footer > div { max-width: none; padding: 0 }
  main > section, .first, form { padding: 4mm 0; border: 0 }
  .banner { border: 1.5pt solid #000000; background: none }
  .amount { font-size: 24pt }
  .code { padding: 0; font-size: 12pt }
  .button, .said, .hint, footer nav { display: none }
  .bars { margin: 6mm 0 0; padding: 0; break-inside: avoid }
  .bars svg { width: 108.09mm; max-width: none; height: 13mm; margin: 0 }
  .qr { max-width: 45mm; margin: 0; padding: 0 }
  main > section { margin-top: 2mm; break-inside: avoid }
  table { break-inside: auto }
  tr { break-inside: avoid }
}
`

export const PAGE_STYLE = `${COLOURS}${PHONE}${OPTION_STYLE}${TRIP_STYLE}${DESK}${PAPER}`
