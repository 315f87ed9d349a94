// The look of the options of a quote: a card each, with its flights like a boarding pass.

export const OPTION_STYLE = `
form > .options, form > fieldset { margin: 0; padding: 0; border: 0 }
form:has(.options) { padding: 0; background: none; border: 0 }
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
