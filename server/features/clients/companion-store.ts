// The only SQL on companions.
import type { Relationship } from '../../../contract/companions.ts'
import type { Mode } from '../../../contract/teams.ts'
import { encryptionContext, type SecretBox } from '../../kernel/crypto/secret-box.ts'
import { buildFor, firstRow, rows, statement } from '../../kernel/db/db.ts'
import { anyOf, countRows, withinTimes } from '../../kernel/db/lists.ts'
import type { Reader } from '../../kernel/db/reader.ts'
import type { Tx } from '../../kernel/outbox/transaction.ts'
import { ANY_TIME, type Times } from '../../kernel/values/dates.ts'
import { type Owner, ownerColumns } from '../../kernel/values/owner.ts'
import { foldText } from '../../kernel/values/text.ts'
import { type PassportColumns, passportOf, type TravellerSecrets } from './file.ts'

interface CompanionsTable extends PassportColumns {
  id: string
  team_id: string
  mode: Mode
  client_id: string
  relationship: Relationship
  given_name: string
  family_name: string
  folded_name: string
  born_on: string | null
  email: string | null
  phone: string | null
  /** Encrypted. */
  file: Buffer
  linked_client_id: string | null
  created_at: Date
  updated_at: Date
}

const build = buildFor<{ client_companions: CompanionsTable }>()

const COLUMNS = [
  'id',
  'client_id',
  'relationship',
  'given_name',
  'family_name',
  'born_on',
  'email',
  'phone',
  'file',
  'linked_client_id',
  'created_at',
  'updated_at',
] as const

type Stored = Pick<CompanionsTable, (typeof COLUMNS)[number]>
/** With the decrypted file. */
export type CompanionRow = Omit<Stored, 'file'> & { file: TravellerSecrets }

const ofOwner = (owner: Owner) =>
  build
    .selectFrom('client_companions')
    .select(COLUMNS)
    .where(({ and }) => and(ownerColumns(owner)))

function opened(box: SecretBox, companion: Stored): CompanionRow {
  return { ...companion, file: JSON.parse(box.decrypt(companion.file, contextOf(companion.id))) }
}

function encrypted(box: SecretBox, { id, file }: Pick<CompanionRow, 'id' | 'file'>): Buffer {
  return box.encrypt(JSON.stringify(file), contextOf(id))
}

function contextOf(id: string): string {
  return encryptionContext('client_companions', 'file', id)
}

/** In the order in which they were added. */
export async function companionsOf(
  db: Reader,
  owner: Owner,
  clientId: string,
  times: Times = ANY_TIME,
): Promise<CompanionRow[]> {
  const theirs = ofOwner(owner).where('client_id', '=', clientId).where(withinTimes(times))
  const found = await rows(db, theirs.orderBy('id'))
  return found.map((companion) => opened(db.secretBox, companion))
}

export async function countCompanions(tx: Tx, clientId: string): Promise<number> {
  return countRows(tx, ofOwner(tx.owner).where('client_id', '=', clientId))
}

export async function findCompanion(
  db: Reader,
  owner: Owner,
  { clientId, id }: { clientId: string; id: string },
): Promise<CompanionRow | undefined> {
  const found = await firstRow(db, ofOwner(owner).where('client_id', '=', clientId).where('id', '=', id))
  return found && opened(db.secretBox, found)
}

function valuesOf(tx: Tx, companion: CompanionRow) {
  const folded_name = foldedName(companion)
  const passport = passportOf(companion.file)
  return { ...companion, file: encrypted(tx.secretBox, companion), ...passport, folded_name }
}

function foldedName({ given_name, family_name }: Pick<CompanionRow, 'given_name' | 'family_name'>): string {
  return foldText(`${given_name} ${family_name}`)
}

export async function insertCompanion(tx: Tx, companion: CompanionRow): Promise<void> {
  const values = { ...valuesOf(tx, companion), ...ownerColumns(tx.owner) }
  await rows(tx, build.insertInto('client_companions').values(values))
}

export async function updateCompanionRow(tx: Tx, companion: CompanionRow): Promise<void> {
  const { id, client_id: _, created_at, ...values } = valuesOf(tx, companion)
  await rows(tx, build.updateTable('client_companions').set(values).where('id', '=', id))
}

export async function deleteCompanionRows(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await rows(tx, build.deleteFrom('client_companions').where('id', '=', anyOf(ids)))
}

const selectAbout = statement<Stored>(`
  select ${COLUMNS.join(', ')} from client_companions
  where team_id = $1 and mode = $2
    and (client_id = any($3::uuid[]) or linked_client_id = any($3::uuid[]) or folded_name = $4)`)

/** Those in the files of these clients, those who are one of them, and namesakes. */
export async function companionsAbout(
  tx: Tx,
  clientIds: readonly string[],
  name: string,
): Promise<CompanionRow[]> {
  const found = await selectAbout(tx, tx.owner.teamId, tx.owner.mode, clientIds, name)
  return found.map((companion) => opened(tx.secretBox, companion))
}
