// Dates, timestamps, amounts and client ids of invoicing requests, read strictly; a fault names its field.
import type { Mode } from '../../contract/teams.ts'
import { parseDate, parseTimestamp } from '../base/dates.ts'
import type { Queryable } from '../base/db.ts'
import { fail, failField } from '../base/fail.ts'
import { uuidFromClientId } from '../base/ids.ts'
import { type Cents, centsFromNumber } from '../base/money.ts'
import { type ClientRow, findClient } from '../clients/client-store.ts'

export function readDate(field: string, text: string): string {
  return (parseDate(text) ?? failField(field, 'must be a date such as 2026-11-15')).toString()
}

export function readOptionalDate(field: string, text: string | null | undefined): string | null {
  return text === null || text === undefined ? null : readDate(field, text)
}

/** Undefined stays so, as it means that nothing was said; null means that there is none. */
export function readTimestamp(field: string, text: string | null | undefined): Date | null | undefined {
  if (text === null || text === undefined) return text
  return parseTimestamp(text) ?? failField(field, 'must be a timestamp such as 2026-11-15T12:00:00.000Z')
}

export function readAmount(field: string, amount: number): Cents {
  return centsFromNumber(amount) ?? failField(field, 'must be an amount with at most two decimals')
}

/** The UUID by either spelling; what is spelled in no way is nobody's. */
export function readClientId(id: string): string {
  return uuidFromClientId(id) ?? fail('client_not_found')
}

export async function demandClient(
  db: Queryable,
  owner: { teamId: string; mode: Mode },
  uuid: string,
): Promise<ClientRow> {
  return (await findClient(db, owner, uuid)) ?? fail('client_not_found')
}
