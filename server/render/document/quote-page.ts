// The public page of a quote: its options, and the two steps to accept or decline, without a script.

import { REASON_MAX, RESPONDER_MAX } from '../../../contract/quotes.ts'
import { type Html, html, NOTHING } from '../html.ts'
import type { HtmlPage } from '../pages/page.ts'
import { banner, linkButton, section } from '../pages/parts.ts'
import { pageWords } from '../words/page-words.ts'
import type {
  DocumentLeg,
  DocumentLegEnd,
  DocumentLine,
  DocumentOption,
  DocumentTrip,
  DocumentView,
  QuoteDocument,
} from './document.ts'
import { documentDetails, documentPage, linesTable, notesOf, whatsappButton } from './page-parts.ts'

// The items of an option that are shown beside its trip, on pages and PDFs.

/** A trip at one price needs no items; otherwise the first line of an item is enough. */
export function itemsBeside({ trip, lines, sums }: DocumentOption): readonly DocumentLine[] {
  if (trip === null) return lines
  const isSaid = lines.length === 1 && lines[0]?.quantity === '1' && sums.length === 0
  return isSaid ? [] : lines.map(firstLine)
}

/** The name of an option: its title, or the airline of its trip. */
export function nameOf({ title, trip }: DocumentOption): string {
  return trip === null || title !== '' ? title : trip.head
}

function firstLine(line: DocumentLine): DocumentLine {
  return { ...line, description: line.description.split('\n', 1)[0] ?? '' }
}

// One option of a quote: price, flights with times, bags and conditions, and items.

/** `choice` is null if it cannot be chosen. */
function optionCard(
  option: DocumentOption,
  language: DocumentView['language'],
  choice: { readonly isChecked: boolean } | null,
): Html {
  const { id, total, trip } = option
  const name = nameOf(option)
  const head = html`<span class="option-name">${name}</span><span class="option-total">${total}</span>`
  // The whole head of the card is clickable.
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

/** Also of the travellers' page of a trip. */
export function legOf(
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

/** The step of the reply, and the error of the one before. */
export interface QuoteLook {
  readonly step: 'read' | 'accept' | 'decline'
  readonly optionId: string | null
  readonly trouble: 'changed' | 'closed' | 'unnamed' | 'unchosen' | null
}

/** The context of the page. */
export interface QuoteSight {
  /** Its own address without a query. */
  readonly path: string
  /** Sent back with the reply, so that it refers to the version that was shown. */
  readonly version: string
  /** The server's time when the page is shown: the countdown starts there. */
  readonly now: string
}

export function quotePage(
  document: QuoteDocument,
  { path, version, now }: QuoteSight,
  look: QuoteLook,
): HtmlPage {
  const { quote } = pageWords(document.language)
  const isOpen = document.state === 'waiting'
  const chosen = chosenOf(document, look.optionId)
  const trouble = troubleBanner(document, look)
  const action = (response: string) => `${path}/${response}?version=${encodeURIComponent(version)}`
  if (isOpen && look.step === 'accept' && chosen !== null)
    return documentPage(
      document,
      { sends: true },
      [trouble],
      [acceptStep(document, chosen, path, action('accept'))],
    )
  if (isOpen && look.step === 'decline')
    return documentPage(
      document,
      { sends: true },
      [trouble],
      [declineStep(document, path, action('decline'))],
    )
  const isUnchosen = isOpen && look.step === 'accept'
  const banners = [isUnchosen ? banner('warn', quote.unchosen) : trouble, stateBanner(document, look)]
  return documentPage(document, { sends: true }, banners, wholeQuote(document, path, now))
}

/** The only option, if there is no choice. */
function chosenOf({ options }: QuoteDocument, id: string | null): DocumentOption | null {
  return (options.length === 1 ? options[0] : options.find((option) => option.id === id)) ?? null
}

function wholeQuote(document: QuoteDocument, path: string, now: string): Html[] {
  const { title, client, language, invoiceUrl, pdfUrl } = document
  const words = pageWords(language)
  return [
    html`<div class="first"><div class="sum">
<h1>${title}</h1>
<p class="label">${words.quote.forWhom(client.name)}</p>
${amountOf(document)}
${validityOf(document, now)}
${invoiceUrl === null ? NOTHING : linkButton(invoiceUrl, words.quote.pay, 'main')}
</div></div>`,
    offered(document, path),
    notesOf(document),
    documentDetails(document),
    html`<div class="ends">
${linkButton(pdfUrl, words.document.pdf)}
${whatsappButton(document, words.invoice.ask, words.quote.askText(title))}
</div>`,
  ]
}

function amountOf({ options, total, state, language, lowest }: QuoteDocument): Html {
  const { quote } = pageWords(language)
  const isRange = options.length > 1 && state !== 'accepted'
  return html`<p class="label">${isRange ? quote.from : quote.total}</p>
<p class="amount">${isRange ? lowest : total}</p>`
}

/** The countdown has its place from the start, so that the layout does not shift. */
function validityOf({ validUntil, validity, language }: QuoteDocument, now: string): Html {
  const { quote } = pageWords(language)
  if (validUntil === null) return NOTHING
  const left =
    validity === null
      ? NOTHING
      : html` <span class="note" id="counted" data-until="${validity.until}" data-now="${now}"
 data-words="${quote.hoursLeft}">${validity.left}</span>`
  return html`<p class="due">${quote.valid}: <strong>${validUntil}</strong>${left}</p>`
}

/** An error of a reply matters while another is possible; a competing reply once there is none. */
function troubleBanner({ state, language }: QuoteDocument, { trouble }: QuoteLook): Html {
  const matters = trouble === 'closed' ? state === 'accepted' || state === 'declined' : state === 'waiting'
  return trouble === null || !matters ? NOTHING : banner('warn', pageWords(language).quote[trouble])
}

function stateBanner(document: QuoteDocument, { trouble }: QuoteLook): Html {
  const { state, response, isByAgency, declineReason, team, language } = document
  const { quote } = pageWords(language)
  const seen = trouble === 'closed' ? null : quote.seen(team.name)
  const said = [response, isByAgency ? quote.recordedBy(team.name) : seen]
    .filter((text) => text !== null)
    .join(' ')
  if (state === 'accepted') return banner('good', quote.accepted, said)
  if (state === 'declined') {
    const why = declineReason === null ? '' : ` ${quote.reason(declineReason)}`
    return banner('bad', quote.declined, `${said}${why}`)
  }
  if (state === 'cancelled') return banner('bad', quote.cancelled, quote.cancelledText)
  return state === 'expired' ? banner('warn', quote.expired, quote.expiredText) : NOTHING
}

/** A form that only leads to the next step: its values are in the address, and it sends no reply. */
function offered(document: QuoteDocument, path: string): Html {
  const { options, state, language } = document
  const words = pageWords(language)
  const { quote } = words
  if (state !== 'waiting') return closedOptions(document)
  const isChoice = options.length > 1
  const cards = options.map((option) => optionCard(option, language, isChoice ? { isChecked: false } : null))
  const content = isChoice
    ? html`<fieldset class="options"><legend>${quote.choose}</legend>\n${cards}\n</fieldset>`
    : html`<div class="options">\n${cards}\n</div>`
  return html`<form method="get" action="${path}">
${content}
<div class="answers">
<button class="button" name="step" value="accept">${quote.accept}</button>
<button class="button quiet" name="step" value="decline" formnovalidate>${quote.decline}</button>
</div>
</form>`
}

/** The chosen option first, the others collapsed below. */
function closedOptions({ options, language }: QuoteDocument): Html {
  const { quote } = pageWords(language)
  const card = (option: DocumentOption) => optionCard(option, language, null)
  const chosen = options.find(({ isChosen }) => isChosen)
  if (chosen === undefined || options.length === 1)
    return html`<div class="options">\n${options.map(card)}\n</div>`
  const others = options.filter((option) => option !== chosen)
  return html`<div class="options">
${section(quote.chosen, card(chosen))}
<details><summary>${quote.others}</summary>\n${others.map(card)}\n</details>
</div>`
}

function acceptStep(document: QuoteDocument, option: DocumentOption, path: string, action: string): Html {
  const { quote } = pageWords(document.language)
  return html`<div class="first"><div class="sum">
<h1>${quote.confirmTitle}</h1>
<p class="label">${document.title}</p>
<p class="amount">${option.total}</p>
</div></div>
<form method="post" action="${action}">
<input type="hidden" name="option" value="${option.id}">
<p><label for="name">${quote.name}</label>
<input class="field" id="name" name="name" autocomplete="name" required maxlength="${String(RESPONDER_MAX)}"></p>
<p class="hint">${quote.confirmText(document.team.name)}</p>
<div class="answers">
<button class="button">${quote.confirm}</button>
${linkButton(path, quote.back)}
</div>
</form>
<div class="options">${optionCard(option, document.language, null)}</div>`
}

function declineStep(document: QuoteDocument, path: string, action: string): Html {
  const { quote } = pageWords(document.language)
  return html`<div class="first"><div class="sum">
<h1>${quote.declineTitle}</h1>
<p class="label">${document.title}</p>
</div></div>
<form method="post" action="${action}">
<p>${quote.declineText}</p>
<p><label for="reason">${quote.why}</label>
<textarea class="field" id="reason" name="reason" rows="4" maxlength="${String(REASON_MAX)}"></textarea></p>
<div class="answers">
<button class="button">${quote.confirmDecline}</button>
${linkButton(path, quote.back)}
</div>
</form>`
}
