// The words of mails and messages about quotes, in Portuguese and English.
import type { TeamLanguage } from '../../../contract/team-profile.ts'
import type { Letter } from '../notifications/words.ts'

interface QuotedFacts {
  readonly team: string
  readonly number: string
  readonly amount: string
  readonly until: string | null
}

export interface QuoteWords {
  readonly letter: (facts: QuotedFacts) => Letter
  /** The text of a message on the phone, without greeting and link. */
  readonly sentence: (facts: QuotedFacts) => string
  /** The price of the cheapest option, if there are several. */
  readonly from: (amount: string) => string
  /** The last parameter of the template: a part of a sentence. */
  readonly validity: (until: string | null) => string
  readonly action: string
  readonly number: string
  readonly total: string
  readonly until: string
}

const validityPt = (until: string | null) =>
  until === null ? 'sem prazo de validade' : `válido até ${until}`

const QUOTE_PT: QuoteWords = {
  letter: ({ team, number, amount, until }) => ({
    subject: `Seu orçamento de ${team}`,
    title: `Seu orçamento de ${team}`,
    paragraphs: [
      `${team} preparou o orçamento ${number} para você: ${amount}.`,
      until === null
        ? 'Veja os detalhes e responda pela página: basta aceitar ou recusar. O orçamento segue anexo em PDF.'
        : `Ele vale até ${until}. Veja os detalhes e responda pela página: basta aceitar ou recusar. ` +
          'O orçamento segue anexo em PDF.',
    ],
  }),
  sentence: ({ team, number, amount, until }) =>
    `${team} preparou o orçamento ${number} para você: ${amount}, ${validityPt(until)}.`,
  from: (amount) => `a partir de ${amount}`,
  validity: validityPt,
  action: 'Ver o orçamento e responder',
  number: 'Orçamento',
  total: 'Valor total',
  until: 'Válido até',
}

const validityEn = (until: string | null) => (until === null ? 'without a last day' : `valid until ${until}`)

const QUOTE_EN: QuoteWords = {
  letter: ({ team, number, amount, until }) => ({
    subject: `Your quote from ${team}`,
    title: `Your quote from ${team}`,
    paragraphs: [
      `${team} has prepared quote ${number} for you: ${amount}.`,
      until === null
        ? 'See the details and answer on the page: just accept or decline. The quote is attached as a PDF.'
        : `It is valid until ${until}. See the details and answer on the page: just accept or decline. ` +
          'The quote is attached as a PDF.',
    ],
  }),
  sentence: ({ team, number, amount, until }) =>
    `${team} has prepared quote ${number} for you: ${amount}, ${validityEn(until)}.`,
  from: (amount) => `from ${amount}`,
  validity: validityEn,
  action: 'View and answer the quote',
  number: 'Quote',
  total: 'Total price',
  until: 'Valid until',
}

export const QUOTE_WORDS: Readonly<Record<TeamLanguage, QuoteWords>> = { 'pt-BR': QUOTE_PT, en: QUOTE_EN }
