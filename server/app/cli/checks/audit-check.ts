// Proves the audit log: every entry follows from the one before it.
import { proveAudit } from '../../../features/audit/store.ts'
import { type Finding, numberOf, ok, problem } from '../../../features/readiness/readiness.ts'
import type { Check, Patient } from '../../checks/check.ts'

export const AUDIT_CHECK: Check = { name: 'audit log', run: checkAudit }

const NAMED_MAX = 5

async function checkAudit({ client }: Patient): Promise<Finding> {
  const faults = await proveAudit(client, null)
  if (faults.length === 0) return ok('every entry follows from the one before it')
  const named = faults.slice(0, NAMED_MAX).map(({ chain, fault }) => `${chain}: ${fault}`)
  return problem(
    `${numberOf(faults.length, 'fault')} in the audit log (${named.join('; ')})`,
    'Somebody changed rows past the service. Find out who has access to the database, and compare with a backup.',
  )
}
