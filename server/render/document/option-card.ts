// One option of a quote on its page: its price, its flights with their times, bags and conditions, and its items.
import { type Html, html, NOTHING } from '../html.ts'
import { pageWords } from '../words/page-words.ts'
import type { DocumentLeg, DocumentLegEnd, DocumentOption, DocumentTrip, DocumentView } from './document.ts'
import { linesTable } from './document-parts.ts'
import { itemsBeside, nameOf } from './option-items.ts'

/** `choice` is null where it cannot be chosen. */
export function optionCard(
  option: DocumentOption,
  language: DocumentView['language'],
  choice: { readonly isChecked: boolean } | null,
): Html {
  const { id, total, trip } = option
  const name = nameOf(option)
  const head = html`<span class="option-name">${name}</span><span class="option-total">${total}</span>`
  // Who chooses presses anywhere on the head of the card.
  const shown =
    choice === null
      ? html`<p class="option-head">${head}</p>`
      : html`<label class="option-head" for="option-${id}">
<input type="radio" id="option-${id}" name="option" value="${id}" required>${head}</label>`
  return html`<div class="option">
${name === '' ? NOTHING : shown}
${trip === null ? NOTHING : tripOf(trip, name, language)}
${itemsOf(option, language)}
</div>`
}

function itemsOf(option: DocumentOption, language: DocumentView['language']): Html {
  const lines = itemsBeside(option)
  return lines.length === 0 ? NOTHING : linesTable({ ...option, lines }, language)
}

function tripOf({ head, legs, facts }: DocumentTrip, name: string, language: DocumentView['language']): Html {
  const about = head === '' || head === name ? NOTHING : html`<p class="airline">${head}</p>`
  const chips = facts.map((fact) => html`<li>${fact}</li>`)
  return html`${about}
${legs.map((leg) => legOf(leg, language))}
${facts.length === 0 ? NOTHING : html`<ul class="facts">${chips}</ul>`}`
}

function legOf(
  { name, day, departs, arrives, later, about }: DocumentLeg,
  language: DocumentView['language'],
): Html {
  const { to } = pageWords(language).trip
  const days = later === null ? NOTHING : html` <small>${later}</small>`
  const way = html`<span class="way"><span class="unseen">${to}</span></span>`
  return html`<div class="leg">
<p class="leg-day"><b>${name}</b> ${day}</p>
<p class="leg-ends">${endOf(departs, NOTHING)}${way}${endOf(arrives, days)}</p>
<p class="leg-about">${about}</p>
</div>`
}

function endOf({ time, code, city }: DocumentLegEnd, more: Html): Html {
  const place = city === null ? NOTHING : html`<span class="city">${city}</span>`
  return html`<span class="end"><b>${time}${more}</b><span class="iata">${code}</span>${place}</span>`
}
