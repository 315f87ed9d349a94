// What the service's own role may do: rows, and nothing about tables, triggers or the ledger's past. Whoever gets into
// the service gets no further than that.
import pg from 'pg'

/** Lines that are there stay as they are; not even a trigger would have to refuse. */
const APPEND_ONLY = ['wallet_lines']

const RIGHTS = ['select', 'insert', 'update', 'delete', 'truncate'] as const
type Right = (typeof RIGHTS)[number]

function rightsOn(table: string): readonly Right[] {
  if (table === 'migrations') return ['select']
  if (APPEND_ONLY.includes(table)) return ['select', 'insert']
  // Offers are forgotten by the hour, a table at a time.
  if (/^offer_lines_\d+$/.test(table)) return RIGHTS
  return ['select', 'insert', 'update', 'delete']
}

/** Run by the owner after migrations. Where the service is the owner itself there is nothing to give. */
export async function grantService(client: pg.Client, role: string): Promise<void> {
  if (await isMighty(client, role)) return
  const statements = [
    ...(await placeStatements(client, role)),
    ...(await tableStatements(client, role)),
    ...(await sequenceStatements(client, role)),
  ]
  // Together they are one transaction: nobody meets a service without rights.
  if (statements.length > 0) await client.query(statements.join(';\n'))
}

/** The owner, or somebody who may act for the owner: doctor warns of that. */
async function isMighty(client: pg.Client, role: string): Promise<boolean> {
  const { rows } = await client.query(`select pg_has_role($1, current_user, 'member') as mighty`, [role])
  return rows[0].mighty
}

async function placeStatements(client: pg.Client, role: string): Promise<string[]> {
  const { rows } = await client.query(
    `select current_schema() as schema, current_database() as database,
       has_schema_privilege($1, current_schema(), 'usage') as enters,
       has_schema_privilege($1, current_schema(), 'create') as creates,
       has_database_privilege($1, current_database(), 'temporary') as creates_temporary`,
    [role],
  )
  const { enters, creates, creates_temporary } = rows[0]
  const [schema, database, name] = [rows[0].schema, rows[0].database, role].map(pg.escapeIdentifier)
  return [
    ...(enters ? [] : [`grant usage on schema ${schema} to ${name}`]),
    ...(creates ? [`revoke create on schema ${schema} from public, ${name}`] : []),
    ...(creates_temporary ? [`revoke temporary on database ${database} from public, ${name}`] : []),
  ]
}

async function tableStatements(client: pg.Client, role: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string; given: Right[] }>(
    `select c.relname::text as name, array(
       select r from unnest($2::text[]) r where has_table_privilege($1, c.oid, r)) as given
     from pg_class c where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
       and pg_has_role(c.relowner, 'usage') order by 1`,
    [role, RIGHTS],
  )
  const to = pg.escapeIdentifier(role)
  return rows.flatMap(({ name, given }) => {
    const wanted = rightsOn(name)
    const excess = given.filter((right) => !wanted.includes(right))
    const missing = wanted.filter((right) => !given.includes(right))
    const table = pg.escapeIdentifier(name)
    return [
      ...(excess.length > 0 ? [`revoke ${excess.join(', ')} on ${table} from ${to}`] : []),
      ...(missing.length > 0 ? [`grant ${missing.join(', ')} on ${table} to ${to}`] : []),
    ]
  })
}

async function sequenceStatements(client: pg.Client, role: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname::text as name from pg_class c
     where c.relnamespace = current_schema()::regnamespace and c.relkind = 'S' and pg_has_role(c.relowner, 'usage')
       and not (has_sequence_privilege($1, c.oid, 'usage') and has_sequence_privilege($1, c.oid, 'select'))`,
    [role],
  )
  return rows.map(
    ({ name }) =>
      `grant usage, select on sequence ${pg.escapeIdentifier(name)} to ${pg.escapeIdentifier(role)}`,
  )
}
