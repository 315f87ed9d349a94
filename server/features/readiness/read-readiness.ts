// The go-live check as the API answers it: to a team what concerns it, to operators all of it.
import type { Readiness, ReadinessCheck as Shown } from '../../../contract/readiness.ts'
import type { Owner } from '../../kernel/outbox/owner.ts'
import type { World } from '../world.ts'
import { checkInvoiceBank, type Examined, READINESS_CHECKS, type ReadinessConfig } from './checks.ts'
import { type Finding, problem } from './finding.ts'

export async function readReadiness(
  { config, pool, wall }: World<ReadinessConfig>,
  owner: Owner,
  isOperator: boolean,
): Promise<Readiness> {
  const examined = { config, client: pool, wall }
  const wanted = READINESS_CHECKS.filter(({ isForTeams }) => isOperator || isForTeams)
  const checks: Shown[] = []
  for (const { name, run } of wanted) checks.push(shown(name, await run(examined)))
  checks.push(shown('invoice bank', await checkInvoiceBank(examined, owner)))
  return { ready: checks.every(({ status }) => status !== 'missing'), checks }
}

/** What keeps an installation from real customers, in a line each; what could not be looked at is in it too. */
export async function missingThings(examined: Examined): Promise<string[]> {
  const lines: string[] = []
  for (const { name, run } of READINESS_CHECKS) {
    const { state, text } = await run(examined).catch((error: Error) => problem(error.message, ''))
    if (state === 'missing' || state === 'problem') lines.push(`${name}: ${text}`)
  }
  return lines
}

function shown(name: string, { state, text, advice }: Finding): Shown {
  const status = state === 'problem' ? 'missing' : state
  return { name, status, message: text, action: advice ?? null }
}
