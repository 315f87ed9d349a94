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
import type { DocumentWay } from './document.ts'

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
<figure class="qr" role="img" aria-label="${pageWords(language).invoice.qr}">${qrSvg(code)}</figure>
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
  section: ({ url }, language) => {
    if (url === null) return NOTHING
    const words = methodWords(language).card
    return section(words.title, html`${linkButton(url, words.action)}${hint(words.hint)}`)
  },
}

export const METHOD_PAGES: Readonly<Record<PaymentMethod, MethodPage>> = {
  pix: codePage('pix'),
  boleto: boletoPage,
  card: cardPage,
  pix_automatic: codePage('pix_automatic'),
  pix_key: codePage('pix_key'),
}
