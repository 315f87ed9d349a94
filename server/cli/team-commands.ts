// Teams from the command line.
import { parseArgs } from 'node:util'
import { formatAmount } from '../base/money.ts'
import { createTeam } from '../teams/create-team.ts'
import { listTeams } from '../teams/team-store.ts'
import { say, table } from './terminal.ts'
import { withWorld } from './with-world.ts'

export async function createTeamCommand(args: string[]): Promise<void> {
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    args,
    options: { name: text, email: text, 'time-zone': text, markup: text, fee: text },
  })
  await withWorld(async (world) => {
    const { team, secrets } = await createTeam(world, {
      name: values.name ?? '',
      email: values.email ?? '',
      timeZone: values['time-zone'],
      markupPercent: values.markup,
      feeAmount: values.fee,
    })
    say(
      `Team ${team.id} (${team.name})\nLive key: ${secrets.live}\nTest key: ${secrets.test}\n` +
        'The keys are shown only now.',
    )
  })
}

export async function listTeamsCommand(): Promise<void> {
  await withWorld(async (world) => {
    const teams = await listTeams(world.pool)
    const body = teams.map((team) => [
      team.id,
      team.name,
      team.email,
      team.time_zone,
      `${Number(team.markup_percent)} %`,
      formatAmount(team.fee_cents),
    ])
    say(table(['id', 'name', 'e-mail', 'time zone', 'markup', 'fee'], body))
  })
}
