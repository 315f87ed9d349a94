// Teams from the command line.
import { failField } from '../base/values/fail.ts'
import { formatAmount } from '../base/values/money.ts'
import { createTeam } from '../teams/create-team.ts'
import { changeTaxId } from '../teams/set-tax-id.ts'
import { findTeam, listTeams } from '../teams/team-store.ts'
import { handOver } from './hand-over.ts'
import { type Terminal, table } from './terminal.ts'
import { withWorld } from './with-world.ts'

type NewTeam = Partial<
  Record<
    'name' | 'email' | 'tax-id' | 'time-zone' | 'markup' | 'fee' | 'debits' | 'rate-limit' | 'search-limit',
    string
  >
>

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
      rateLimitPerMinute: perMinute('--rate-limit', values['rate-limit']),
      searchLimitPerMinute: perMinute('--search-limit', values['search-limit']),
    }
    const { team, secrets } = await createTeam(world, terms, { isShownUntilUsed: true })
    const keys = [
      `Live key: ${secrets.live}`,
      `Test key: ${secrets.test}`,
      '"setup" shows them again until they are first used.',
    ]
    terminal.say(
      [`Team ${team.id} (${team.name})`, ...handOver(world.config, `keys-of-${team.id}.txt`, keys)].join(
        '\n',
      ),
    )
  })
}

export async function taxIdCommand(
  values: Partial<Record<'team' | 'tax-id', string>>,
  terminal: Terminal,
): Promise<void> {
  await withWorld(terminal, async (world) => {
    const team =
      (await findTeam(world.pool, values.team ?? '')) ?? failField('--team', 'there is no such team')
    await changeTaxId(world, team, values['tax-id'] ?? '')
    terminal.say(`Team ${team.id} (${team.name}) pays by this CPF or CNPJ from now on.`)
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
    terminal.say(table(['id', 'name', 'e-mail', 'time zone', 'markup', 'fee'], body))
  })
}

function perMinute(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  return /^\d{1,7}$/.test(text)
    ? Number(text)
    : failField(name, 'must be a whole number of requests per minute')
}
