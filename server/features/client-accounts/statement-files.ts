// The statement of account as CSV and PDF.
import type { ClientStatement, StatementLine, StatementQuery } from '../../../contract/client-accounts.ts'
import type { ManualMethod, StatementLineType } from '../../../contract/credit-states.ts'
import type { InvoicePaymentMethod } from '../../../contract/invoicing-states.ts'
import { PAYMENT_METHODS, type PaymentMethod } from '../../../contract/payment-methods.ts'
import { taxIdText } from '../../../contract/tax-ids.ts'
import { type CsvColumn, type CsvReader, csvTable } from '../../kernel/values/csv.ts'
import { dateIn } from '../../kernel/values/dates.ts'
import { type Cents, centsFromNumber, formatAmount } from '../../kernel/values/money.ts'
import type { Owner } from '../../kernel/values/owner.ts'
import { type StatementDocument, statementPdf } from '../../render/document/statement-pdf.ts'
import { CREDIT_WORDS_PT } from '../../render/words/credit-words.ts'
import { methodWords } from '../../render/words/method-words.ts'
import { languageFor, type PageWords, pageWords } from '../../render/words/page-words.ts'
import { dateText, pdfName } from '../documents/document-parts.ts'
import { partiesOf } from '../documents/view.ts'
import type { HeavyFile } from '../heavy-work.ts'
import { letterheadOf, logoPicture } from '../teams/brand.ts'
import { demandTeam } from '../teams/store.ts'
import { scopeOf, type World } from '../world.ts'
import { demandAccount, readStatement } from './accounts.ts'

const METHOD_NAMES_PT = Object.fromEntries(
  PAYMENT_METHODS.map((method) => [method, methodWords('pt-BR')[method].name]),
) as Record<PaymentMethod, string>
const METHODS_PT: Readonly<Record<InvoicePaymentMethod, string>> = {
  ...METHOD_NAMES_PT,
  manual: 'registrado pela agência',
  credit: 'crédito do cliente',
  correction: 'correção',
  return: 'devolução',
  dispute: 'contestação do cartão',
}
const TYPES_PT: Readonly<Record<StatementLineType, string>> = CREDIT_WORDS_PT.statement.types
const MANUAL_PT: Readonly<Record<ManualMethod, string>> = CREDIT_WORDS_PT.statement.by

const COLUMNS = {
  date: { heading: 'Data', kind: 'day' },
  type: { heading: 'Lançamento', words: TYPES_PT },
  invoice_number: { heading: 'Fatura' },
  credit_note_number: { heading: 'Nota de crédito' },
  due_date: { heading: 'Vencimento', kind: 'day' },
  payment_method: { heading: 'Forma de pagamento', words: METHODS_PT },
  manual_method: { heading: 'Meio', words: MANUAL_PT },
  reference: { heading: 'Identificação' },
  amount: { heading: 'Valor', kind: 'amount' },
  balance: { heading: 'Saldo', kind: 'amount' },
  invoice_id: { heading: 'ID da fatura' },
  credit_note_id: { heading: 'ID da nota de crédito' },
} as const satisfies Readonly<Record<string, CsvColumn>>

export function statementCsv({ lines }: ClientStatement, reader: CsvReader): string {
  const table = csvTable(COLUMNS, reader)
  const rows = lines.map((line) =>
    table.line({
      date: line.date,
      type: line.type,
      invoice_number: line.invoice_number ?? '',
      credit_note_number: line.credit_note_number ?? '',
      due_date: line.due_date ?? '',
      payment_method: line.payment_method ?? '',
      manual_method: line.manual_method ?? '',
      reference: line.reference ?? '',
      amount: formatAmount(centsOf(line.amount)),
      balance: formatAmount(centsOf(line.balance)),
      invoice_id: line.invoice_id ?? '',
      credit_note_id: line.credit_note_id ?? '',
    }),
  )
  return [table.head, ...rows].join('')
}

/** In the language of the client. */
export async function statementFile(
  world: World,
  { owner, id, query }: { readonly owner: Owner; readonly id: string; readonly query: StatementQuery },
): Promise<HeavyFile> {
  const team = await demandTeam(world.pool, owner.teamId)
  const { clock } = await scopeOf(world, owner)
  const today = dateIn(clock.now(), team.time_zone)
  const statement = await readStatement(world.pool, owner, id, { query, zone: team.time_zone, today })
  const client = await demandAccount(world.pool, owner, id)
  const words = pageWords(languageFor(client, team))
  const { client: party, issuer } = partiesOf(team, client)
  const { document } = party
  const shown: StatementDocument = {
    language: words.lang,
    title: words.statement.title,
    team: letterheadOf(world, team, issuer),
    footer: issuer.footer ?? null,
    client: {
      name: party.name,
      document: document === null ? null : taxIdText(document),
      email: party.email,
    },
    first: dateText(statement.start_date, words),
    last: dateText(statement.end_date, words),
    opening: words.money(centsOf(statement.opening_balance)),
    closing: words.money(centsOf(statement.closing_balance)),
    lines: statement.lines.map((line) => ({
      date: dateText(line.date, words),
      description: describe(line, words),
      amount: words.money(centsOf(line.amount)),
      balance: words.money(centsOf(line.balance)),
    })),
    issuedOn: today,
    isSimulated: owner.mode === 'test',
  }
  const content = await statementPdf(shown, { logo: await logoPicture(world.pool, team) })
  return { name: pdfName(`${words.statement.title} ${statement.start_date} ${statement.end_date}`), content }
}

/** "Pagamento da fatura 2026-000123 (dinheiro, recibo 17)" */
function describe(line: StatementLine, words: PageWords): string {
  const { statement } = words
  const number = line.credit_note_number ?? line.invoice_number
  const details = [
    ...(line.due_date === null ? [] : [statement.due(dateText(line.due_date, words))]),
    ...(line.manual_method === null ? [] : [statement.by[line.manual_method]]),
    ...(line.type === 'payment' && line.manual_method !== null && line.reference !== null
      ? [line.reference]
      : []),
  ]
  const name = [statement.types[line.type], ...(number === null ? [] : [number])].join(' ')
  return details.length === 0 ? name : `${name} (${details.join(', ')})`
}

/** An amount of our own JSON. */
function centsOf(amount: number): Cents {
  const cents = centsFromNumber(amount)
  if (cents === null) throw new Error(`an amount of our own is none: ${amount}`)
  return cents
}
