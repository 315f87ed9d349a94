// People on the command line: listing them, operators, and invitations for a team that lost its owners.
import { RESET_PAGE } from '../../../contract/links.ts'
import { ROLES, type Role } from '../../../contract/roles.ts'
import { invitationUrl, invitePerson } from '../../features/people/invitations.ts'
import { AT_COMMAND_LINE } from '../../features/people/members.ts'
import { resetAtHand } from '../../features/people/password-resets.ts'
import { listEverybody } from '../../features/people/person-store.ts'
import { setOperator } from '../../features/people/profile.ts'
import { renewSetupLink } from '../../features/people/setup.ts'
import { readFirstKeys } from '../../features/teams/api-keys.ts'
import { makeFirstTeam } from '../../features/teams/teams.ts'
import { scopeOf } from '../../features/world.ts'
import { fingerprint } from '../../kernel/outbox/audit.ts'
import { failField } from '../../kernel/values/fail.ts'
import { readConfig } from '../boot/config.ts'
import { openWorld } from '../boot/world.ts'
import { handOver, handOverFirstKeys, handOverSetupLink } from './hand-over.ts'
import { knownTeam } from './key-commands.ts'
import { sayTable, type Terminal } from './terminal.ts'
import { atTerminal, warnings, withWorld } from './with-world.ts'

export async function listPeopleCommand(teamId: string | undefined, terminal: Terminal): Promise<void> {
  await withWorld(terminal, async (world) => {
    const team = teamId === undefined ? null : await knownTeam(world, teamId)
    const people = await listEverybody(world.pool, team)
    const body = people.map(({ id, email, name, is_operator, teams }) => [
      id,
      email,
      name,
      is_operator ? 'operator' : '',
      teams ?? '',
    ])
    sayTable(terminal, ['id', 'e-mail', 'name', 'installation', 'teams'], body, NOBODY)
  })
}

const NOBODY = 'There are no accounts yet; "setup" shows the link that creates the first.'

type Invited = Partial<Record<'team' | 'email' | 'role', string>>

/** Prints the link too: access to the command line is access to the database. */
export async function invitePersonCommand(values: Invited, terminal: Terminal): Promise<void> {
  await withWorld(terminal, async (world) => {
    const scope = await scopeOf(world, { teamId: await knownTeam(world, values.team), mode: 'live' })
    const input = { email: emailOf(values.email), role: roleNamed(values.role) }
    let link = ''
    const { id, email } = await invitePerson(world, scope, input, {
      giver: AT_COMMAND_LINE,
      shows: (token) => {
        link = invitationUrl(world.address.url, token)
      },
    })
    const secret = [`Link: ${link}`, 'It works once, and is in the mail too, where one can be sent.']
    const given = handOver(world.config, `${id}.txt`, secret, { link })
    terminal.say([`Invitation ${id} for ${email}`, ...given.lines].join('\n'), { id, email, ...given.value })
  })
}

export async function resetPasswordCommand(email: string, terminal: Terminal): Promise<void> {
  await withWorld(terminal, async (world) => {
    const { person, token } = await resetAtHand(world, email)
    const link = `${world.address.url}${RESET_PAGE}#${token}`
    const secret = [
      `Link: ${link}`,
      'It sets a new password once, within an hour, and ends every session. A second factor is asked for as ever.',
    ]
    const fileName = `reset-link-${fingerprint(token)}.txt`
    const given = handOver(world.config, fileName, secret, { link })
    terminal.say([`For ${person.name} (${person.id})`, ...given.lines].join('\n'), {
      person_id: person.id,
      ...given.value,
    })
  })
}

export async function setOperatorCommand(
  email: string,
  isOperator: boolean,
  terminal: Terminal,
): Promise<void> {
  await withWorld(terminal, async (world) => {
    const { person, changed } = await setOperator(world, email, isOperator)
    const what = isOperator ? 'an operator of the installation' : 'no operator of the installation'
    terminal.say(`${person.name} (${person.id}) ${changed ? 'is now' : 'was already'} ${what}.`, {
      person_id: person.id,
      operator: isOperator,
      changed,
    })
  })
}

function emailOf(text = ''): string {
  return /^\S+@\S+$/.test(text) ? text : failField('--email', 'must be an e-mail address')
}

function roleNamed(name: string | undefined): Role {
  return ROLES.find((role) => role === name) ?? failField('--role', `must be one of ${ROLES.join(', ')}`)
}

// `setup`: creates the first team of an empty database, and shows its keys until they are used.

export async function setup(
  { name, email }: { name?: string; email?: string },
  terminal: Terminal,
): Promise<void> {
  const config = readConfig(terminal.settings())
  const { world, underLock, close } = await openWorld(config, warnings(terminal), { share: true })
  try {
    const made = await underLock(() =>
      makeFirstTeam(
        { ...world, by: atTerminal(terminal) },
        { ...(name && { name }), ...(email && { email }) },
      ),
    )
    if (made !== null)
      terminal.say(`Team ${made.team.id} (${made.team.name}) was made.`, { team_id: made.team.id })
    const link = handOverSetupLink(config, await renewSetupLink(world))
    const lines = [...handOverFirstKeys(config, await readFirstKeys(world)), ...link]
    if (lines.length > 0) terminal.say(lines.join('\n'), { handed_over: lines })
    else if (made === null)
      terminal.say(
        'There is a team with an owner, and its first keys were used. "team create" and "key create" make others.',
      )
  } finally {
    await close()
  }
}
