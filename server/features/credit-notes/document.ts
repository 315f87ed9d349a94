// A credit note as the document that its page and PDF show.
import type { TeamLanguage } from '../../../contract/team-profile.ts'
import type { CreditNoteDocument, DocumentLine } from '../../render/document/document.ts'
import { type PageWords, pageWords } from '../../render/words/page-words.ts'
import type { CreditOfNote } from '../client-credit/store.ts'
import { commonOf, dateText } from '../documents/document-parts.ts'
import { invoiceUrl } from '../invoices/view.ts'
import type { Team } from '../teams/store.ts'
import type { World } from '../world.ts'
import type { CreditNoteRow } from './store.ts'
import { creditNotePdfUrl, creditNoteUrl, invoiceNumberOf, numberOf } from './view.ts'

interface CreditNoteShown {
  readonly note: CreditNoteRow
  readonly credit: readonly CreditOfNote[]
  readonly team: Team
  readonly language: TeamLanguage
  /** Of its invoice. */
  readonly invoiceToken: string
}

export function creditNoteDocument(
  world: World,
  { note, credit, team, language, invoiceToken }: CreditNoteShown,
): CreditNoteDocument {
  const words = pageWords(language)
  const content = { items: [], issue_date: note.issue_date }
  return {
    ...commonOf(world, { team, parties: note.parties, content, words }),
    lines: linesOf(note, words),
    isSimulated: note.mode === 'test',
    kind: 'credit_note',
    title: words.creditNote.title(numberOf(note)),
    dates: [
      [words.document.issued, dateText(note.issue_date, words)],
      [words.creditNote.ofInvoice, invoiceNumberOf(note)],
    ],
    sums: [],
    total: words.money(note.amount_cents),
    notes: null,
    url: creditNoteUrl(world, note.link_token),
    pdfUrl: creditNotePdfUrl(world, note.link_token),
    reason: note.reason,
    effects: effectsOf(note, credit, words),
    invoiceUrl: invoiceUrl(world, invoiceToken),
  }
}

function linesOf(note: CreditNoteRow, words: PageWords): DocumentLine[] {
  const whole = {
    description: words.creditNote.whole(invoiceNumberOf(note)),
    cents: String(note.amount_cents),
  }
  return (note.lines.length === 0 ? [whole] : note.lines).map(({ description, cents }) => {
    const amount = words.money(BigInt(cents))
    return { description, quantity: '1', unitPrice: amount, total: amount }
  })
}

export type Effective = Pick<CreditNoteRow, 'amount_cents' | 'excess' | 'excess_cents'>

/** The debt that is cancelled, and the use of money that was paid. */
export function effectsOf(
  note: Effective,
  credit: readonly CreditOfNote[],
  { creditNote, money, date }: PageWords,
): string[] {
  const { excess, excess_cents } = note
  const owed = note.amount_cents - excess_cents
  const paid = money(excess_cents)
  const covering = credit.reduce((sum, { covering_cents }) => sum + covering_cents, 0n)
  const given = ({ type, cents, expires_on }: CreditOfNote) => {
    const until = expires_on === null ? null : date(Temporal.PlainDate.from(expires_on))
    return (type === 'given_back' ? creditNote.givenBack : creditNote.credit)(money(cents), until)
  }
  const uses = {
    credit: () => [
      ...credit.filter(({ cents }) => cents > 0n).map(given),
      ...(covering > 0n ? [creditNote.covering(money(covering))] : []),
    ],
    refund: () => [creditNote.refund(paid)],
    none: () => [creditNote.none(paid)],
  }
  return [
    ...(owed > 0n ? [creditNote.noLongerOwed(money(owed))] : []),
    ...(excess === null ? [] : uses[excess]()),
  ]
}
