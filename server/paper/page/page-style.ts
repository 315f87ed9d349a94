// The look of every page that payers see: light and dark, on any screen and on paper.

export const PAGE_STYLE = `
:root { color-scheme: light dark; --back: #f2f4f7; --card: #ffffff; --field: #f5f7fa; --line: #dfe3e8;
  --text: #141a22; --soft: #55606d; --blue: #1257c4; --on-blue: #ffffff;
  --brand: var(--blue); --on-brand: var(--on-blue); --quiet: var(--blue);
  --good: #12532f; --good-back: #e4f4ea; --warn: #6a4200; --warn-back: #fdf1db;
  --bad: #7c1d13; --bad-back: #fceae7; --test: #3b2a86; --test-back: #efecfd }
@media (prefers-color-scheme: dark) {
  :root { --back: #12161c; --card: #1d232c; --field: #252d38; --line: #323b47;
    --text: #e8ecf1; --soft: #a3aebb; --blue: #8ab8ff; --on-blue: #0d1521;
    --good: #a5e3bd; --good-back: #1b2d29; --warn: #f3cf8e; --warn-back: #332a20;
    --bad: #f7b3aa; --bad-back: #372324; --test: #c9bfff; --test-back: #29263e }
}
* { box-sizing: border-box }
body { margin: 0; background: var(--back); color: var(--text); overflow-wrap: anywhere;
  -webkit-text-size-adjust: 100%;
  font: 16px/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif }
main { max-width: 640px; margin: 0 auto; background: var(--card); padding: 24px 20px 32px }
.logo { display: block; margin: 0 0 20px; padding: 6px; background: #ffffff; border-radius: 8px;
  box-sizing: content-box }
h1 { margin: 0; font-size: 17px; font-weight: 600; line-height: 1.4 }
h2 { margin: 0 0 8px; font-size: 14px; font-weight: 600; color: var(--soft) }
p { margin: 0 }
section { margin-top: 28px }
.banner { margin: 0 0 20px; padding: 12px 16px; border-radius: 10px; font-weight: 600 }
.banner p { font-weight: 400 }
.good { color: var(--good); background: var(--good-back) }
.warn { color: var(--warn); background: var(--warn-back) }
.bad { color: var(--bad); background: var(--bad-back) }
.test { color: var(--test); background: var(--test-back) }
.amount { margin-top: 6px; font-size: clamp(28px, 9vw, 36px); font-weight: 700; line-height: 1.25;
  letter-spacing: -0.01em }
.due { color: var(--soft) }
.due strong { color: var(--text) }
.code { padding: 14px 16px; background: var(--field); border-radius: 10px;
  user-select: all; -webkit-user-select: all;
  font: 500 17px/1.7 ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace }
.code span { white-space: nowrap }
.button { display: block; width: 100%; margin-top: 12px; padding: 13px 20px; border: 1px solid var(--brand);
  border-radius: 10px; background: var(--brand); color: var(--on-brand); font: inherit; font-weight: 600;
  text-align: center; text-decoration: none; cursor: pointer }
.button[hidden] { display: none }
.button.quiet { background: none; color: var(--quiet) }
.button:hover { filter: brightness(1.08) }
.button:focus-visible { outline: 3px solid var(--blue); outline-offset: 2px }
.said { min-height: 24px; margin-top: 6px; font-size: 14px; text-align: center; color: var(--good) }
.bars { margin: 0 -20px; padding: 14px 0; background: #ffffff; forced-color-adjust: none }
.bars svg { display: block; width: 100%; max-width: 425px; height: 76px; margin: 0 auto }
.hint { margin-top: 10px; font-size: 14px; color: var(--soft) }
dl { margin: 0; border-top: 1px solid var(--line) }
dl div { padding: 10px 0; border-bottom: 1px solid var(--line) }
dt { font-size: 14px; color: var(--soft) }
dd { margin: 0 }
dd span { display: block; font-size: 14px; color: var(--soft); white-space: pre-line }
ul { margin: 0; padding-left: 20px }
li { margin-bottom: 4px }
@media (min-width: 640px) {
  body { padding: 32px 16px }
  main { padding: 36px 44px 44px; border: 1px solid var(--line); border-radius: 14px }
  .amount { font-size: 42px }
  .code { font-size: 15px; white-space: nowrap }
  .bars { margin: 0; border-radius: 10px }
  dl div { display: grid; grid-template-columns: 170px 1fr; gap: 16px; padding: 11px 0 }
  dt { line-height: 24px }
}
/* Coarse pixels cannot hold bars narrower than one of them: there the code is scrolled, not shrunk. */
@media (max-width: 424px) and (max-resolution: 1.4dppx) {
  .bars { overflow-x: auto }
  .bars svg { width: 425px }
}
@media print {
  @page { margin: 15mm }
  :root { color-scheme: light; --back: #ffffff; --card: #ffffff; --field: #ffffff; --line: #999999;
    --text: #000000; --soft: #333333; --good: #000000; --warn: #000000; --bad: #000000; --test: #000000 }
  body { padding: 0; font-size: 11pt }
  main { max-width: none; padding: 0; border: 0 }
  .banner { border: 1.5pt solid #000000; background: none }
  .amount { font-size: 24pt }
  .code { padding: 0; font-size: 12pt }
  .button, .said, .hint { display: none }
  .bars { margin: 6mm 0 0; padding: 0; break-inside: avoid }
  .bars svg { width: 108.09mm; max-width: none; height: 13mm; margin: 0 }
  section { margin-top: 6mm; break-inside: avoid }
}
table { width: 100%; border-collapse: collapse; border-top: 1px solid var(--line) }
th { padding: 8px 0; font-size: 14px; font-weight: 600; text-align: left; color: var(--soft) }
td { padding: 10px 0; border-top: 1px solid var(--line); vertical-align: top; white-space: pre-line }
td span { display: block; font-size: 14px; color: var(--soft) }
th.number, td.number { padding-left: 16px; text-align: right; white-space: nowrap }
tfoot td { padding: 6px 0 }
tfoot tr:first-child td { padding-top: 12px }
tfoot tr:not(:first-child) td { border-top: 0 }
tfoot .total td { font-weight: 700 }
.qr { margin: 0 0 4px; padding: 0; background: #ffffff; border-radius: 10px; forced-color-adjust: none }
.qr svg { display: block; width: 100%; max-width: 260px; margin: 0 auto }
.pix { font-size: 14px; line-height: 1.5; white-space: normal }
.notes { white-space: pre-line }
.answers { display: grid; gap: 12px }
.answers .button { margin: 0 }
form { margin: 0 }
@media (min-width: 640px) { .answers { grid-template-columns: 1fr 1fr } .pix { white-space: normal } }
@media print { .qr svg { max-width: 45mm; margin: 0 } table { break-inside: auto } tr { break-inside: avoid } }
`
