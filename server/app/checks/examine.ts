// What operators see of the installation while it runs: the checks that are quick, and change nothing.
import type { InstallationFinding } from '../../../contract/installation.ts'
import { coded, problem } from '../../features/readiness/readiness.ts'
import type { World } from '../../features/world.ts'
import type { QuickCheck } from './check.ts'
import { DOUBT_CHECK } from './doubt-check.ts'
import { MONEY_CHECKS } from './money-checks.ts'
import { ROLE_CHECK } from './role-check.ts'
import { RUNNING_CHECKS } from './running-checks.ts'
import { STORAGE_CHECK } from './storage-check.ts'

const QUICK: readonly QuickCheck[] = [
  ROLE_CHECK,
  ...RUNNING_CHECKS,
  DOUBT_CHECK,
  STORAGE_CHECK,
  ...MONEY_CHECKS,
]

export async function examine({ pool, wall, config }: World): Promise<InstallationFinding[]> {
  const findings: InstallationFinding[] = []
  for (const { name, run } of QUICK) {
    const finding = await run({ config, client: pool, alone: false, wall }).catch((error: Error) =>
      coded('not_checked', problem(error.message, CANNOT_LOOK), { reason: error.message }),
    )
    if (finding === null) continue
    const { state, code, values, text, advice = null } = finding
    findings.push({ check: name, state, code, values, text, advice })
  }
  return findings
}

export const CANNOT_LOOK = 'This check could not be made; the sentence before says why.'
