// The part of the public page for each payment method.
import type { PaymentMethod } from '../../../contract/payment-methods.ts'
import type { TeamLanguage } from '../../../contract/team-profile.ts'
import { qrSvg } from '../codes/qr-image.ts'
import { type Html, html, NOTHING } from '../html.ts'
import {
  codeText,
  codeToCopy,
  copyButton,
  copySaid,
  lineInGroups,
  linkButton,
  section,
} from '../pages/parts.ts'
import { methodWords } from '../words/method-words.ts'
import { pageWords } from '../words/page-words.ts'
import type { DocumentCardOffer, DocumentWay } from './document.ts'

export interface MethodPage {
  /** Beside the amount, if it is the first way to pay: the button and what it says. */
  readonly button?: (way: DocumentWay, language: TeamLanguage) => [button: Html, said: Html]
  /** Beside that. */
  readonly scan?: (way: DocumentWay, language: TeamLanguage) => Html
  /** Further down; `isFirst`: what is beside the amount is not repeated. */
  readonly section: (way: DocumentWay, language: TeamLanguage, isFirst: boolean) => Html
}

type CodeMethod = 'pix' | 'pix_automatic' | 'pix_key'

/** A BR Code. */
function codePage(method: CodeMethod): MethodPage {
  const scan = ({ code, amount }: DocumentWay, language: TeamLanguage) =>
    code === null
      ? NOTHING
      : html`<div class="scan">
<figure class="qr" role="img" aria-label="${pageWords(language).invoice.qr}">${qrSvg(code, pageWords(language).invoice.qr)}</figure>
<p class="hint">${methodWords(language)[method].scan(amount)}</p>
</div>`
  return {
    button: (_way, language) => {
      const words = methodWords(language)[method]
      const copy = html`${copyButton({ id: method, label: words.action, done: words.copied })}
<noscript>${linkButton(`#${method}`, words.see, 'main')}</noscript>`
      return [copy, copySaid(method)]
    },
    scan,
    section: (way, language, isFirst) => {
      if (way.code === null) return NOTHING
      const { title, action, copied, confirmed } = methodWords(language)[method]
      const text = { id: method, plain: way.code, shown: html`${way.code}` }
      const code = isFirst
        ? codeText(text)
        : html`${scan(way, language)}${codeToCopy({ ...text, label: action, done: copied })}`
      const terms = (way.terms ?? []).map((line) => html`<p>${line}</p>\n`)
      return section(title, html`${terms}${code}${hint(confirmed)}`)
    },
  }
}

function hint(text: string | null): Html {
  return text === null ? NOTHING : html`\n<p class="hint">${text}</p>`
}

const boletoPage: MethodPage = {
  section: ({ slip }, language) => {
    if (slip === null) return NOTHING
    const words = methodWords(language).boleto
    const code = codeToCopy({
      id: 'line',
      plain: slip.digitableLine,
      shown: lineInGroups(slip.shownLine),
      label: words.action,
      done: words.copied,
    })
    return section(
      words.title,
      html`<p>${slip.words}</p>
${code}
${linkButton(slip.pdfUrl, words.pdf)}${hint(words.confirmed)}`,
    )
  },
}

const cardPage: MethodPage = {
  section: ({ offer }, language) => {
    if (offer === undefined) return NOTHING
    const words = methodWords(language).card
    const { state, pageUrl, bank, notes, options, chosen } = offer
    if (state === 'checking') return section(words.title, html`<p>${words.checking[1]}</p>`)
    const form = cardForm(offer, language)
    if (state !== 'ready' || pageUrl === null)
      return section(words.title, html`${form}${notes.map((note) => hint(note))}${hint(words.hint)}`)
    const text = options.find(([count]) => count === chosen)?.[1]
    const again =
      options.length > 1 ? html`<details><summary>${words.other}</summary>\n${form}\n</details>` : NOTHING
    return section(
      words.title,
      html`${text === undefined ? NOTHING : html`<p>${words.ready(text)}</p>`}
${linkButton(pageUrl, words.open(bank), 'main')}${hint(words.hint)}
${again}`,
    )
  },
}

/** The number of instalments, where the bank's own page does not ask for it. */
function cardForm({ options, action, amount, chosen }: DocumentCardOffer, language: TeamLanguage): Html {
  const words = methodWords(language).card
  const choices = options.map(
    ([count, text]) =>
      html`<option value="${String(count)}"${count === chosen ? html` selected` : NOTHING}>${text}</option>`,
  )
  const choice =
    options.length < 2
      ? html`<p>${options[0]?.[1] ?? ''}</p>`
      : html`<p><label for="instalments">${words.choose}</label>
<select class="field" id="instalments" name="instalments">
${choices}
</select></p>`
  return html`<form class="inside" method="post" action="${action}">
<input type="hidden" name="amount" value="${amount}">
${choice}
<button class="button">${words.action}</button>
</form>`
}

export const METHOD_PAGES: Readonly<Record<PaymentMethod, MethodPage>> = {
  pix: codePage('pix'),
  boleto: boletoPage,
  card: cardPage,
  pix_automatic: codePage('pix_automatic'),
  pix_key: codePage('pix_key'),
}
