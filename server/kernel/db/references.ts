// Finds rows by metadata and external reference.
import { type RawBuilder, sql } from 'kysely'
import type { ReferencesFilter } from '../../../contract/references.ts'
import type { Owner } from '../values/owner.ts'

type Table =
  | 'clients'
  | 'bookings'
  | 'invoices'
  | 'credit_notes'
  | 'quotes'
  | 'recurring_invoices'
  | 'recharges'
  | 'trips'

/** Undefined if the query has neither. */
export function referencesIn({
  metadata,
  external_reference,
}: ReferencesFilter): ReferencesFilter | undefined {
  if (metadata === undefined && external_reference === undefined) return undefined
  return { ...(metadata && { metadata }), ...(external_reference !== undefined && { external_reference }) }
}

/**
 * The ids of an owner's rows with these references, for comparison with an id. As an array, so that the index
 * finds them whatever the order of the page.
 */
export function idsReferenced(
  table: Table,
  { teamId, mode }: Owner,
  { metadata, external_reference }: ReferencesFilter,
): RawBuilder<string> {
  const conditions = [sql`team_id = ${teamId} and mode = ${mode}`]
  if (external_reference !== undefined) conditions.push(sql`external_reference = ${external_reference}`)
  if (metadata !== undefined) {
    const wanted = JSON.stringify({ ...metadata, '': `${teamId} ${mode}` })
    conditions.push(
      sql`metadata <> '{}' and (metadata || jsonb_object(array['', team_id || ' ' || mode])) @> ${wanted}::jsonb`,
    )
  }
  return sql`any(array(select id from ${sql.table(table)} where ${sql.join(conditions, sql` and `)}))`
}
