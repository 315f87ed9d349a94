// Teams from the command line.

import { createTeam } from '../../features/teams/teams.ts'
import { listTeams } from '../../features/teams/store.ts'
import { updateAnyTeam } from '../../features/teams/teams.ts'
import { failField } from '../../kernel/values/fail.ts'
import { formatAmount } from '../../kernel/values/money.ts'
import { handOver } from './hand-over.ts'
import { sayTable, type Terminal } from './terminal.ts'
import { withWorld } from './with-world.ts'

type NewTeam = Partial<
  Record<'name' | 'email' | 'time-zone' | 'markup' | 'fee' | 'debits' | 'rate-limit' | 'search-limit', string>
> &
  ChangeableTerms
type ChangeableTerms = Partial<Record<'tax-id' | 'late-fine' | 'late-interest', string>>

export async function createTeamCommand(values: NewTeam, terminal: Terminal): Promise<void> {
  await withWorld(terminal, async (world) => {
    const terms = {
      name: values.name ?? '',
      email: values.email ?? '',
      taxId: values['tax-id'],
      timeZone: values['time-zone'],
      markupPercent: values.markup,
      feeAmount: values.fee,
      debits: values.debits,
      finePercent: values['late-fine'],
      interestPercent: values['late-interest'],
      rateLimitPerMinute: perMinute('--rate-limit', values['rate-limit']),
      searchLimitPerMinute: perMinute('--search-limit', values['search-limit']),
    }
    const { team, secrets } = await createTeam(world, terms, { isShownUntilUsed: true })
    const lines = [
      `Live key: ${secrets.live}`,
      `Test key: ${secrets.test}`,
      '"setup" shows them again until they are first used.',
    ]
    const keys = { live_key: secrets.live, test_key: secrets.test }
    const given = handOver(world.config, `keys-of-${team.id}.txt`, lines, keys)
    terminal.say([`Team ${team.id} (${team.name})`, ...given.lines].join('\n'), {
      id: team.id,
      name: team.name,
      ...given.value,
    })
  })
}

export async function setTeamCommand(
  values: ChangeableTerms,
  teamId: string,
  terminal: Terminal,
): Promise<void> {
  await withWorld(terminal, async (world) => {
    const taxId = values['tax-id']
    const terms = { fine: values['late-fine'], interest: values['late-interest'] }
    const input = taxId === undefined ? {} : { tax_id: taxId }
    const { name, late_payment } = await updateAnyTeam(world, teamId, input, terms)
    const told = `fine ${late_payment.fine_percent} %, interest ${late_payment.interest_percent} % a month`
    terminal.say(`Team ${teamId} (${name}): ${told}, for invoices that are made from now on`, {
      id: teamId,
      name,
      late_payment,
    })
  })
}

export async function listTeamsCommand(terminal: Terminal): Promise<void> {
  await withWorld(terminal, async (world) => {
    const teams = await listTeams(world.pool)
    const body = teams.map((team) => [
      team.id,
      team.name,
      team.email,
      team.time_zone,
      `${Number(team.markup_percent)} %`,
      formatAmount(team.fee_cents),
    ])
    sayTable(terminal, ['id', 'name', 'e-mail', 'time zone', 'markup', 'fee'], body)
  })
}

function perMinute(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  return /^\d{1,7}$/.test(text)
    ? Number(text)
    : failField(name, 'must be a whole number of requests per minute')
}
