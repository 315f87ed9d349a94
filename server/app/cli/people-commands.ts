// People on the command line: listing them, operators, and invitations for a team that lost its owners.
import { RESET_PAGE } from '../../../contract/links.ts'
import type { Phrase } from '../../../contract/phrases/phrase.ts'
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
import { readConfig } from '../boot/config.ts'
import { openWorld } from '../boot/world.ts'
import { refuseArgument } from './failures.ts'
import { handOver, handOverFirstKeys, handOverSetupLink } from './hand-over.ts'
import { knownTeam, oneOf } from './key-commands.ts'
import { type Cell, joined, same, sayTable, type Terminal } from './terminal.ts'
import { atTerminal, warnings, withWorld } from './with-world.ts'

export async function listPeopleCommand(teamId: string | undefined, terminal: Terminal): Promise<void> {
  await withWorld(terminal, async (world) => {
    const team = teamId === undefined ? null : await knownTeam(world, teamId)
    const people = await listEverybody(world.pool, team)
    const body = people.map(({ id, email, name, is_operator, teams }): Cell[] => [
      id,
      email,
      name,
      is_operator ? ['operator', 'administrador'] : '',
      teams ?? '',
    ])
    sayTable(terminal, HEAD, body, NOBODY)
  })
}

const HEAD: readonly Phrase[] = [
  ['id', 'id'],
  ['e-mail', 'e-mail'],
  ['name', 'nome'],
  ['installation', 'instalação'],
  ['teams', 'agências'],
]

const NOBODY: Phrase = [
  'There are no accounts yet; "setup" shows the link that creates the first.',
  'Ainda não há contas; "setup" mostra o link que cria a primeira.',
]

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
    const secret: Phrase[] = [
      same(`Link: ${link}`),
      [
        'It works once, and is in the mail too, where one can be sent.',
        'Ele vale uma vez e vai também no e-mail, se for possível enviar.',
      ],
    ]
    const given = handOver(world.config, `${id}.txt`, secret, { link })
    const head: Phrase = [`Invitation ${id} for ${email}`, `Convite ${id} para ${email}`]
    terminal.say(joined([head, ...given.lines]), { id, email, ...given.value })
  })
}

export async function resetPasswordCommand(email: string, terminal: Terminal): Promise<void> {
  await withWorld(terminal, async (world) => {
    const { person, token } = await resetAtHand(world, email)
    const link = `${world.address.url}${RESET_PAGE}#${token}`
    const secret: Phrase[] = [
      same(`Link: ${link}`),
      [
        'It sets a new password once, within an hour, and ends every session. A second factor is asked for as ever.',
        'Ele define uma nova senha uma vez, em até uma hora, e encerra todas as sessões. O segundo fator continua sendo pedido.',
      ],
    ]
    const fileName = `reset-link-${fingerprint(token)}.txt`
    const given = handOver(world.config, fileName, secret, { link })
    const head: Phrase = [`For ${person.name} (${person.id})`, `Para ${person.name} (${person.id})`]
    terminal.say(joined([head, ...given.lines]), {
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
    const who = `${person.name} (${person.id})`
    const what = isOperator ? 'an operator of the installation' : 'no operator of the installation'
    const english = `${who} ${changed ? 'is now' : 'was already'} ${what}.`
    terminal.say([english, `${who} ${operatorNow(isOperator, changed)}.`], {
      person_id: person.id,
      operator: isOperator,
      changed,
    })
  })
}

function operatorNow(isOperator: boolean, changed: boolean): string {
  if (changed)
    return isOperator ? 'agora é administrador da instalação' : 'deixou de ser administrador da instalação'
  return isOperator ? 'já era administrador da instalação' : 'já não era administrador da instalação'
}

function emailOf(text = ''): string {
  if (/^\S+@\S+$/.test(text)) return text
  return refuseArgument('--email', ['must be an e-mail address', 'informe um endereço de e-mail.'])
}

function roleNamed(name: string | undefined): Role {
  return ROLES.find((role) => role === name) ?? refuseArgument('--role', oneOf(ROLES))
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
    if (made !== null) {
      const { id, name: called } = made.team
      const text: Phrase = [`Team ${id} (${called}) was made.`, `A agência ${id} (${called}) foi criada.`]
      terminal.say(text, { team_id: id })
    }
    const link = handOverSetupLink(config, await renewSetupLink(world))
    const lines = [...handOverFirstKeys(config, await readFirstKeys(world)), ...link]
    if (lines.length > 0) terminal.say(joined(lines), { handed_over: lines.map(([english]) => english) })
    else if (made === null)
      terminal.say([
        'There is a team with an owner, and its first keys were used. "team create" and "key create" make others.',
        'Já há uma agência com proprietário, e as primeiras chaves dela foram usadas. "team create" e "key create" criam outras.',
      ])
  } finally {
    await close()
  }
}
