// The profile of an agency from the command line: the same fields, checks and audit log as by the API.
import { readFile } from 'node:fs/promises'
import { TeamChange, type TeamProfile } from '../../../contract/team-profile.ts'
import { profileView } from '../../features/teams/profile.ts'
import { removeLogo, setLogo } from '../../features/teams/brand.ts'
import { findTeam, type Team } from '../../features/teams/store.ts'
import { updateAnyTeam } from '../../features/teams/teams.ts'
import { scopeOf, type World } from '../../features/world.ts'
import { failField } from '../../kernel/values/fail.ts'
import { validatorCompiler } from '../http/validation.ts'
import type { ProfileValues } from './profile-options.ts'
import type { Terminal } from './terminal.ts'
import { withWorld } from './with-world.ts'

export async function showTeamCommand(teamId: string, terminal: Terminal): Promise<void> {
  await withWorld(terminal, async (world) => {
    sayProfile(terminal, profileView(world, await knownTeam(world, teamId)))
  })
}

export async function updateTeamCommand(given: ProfileValues, id: string, terminal: Terminal): Promise<void> {
  await withWorld(terminal, async (world) => {
    const input = checked(changeOf(given, await knownTeam(world, id)))
    const late = { fine: given['late-fine'], interest: given['late-interest'] }
    const updated = await updateAnyTeam(world, id, input, late)
    sayProfile(terminal, given.logo === undefined ? updated : await changeLogo(world, id, given.logo))
  })
}

async function knownTeam({ pool }: World, id: string): Promise<Team> {
  return (await findTeam(pool, id)) ?? failField('team', 'is no team')
}

async function changeLogo(world: World, teamId: string, file: string): Promise<TeamProfile> {
  const scope = await scopeOf(world, { teamId, mode: 'live' })
  return file === '' ? removeLogo(world, scope) : setLogo(world, scope, await readFile(file))
}

const ADDRESS = ['street', 'number', 'complement', 'district', 'city', 'state', 'postal-code'] as const

/** As the API would be sent it. */
function changeOf(values: ProfileValues, { address }: Team): object {
  const { mails, suppliers } = values
  const list = (text: string | undefined) => text?.split(',').map((part) => part.trim())
  const airlines = values['without-airlines']
  const moved = ADDRESS.filter((name) => values[name] !== undefined)
  const change = {
    name: values.name,
    legal_name: values['legal-name'],
    tax_id: values['tax-id'],
    email: values.email,
    reply_to: values['reply-to'],
    phone: values.phone,
    whatsapp: values.whatsapp,
    website: values.website,
    brand_colour: values.colour,
    time_zone: values['time-zone'],
    language: values.language,
    ...(moved.length > 0 && {
      address: { ...address, ...said(moved.map((name) => [name.replace('-', '_'), values[name]])) },
    }),
    invoice_texts: said([
      ['footer', values.footer],
      ['payment_instructions', values['payment-instructions']],
    ]),
    ...(mails !== undefined && { notifications: Object.fromEntries(mails.split(',').map(switchOf)) }),
    search: said([
      ['suppliers', suppliers === '' ? null : list(suppliers)],
      ['without_airlines', airlines === '' ? [] : list(airlines)],
    ]),
  }
  return said(Object.entries(change))
}

/** What was typed at all; empty is none. */
function said(entries: readonly (readonly [string, unknown])[]): object {
  return Object.fromEntries(
    entries.flatMap(([name, value]) => (value === undefined ? [] : [[name, value === '' ? null : value]])),
  )
}

function switchOf(text: string): [string, boolean] {
  const [, name = '', state] = /^\s*(\w+)=(on|off)\s*$/.exec(text) ?? []
  return name === ''
    ? failField('mails', 'must be names with on or off, such as booking_created=off')
    : [name, state === 'on']
}

/** Refused by the words of the API's own schema. */
function checked(input: object): TeamChange {
  const validate = validatorCompiler({ schema: TeamChange, httpPart: 'body', method: 'PATCH', url: '' })
  const result: { value?: TeamChange; error?: Error } = Object(validate(input))
  if (result.error !== undefined || result.value === undefined) throw result.error
  return result.value
}

function sayProfile(terminal: Terminal, profile: TeamProfile): void {
  terminal.say(shown(profile), profile)
}

/** One line for each part, by its name in the API. */
function shown(profile: object, before = ''): string {
  return Object.entries(profile)
    .map(([name, value]) => {
      const isGroup = typeof value === 'object' && value !== null && !Array.isArray(value)
      if (isGroup) return shown(value, `${before}${name}.`)
      return `${before}${name}: ${value === null ? '' : String(value)}`
    })
    .join('\n')
}
