// The travellers' page of a trip: the itinerary by day, files, calendar and the terms to accept.
import { RESPONDER_MAX } from '../../../contract/quotes.ts'
import { legOf } from '../document/quote-page.ts'
import { type Html, html, htmlLines, NOTHING } from '../html.ts'
import { type HtmlPage, makePage, whatsappUrl } from '../pages/page.ts'
import { banner, linkButton, section } from '../pages/parts.ts'
import { pageWords } from '../words/page-words.ts'
import { type TripWords, tripWords } from '../words/trip-words.ts'
import type { ShownFile, TripDay, TripEntry, TripFact, TripFlightChange, TripView } from './trip.ts'

/** The context of the page. */
export interface TripSight {
  /** Its own address without a query. */
  readonly path: string
  /** The service worker that keeps it for times without a network. */
  readonly workerPath: string
  readonly trouble: 'unnamed' | 'changed' | null
}

interface Shown {
  readonly view: TripView
  readonly sight: TripSight
  readonly words: TripWords
}

export function tripPage(view: TripView, sight: TripSight): HtmlPage {
  const { language, title, team, isSimulated } = view
  const words = tripWords(language)
  const { frame, document } = pageWords(language)
  const shown = { view, sight, words }
  return makePage({
    language,
    title: document.of(title, team.name),
    letterhead: team,
    sends: true,
    keepsOffline: true,
    content: [
      offlineMark(shown),
      isSimulated ? banner('test', frame.simulation) : NOTHING,
      troubleOf(shown),
      headOf(shown),
      ...view.days.map((day) => dayOf(shown, day)),
      undatedOf(shown),
      termsOf(shown),
    ],
  })
}

/** Hidden while there is a network. Its list names what the worker keeps with the page. */
function offlineMark({ view, sight, words }: Shown): Html {
  return html`<div class="banner warn" id="offline" role="status" hidden data-worker="${sight.workerPath}"
 data-scope="${sight.path}" data-keeps="${JSON.stringify(keptWith(view, sight))}">${words.offline(view.seenAt)}</div>`
}

const KEPT_BYTES_MAX = 20_000_000

/** The itinerary, the calendar, and files in their order until they would take too much room on a phone. */
function keptWith({ days, undated, team }: TripView, { path }: TripSight): string[] {
  let room = KEPT_BYTES_MAX
  const files = [...days.flatMap(({ entries }) => entries), ...undated]
    .flatMap((entry) => entry.files)
    .filter(({ bytes }) => {
      if (bytes > room) return false
      room -= bytes
      return true
    })
  const logo = team.logo === null ? [] : [team.logo.url, team.logo.iconUrl ?? team.logo.url]
  return [
    path,
    `${path}/itinerary.pdf`,
    `${path}/calendar.ics`,
    ...logo.map((url) => new URL(url).pathname),
    ...files.map(({ id }) => filePath(path, id)),
  ]
}

function filePath(path: string, id: string): string {
  return `${path}/files/${id}`
}

function troubleOf({ view: { terms }, sight: { trouble }, words }: Shown): Html {
  if (terms === null || terms.accepted !== null) return NOTHING
  if (trouble !== null) return banner('warn', words.terms[trouble])
  return html`<div class="banner warn" role="status"><a href="#terms">${words.terms.asked}</a></div>`
}

function headOf({ view, sight, words }: Shown): Html {
  const { title, dates, travellers, team, days, undated } = view
  const isEmpty = days.length + undated.length === 0
  const number = team.contact?.whatsapp ?? null
  const names = travellers.map((name) => html`<li>${name}</li>`)
  return html`<div class="first trip-head"><div class="sum">
<h1>${title}</h1>
${dates === null ? NOTHING : html`<p class="label">${dates}</p>`}
${names.length === 0 ? NOTHING : html`<ul class="facts" aria-label="${words.travellers}">${names}</ul>`}
<p class="hint">${isEmpty ? words.empty : words.localTimes}</p>
<div class="ends">
${number === null ? NOTHING : linkButton(whatsappUrl(number, words.askText(title)), words.ask)}
${isEmpty ? NOTHING : linkButton(`${sight.path}/itinerary.pdf`, words.itineraryPdf)}
${isEmpty ? NOTHING : linkButton(`${sight.path}/calendar.ics`, words.addAllToCalendar)}
</div>
</div></div>`
}

function dayOf(shown: Shown, { title, entries }: TripDay): Html {
  return html`<h2 class="day">${title}</h2>
${entries.map((entry) => entryOf(shown, entry))}`
}

function undatedOf(shown: Shown): Html {
  const { undated } = shown.view
  if (undated.length === 0) return NOTHING
  return html`<h2 class="day">${shown.words.undated}</h2>
${undated.map((entry) => entryOf(shown, entry))}`
}

function entryOf(shown: Shown, entry: TripEntry): Html {
  const { words, view } = shown
  const { status, label, title, time, legs, instructions, changes } = entry
  const mark = words.states[status]
  const name = status === 'cancelled' ? html`<s>${title}</s>` : html`${title}`
  const about = status === 'cancelled' ? [html`<p class="hint">${words.cancelledText}</p>`] : []
  return html`<section class="entry${status === 'cancelled' ? ' off' : ''}">
<p class="entry-head">${time === null ? NOTHING : html`<b>${time}</b> `}<span>${label}</span>${
    mark === null ? NOTHING : html` <em>${mark}</em>`
  }</p>
<h3>${name}</h3>
${about}
${changes.map((change) => changeOf(change, words))}
${status === 'cancelled' ? NOTHING : legs.map((leg) => legOf(leg, view.language))}
${status === 'cancelled' ? NOTHING : factsOf(entry.facts)}
${instructions === null || status === 'cancelled' ? NOTHING : notesOf(instructions, words)}
${status === 'cancelled' ? NOTHING : linksOf(shown, entry)}
</section>`
}

function notesOf(instructions: string, words: TripWords): Html {
  return html`<p class="notes"><b>${words.instructions}:</b> ${htmlLines(instructions)}</p>`
}

function changeOf({ before, after }: TripFlightChange, words: TripWords): Html {
  const now = after.length === 0 ? [words.nothingAfter] : after
  const was = before.map((line) => html`<p>${words.before}: <s>${line}</s></p>`)
  const is = now.map((line) => html`<p>${words.after}: <strong>${line}</strong></p>`)
  return html`<div class="banner warn" role="status">${words.changed}${was}${is}</div>`
}

function factsOf(facts: readonly TripFact[]): Html {
  if (facts.length === 0) return NOTHING
  const items = facts.map(({ label, value, url, isCode }) => {
    const shown = url === undefined ? html`${value}` : html`<a href="${url}">${value}</a>`
    return html`<div><dt>${label}</dt><dd${isCode ? html` class="locator"` : NOTHING}>${shown}</dd></div>`
  })
  return html`<dl>
${items}
</dl>`
}

function linksOf({ sight: { path }, words }: Shown, { itemId, files, isFirst }: TripEntry): Html {
  if (!isFirst) return NOTHING
  const item = `${path}/items/${itemId}`
  const list = files.map((file) => html`<li>${fileLink(path, file)}</li>`)
  return html`${list.length === 0 ? NOTHING : html`<p class="hint">${words.files}</p><ul class="files">${list}</ul>`}
<p class="entry-links"><a href="${item}/voucher.pdf">${words.voucherPdf}</a>
<a href="${item}/calendar.ics">${words.addToCalendar}</a></p>`
}

function fileLink(path: string, { id, name, bytes }: ShownFile): Html {
  return html`<a href="${filePath(path, id)}">${name}</a> <small>${sizeText(bytes)}</small>`
}

function sizeText(bytes: number): string {
  return bytes < 1_000_000
    ? `${Math.max(1, Math.round(bytes / 1000))} kB`
    : `${Math.round(bytes / 1_000_000)} MB`
}

function termsOf({ view: { terms, team }, sight, words }: Shown): Html {
  if (terms === null) return NOTHING
  const { title, read, name, accept, evidence, accepted } = words.terms
  const text = html`<p class="notes">${htmlLines(terms.text)}</p>`
  if (terms.accepted !== null) {
    const by = accepted(terms.accepted.name, terms.accepted.at)
    return section(title, html`<p>${by}</p><details><summary>${read}</summary>${text}</details>`)
  }
  return html`<form method="post" action="${sight.path}/terms?version=${terms.sha256}" id="terms">
<h2>${title}</h2>
${text}
<p><label for="name">${name}</label>
<input class="field" id="name" name="name" autocomplete="name" required maxlength="${String(RESPONDER_MAX)}"></p>
<p class="hint">${evidence(team.name)}</p>
<div class="answers"><button class="button">${accept}</button></div>
</form>`
}
