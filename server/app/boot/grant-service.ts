// What the service's own role may do: rows, and nothing about tables, triggers or the ledger's past. Whoever gets into
// the service gets no further than that.
import { onlyRow, type Queryable } from '../../kernel/db/db.ts'

/** Lines that are there stay as they are; not even a trigger would have to refuse. */
const APPEND_ONLY = ['wallet_lines', 'audit_entries']

const RIGHTS = ['select', 'insert', 'update', 'delete', 'truncate'] as const
type Right = (typeof RIGHTS)[number]

function rightsOn(table: string): readonly Right[] {
  if (table === 'migrations') return ['select']
  if (APPEND_ONLY.includes(table)) return ['select', 'insert']
  // Offers are forgotten by the hour, a table at a time.
  if (/^offer_lines_\d+$/.test(table)) return RIGHTS
  return ['select', 'insert', 'update', 'delete']
}

/** Who the service is at its database. */
export async function serviceRole(db: Queryable): Promise<string> {
  const { rows } = await db.query({ text: 'select current_user::text as role' })
  return onlyRow(rows as { role: string }[]).role
}

/** Run by the owner after migrations. Where the service is the owner itself there is nothing to give. */
export async function grantService(db: Queryable, role: string): Promise<void> {
  if (await isMighty(db, role)) return
  const statements = [
    ...(await placeStatements(db, role)),
    ...(await tableStatements(db, role)),
    ...(await sequenceStatements(db, role)),
  ]
  // Together they are one transaction: nobody meets a service without rights.
  if (statements.length > 0) await db.query({ text: statements.join(';\n') })
}

/** The owner, or somebody who may act for the owner: doctor warns of that. */
async function isMighty(db: Queryable, role: string): Promise<boolean> {
  const text = `select pg_has_role($1, current_user, 'member') as mighty`
  return onlyRow((await db.query({ text, values: [role] })).rows as { mighty: boolean }[]).mighty
}

interface Place {
  schema: string
  database: string
  name: string
  enters: boolean
  creates: boolean
  creates_temporary: boolean
}

async function placeStatements(db: Queryable, role: string): Promise<string[]> {
  const text = `
    select quote_ident(current_schema()) as schema, quote_ident(current_database()) as database,
      quote_ident($1) as name, has_schema_privilege($1, current_schema(), 'usage') as enters,
      has_schema_privilege($1, current_schema(), 'create') as creates,
      has_database_privilege($1, current_database(), 'temporary') as creates_temporary`
  const place = onlyRow((await db.query({ text, values: [role] })).rows as Place[])
  const { schema, database, name } = place
  return [
    ...(place.enters ? [] : [`grant usage on schema ${schema} to ${name}`]),
    ...(place.creates ? [`revoke create on schema ${schema} from public, ${name}`] : []),
    ...(place.creates_temporary ? [`revoke temporary on database ${database} from public, ${name}`] : []),
  ]
}

interface Given {
  table: string
  quoted: string
  to: string
  rights: Right[]
}

async function tableStatements(db: Queryable, role: string): Promise<string[]> {
  const text = `
    select c.relname::text as table, quote_ident(c.relname) as quoted, quote_ident($1) as to, array(
      select r from unnest($2::text[]) r where has_table_privilege($1, c.oid, r)) as rights
    from pg_class c where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
      and pg_has_role(c.relowner, 'usage') order by 1`
  const given = (await db.query({ text, values: [role, RIGHTS] })).rows as Given[]
  return given.flatMap(({ table, quoted, to, rights }) => {
    const wanted = rightsOn(table)
    const excess = rights.filter((right) => !wanted.includes(right))
    const missing = wanted.filter((right) => !rights.includes(right))
    return [
      ...(excess.length > 0 ? [`revoke ${excess.join(', ')} on ${quoted} from ${to}`] : []),
      ...(missing.length > 0 ? [`grant ${missing.join(', ')} on ${quoted} to ${to}`] : []),
    ]
  })
}

async function sequenceStatements(db: Queryable, role: string): Promise<string[]> {
  const text = `
    select 'grant usage, select on sequence ' || quote_ident(c.relname) || ' to ' || quote_ident($1) as statement
    from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'S' and pg_has_role(c.relowner, 'usage')
      and not (has_sequence_privilege($1, c.oid, 'usage') and has_sequence_privilege($1, c.oid, 'select'))`
  const found = (await db.query({ text, values: [role] })).rows as { statement: string }[]
  return found.map(({ statement }) => statement)
}
