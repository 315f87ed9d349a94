// The only SQL on credit notes and their numbers.
import type { ColumnType, Selectable } from 'kysely'
import type { ExcessUse } from '../../../contract/credit-states.ts'
import type { References, ReferencesFilter } from '../../../contract/references.ts'
import type { Mode } from '../../../contract/teams.ts'
import { buildFor, firstRow, onlyRow, type Queryable, rows, statement } from '../../kernel/db/db.ts'
import { given, newestFirst } from '../../kernel/db/lists.ts'
import { idsReferenced } from '../../kernel/db/references.ts'
import { TECHNICAL, teamJob } from '../../kernel/jobs/declare-job.ts'
import type { Tx } from '../../kernel/outbox/transaction.ts'
import type { Times } from '../../kernel/values/dates.ts'
import type { Cents } from '../../kernel/values/money.ts'
import { type Owner, ownerColumns } from '../../kernel/values/owner.ts'
import type { Listing, Page } from '../../kernel/values/pages.ts'
import type { StoredParties } from '../documents/view.ts'
import type { CreditLine } from './rules.ts'

/** Writes to the client. */
export const creditNoteMailJob = teamJob<{ credit_note_id: string }>('credit-note-mail', {
  waits: TECHNICAL,
  cap: 4,
})

interface CreditNotesTable extends References {
  id: string
  team_id: string
  mode: Mode
  client_id: string
  invoice_id: string
  number_year: number
  number_sequence: number
  issue_date: string
  reason: string
  lines: ColumnType<CreditLine[], string, string>
  amount_cents: bigint
  excess_cents: bigint
  /** Null if there is no excess. */
  excess: ExcessUse | null
  credit_expires_on: string | null
  refund_ids: string[]
  parties: ColumnType<StoredParties, string, string>
  link_token: string
  created_at: Date
  updated_at: Date
}

export type StoredCreditNote = Selectable<CreditNotesTable>
/** With the number of its invoice. */
export type CreditNoteRow = StoredCreditNote & {
  invoice_number_year: number | null
  invoice_number_sequence: number | null
}

const build = buildFor<{
  credit_notes: CreditNotesTable
  invoices: { id: string; number_year: number | null; number_sequence: number | null }
}>()

const COLUMNS = [
  'id',
  'team_id',
  'mode',
  'client_id',
  'invoice_id',
  'number_year',
  'number_sequence',
  'issue_date',
  'reason',
  'lines',
  'amount_cents',
  'excess_cents',
  'excess',
  'credit_expires_on',
  'refund_ids',
  'parties',
  'link_token',
  'metadata',
  'external_reference',
  'created_at',
  'updated_at',
] as const satisfies (keyof StoredCreditNote)[]

const select = () =>
  build
    .selectFrom('credit_notes')
    .select(COLUMNS)
    .select(({ selectFrom }) => [
      selectFrom('invoices')
        .select('invoices.number_year')
        .whereRef('invoices.id', '=', 'credit_notes.invoice_id')
        .as('invoice_number_year'),
      selectFrom('invoices')
        .select('invoices.number_sequence')
        .whereRef('invoices.id', '=', 'credit_notes.invoice_id')
        .as('invoice_number_sequence'),
    ])
const ofOwner = (owner: Owner) => select().where(({ and }) => and(ownerColumns(owner)))

export async function findCreditNote(
  db: Queryable,
  owner: Owner,
  id: string,
): Promise<CreditNoteRow | undefined> {
  return firstRow(db, ofOwner(owner).where('id', '=', id))
}

/** By the token of its public link, for any team. */
export async function findCreditNoteByLink(db: Queryable, token: string): Promise<CreditNoteRow | undefined> {
  return firstRow(db, select().where('link_token', '=', token))
}

const lock = statement('select from credit_notes where id = $1 for no key update')

export async function lockCreditNote(tx: Tx, id: string): Promise<CreditNoteRow | undefined> {
  await lock(tx, id)
  return findCreditNote(tx, tx.owner, id)
}

const selectCredited = statement<{ invoice_item_id: string | null; cents: bigint | null }>(`
  select line.invoice_item_id, sum(line.cents)::bigint as cents
  from credit_notes cross join jsonb_to_recordset(lines) as line (invoice_item_id text, cents bigint)
  where invoice_id = $1 and line.invoice_item_id is not null group by line.invoice_item_id`)

/** The sums that the invoice's credit notes took off its items, by their ids. Summed here, as many notes have many lines. */
export async function creditedByItem(db: Queryable, invoiceId: string): Promise<Map<string, Cents>> {
  const found = await selectCredited(db, invoiceId)
  return new Map(found.map(({ invoice_item_id: id, cents }) => [id ?? '', cents ?? 0n]))
}

export interface CreditNotesFilter {
  readonly clientId: string | undefined
  readonly invoiceId: string | undefined
  readonly references: ReferencesFilter | undefined
}

export async function listCreditNotes(
  db: Queryable,
  owner: Owner,
  {
    filter: { clientId, invoiceId, references },
    page,
    times,
  }: { readonly filter: CreditNotesFilter; readonly page: Page; readonly times: Times },
): Promise<Listing<CreditNoteRow>> {
  const wanted = given({ client_id: clientId, invoice_id: invoiceId })
  let found = ofOwner(owner).where(({ and }) => and(wanted))
  if (references !== undefined)
    found = found.where('id', '=', idsReferenced('credit_notes', owner, references))
  return newestFirst(db, found, { page, times })
}

export async function insertCreditNote(tx: Tx, note: StoredCreditNote): Promise<void> {
  const json = { lines: JSON.stringify(note.lines), parties: JSON.stringify(note.parties) }
  await rows(tx, build.insertInto('credit_notes').values({ ...note, ...json }))
}

const setReferences = statement(
  'update credit_notes set metadata = $2, external_reference = $3, updated_at = $4 where id = $1',
)

export async function updateReferences(tx: Tx, id: string, references: References): Promise<void> {
  await setReferences(tx, id, JSON.stringify(references.metadata), references.external_reference, tx.now)
}

const incrementNumber = statement<{ last: number }>(`
  insert into credit_note_numbers as given (team_id, mode, year, last) values ($1, $2, $3, 1)
  on conflict (team_id, mode, year) do update set last = given.last + 1 returning last`)

/** The year's next number. Other transactions wait for theirs until this one has committed or rolled back. */
export async function nextCreditNoteNumber(tx: Tx, year: number): Promise<number> {
  return onlyRow(await incrementNumber(tx, tx.owner.teamId, tx.owner.mode, year)).last
}

const blankContact = statement(`
  update credit_notes set parties = jsonb_set(parties, '{client,email}', '""'), metadata = '{}',
    external_reference = null, updated_at = $2
  where invoice_id = any($1::uuid[])`)

/** Of these invoices' credit notes: name and tax id stay, as on the invoices. */
export async function eraseCreditNotes(tx: Tx, invoiceIds: readonly string[]): Promise<void> {
  await blankContact(tx, invoiceIds, tx.now)
}
