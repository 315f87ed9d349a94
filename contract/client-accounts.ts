// The accounts of clients: balance, credit and statement.
import Type from 'typebox'
import { AmountNumber, Brl } from './amounts.ts'
import { CREATED, DayInput, Nullable, PageOf, Timestamp } from './common.ts'
import { CREDIT_ENTRY_TYPES, MANUAL_METHODS, STATEMENT_LINE_TYPES } from './credit-states.ts'
import { CsvQuery } from './csv.ts'
import { DateText, PaymentMethodName } from './invoicing.ts'
import { STATEMENT_DAYS, STATEMENT_DAYS_MAX } from './limits.ts'
import type { Operations } from './operation.ts'
import { readOf } from './resource-operations.ts'
import { clients } from './resources.ts'
import { attachment, data, list } from './responses.ts'

const UNCOVERED =
  'Money of invoices that went back or is disputed today, though it had become credit that is used; no part of the balance'

export const ClientBalance = Type.Object({
  client_id: Type.String(),
  as_of: DateText,
  currency: Brl,
  open: Type.Number({ description: 'The unpaid part of sent invoices, without fine and interest' }),
  open_count: Type.Integer({ description: 'How many invoices that are' }),
  overdue: Type.Number({ description: 'The part of `open` whose due date is past' }),
  overdue_count: Type.Integer(),
  overpaid: Type.Number({
    description: 'Paid beyond what invoices ask for, and for invoices that are cancelled or still drafts',
  }),
  credit: Type.Number({ description: "The client's credit that can be used today" }),
  credit_expires_on: Nullable({ ...DateText, description: 'The day on which the first part of it ends' }),
  credit_expiring: Type.Number({ description: 'The part that ends on that day' }),
  uncovered: Type.Number({ description: UNCOVERED }),
  balance: Type.Number({
    description:
      'The whole debt of the client: `open` minus `overpaid` minus `credit`; negative if the agency does',
  }),
})
export type ClientBalance = Type.Static<typeof ClientBalance>

export const ClientCreditEntry = Type.Object({
  id: Type.String({ description: 'Entry id (cre_)' }),
  client_id: Type.String(),
  type: Type.Enum([...CREDIT_ENTRY_TYPES]),
  amount: Type.Number({ description: 'Negative where credit was used, was reclaimed or has expired' }),
  expires_on: Nullable({
    ...DateText,
    description: 'Of credit that was added: the last day on which it can be used',
  }),
  amount_left: Nullable(Type.Number({ description: 'Of credit that was added: what is not used yet' })),
  source_id: Nullable(
    Type.String({
      description: 'Of credit that was used, was reclaimed or has expired: the entry that had added it',
    }),
  ),
  invoice_id: Nullable(Type.String({ description: 'The invoice that it came from or was used on' })),
  credit_note_id: Nullable(Type.String({ description: 'The credit note (crn_) that it came from' })),
  currency: Brl,
  created_at: Timestamp,
})
export type ClientCreditEntry = Type.Static<typeof ClientCreditEntry>

export const ClientCreditQuery = PageOf({
  type: Type.Optional(Type.Enum([...CREDIT_ENTRY_TYPES], { description: 'Only entries of this type' })),
  ...CREATED,
})
export type ClientCreditQuery = Type.Static<typeof ClientCreditQuery>

const PERIOD = {
  start_date: Type.Optional(DayInput(`First day; ${STATEMENT_DAYS} days before the last if left out`)),
  end_date: Type.Optional(DayInput('Last day; today if left out')),
}
export const StatementQuery = Type.Object(PERIOD)
export type StatementQuery = Type.Static<typeof StatementQuery>

export const StatementLine = Type.Object({
  date: DateText,
  type: Type.Enum([...STATEMENT_LINE_TYPES]),
  amount: Type.Number({ description: 'The increase of the debt; negative: a decrease' }),
  balance: Type.Number({ description: 'After it: what the client owes; negative: what the agency owes' }),
  invoice_id: Nullable(Type.String()),
  invoice_number: Nullable(Type.String()),
  due_date: Nullable({ ...DateText, description: 'Of an invoice' }),
  credit_note_id: Nullable(Type.String()),
  credit_note_number: Nullable(Type.String()),
  payment_method: Nullable(PaymentMethodName),
  manual_method: Nullable(Type.Enum([...MANUAL_METHODS])),
  reference: Nullable(Type.String({ description: 'Of a payment' })),
})
export type StatementLine = Type.Static<typeof StatementLine>

export const ClientStatement = Type.Object({
  client_id: Type.String(),
  start_date: DateText,
  end_date: DateText,
  currency: Brl,
  opening_balance: Type.Number({ description: 'Before the first day' }),
  debits: Type.Number({ description: 'The sum of amounts above zero' }),
  credits: Type.Number({ description: 'The sum of amounts below zero, as a positive number' }),
  closing_balance: AmountNumber,
  uncovered: Type.Number({ description: UNCOVERED }),
  lines: Type.Array(StatementLine, { description: 'Oldest first' }),
})
export type ClientStatement = Type.Static<typeof ClientStatement>

const statement = (suffix: string) =>
  ({
    method: 'GET',
    path: `${clients.path}/:id/statement${suffix}`,
    access: 'invoices.read',
    tag: clients.tag,
    params: clients.params,
    errors: ['client_not_found'],
  }) as const

export const CLIENT_ACCOUNT_OPERATIONS = {
  'clients.balance': {
    ...readOf(clients, 'balance', {
      summary: "Read a client's balance",
      description: 'Amounts open and overdue today, and the credit that the agency keeps for the client.',
      response: data(ClientBalance),
    }),
    access: 'invoices.read',
  },
  'clients.credit': {
    ...readOf(clients, 'credit', {
      summary: "List a client's credit",
      description: 'Every entry, newest first: where credit came from, what used it, and what has expired.',
      query: ClientCreditQuery,
      response: list(ClientCreditEntry),
    }),
    access: 'invoices.read',
  },
  'clients.statement': {
    ...statement(''),
    summary: "Read a client's statement of account",
    description:
      `Invoices, credit notes, payments, refunds and expired credit of a period of at most ${STATEMENT_DAYS_MAX} days, ` +
      'with the balance after each. Credit that is used moves nothing: it was paid before.',
    query: StatementQuery,
    response: data(ClientStatement),
  },
  'clients.statementCsv': {
    ...statement('.csv'),
    summary: "Download a client's statement as CSV",
    description: 'The lines of the statement (UTF-8, one line of names).',
    query: CsvQuery(StatementQuery),
    response: attachment('text/csv'),
  },
  'clients.statementPdf': {
    ...statement('.pdf'),
    summary: "Download a client's statement as PDF",
    description: 'In the language of the client.',
    query: StatementQuery,
    response: attachment('application/pdf'),
  },
} as const satisfies Operations
