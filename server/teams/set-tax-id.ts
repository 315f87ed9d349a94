// Says by which CPF or CNPJ a team pays: banks make no boleto for a payer without one. The audit log keeps that it
// changed, not the number.
import { failField } from '../base/values/fail.ts'
import { fingerprint, record } from '../outbox/audit.ts'
import { transaction } from '../outbox/transaction.ts'
import { bareTaxId, isCnpj, isCpf } from '../rules/tax-ids.ts'
import { scopeOf, type World } from '../world.ts'
import { findTeam, setTaxId } from './team-store.ts'

export async function changeTaxId(world: World, teamId: string, text: string): Promise<void> {
  const taxId = readTaxId(text)
  const team = await findTeam(world.pool, teamId)
  if (team === undefined) return failField('team', 'is no team')
  const scope = await scopeOf(world, { teamId: team.id, mode: 'live' })
  await transaction(world, scope, async (tx) => {
    await setTaxId(tx, team.id, taxId)
    record(tx, {
      topic: 'access',
      object: 'team',
      objectId: team.id,
      before: { tax_id_fingerprint: fingerprintOf(team.tax_id) },
      after: { tax_id_fingerprint: fingerprintOf(taxId) },
    })
  })
}

/** Without punctuation. Wrong check digits are refused here: no bank takes them. */
export function readTaxId(text: string): string {
  if (isCpf(text) || isCnpj(text)) return bareTaxId(text)
  return failField('tax_id', 'must be a CPF or CNPJ with right check digits')
}

function fingerprintOf(taxId: string | null): string | null {
  return taxId === null ? null : fingerprint(taxId)
}
