// The charge that a bank may tell of. A team's own bank must not be believed about what the operator's was asked to
// collect, whatever it says: the team may be the bank.
import type { Queryable } from '../../kernel/db/db.ts'
import { type ChargeRow, findChargeByTxid } from './charge-store.ts'
import { findAnyProvider, type ProviderRow } from './provider-store.ts'

/**
 * One that was made through it, or through another connection of the same owner for the same purpose: credentials are
 * renewed by connecting anew.
 */
export async function chargeToldBy(
  db: Queryable,
  teller: ProviderRow,
  txid: string,
): Promise<ChargeRow | undefined> {
  const charge = await findChargeByTxid(db, txid)
  if (charge === undefined || charge.provider_id === null) return undefined
  if (charge.provider_id === teller.id) return charge
  const maker = await findAnyProvider(db, charge.provider_id)
  const isSame = maker?.purpose === teller.purpose && maker.team_id === teller.team_id
  return isSame && maker.mode === teller.mode ? charge : undefined
}
