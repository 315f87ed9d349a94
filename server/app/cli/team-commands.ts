// Teams on the command line.

import { readFile } from 'node:fs/promises'
import type { Phrase } from '../../../contract/phrases/phrase.ts'
import { TeamChange, type TeamProfile } from '../../../contract/team-profile.ts'
import { removeLogo, setLogo } from '../../features/teams/brand.ts'
import { profileView } from '../../features/teams/profile.ts'
import { findTeam, listTeams, type Team } from '../../features/teams/store.ts'
import { createTeam, updateAnyTeam } from '../../features/teams/teams.ts'
import { scopeOf, type World } from '../../features/world.ts'
import { formatAmount, formatBrl } from '../../kernel/values/money.ts'
import { validatorCompiler } from '../http/validation.ts'
import type { ProfileValues } from './commands.ts'
import { refuseArgument } from './failures.ts'
import { handOver } from './hand-over.ts'
import { type Cell, joined, same, sayTable, type Terminal } from './terminal.ts'
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
    const lines: Phrase[] = [
      [`Live key: ${secrets.live}`, `Chave de produção: ${secrets.live}`],
      [`Test key: ${secrets.test}`, `Chave de teste: ${secrets.test}`],
      [
        '"setup" shows them again until they are first used.',
        '"setup" as mostra de novo até o primeiro uso.',
      ],
    ]
    const keys = { live_key: secrets.live, test_key: secrets.test }
    const given = handOver(world.config, `keys-of-${team.id}.txt`, lines, keys)
    const head: Phrase = [`Team ${team.id} (${team.name})`, `Agência ${team.id} (${team.name})`]
    terminal.say(joined([head, ...given.lines]), {
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
    const { fine_percent: fine, interest_percent: interest } = late_payment
    const text: Phrase = [
      `Team ${teamId} (${name}): fine ${fine} %, interest ${interest} % a month, for invoices that are made from now on`,
      `Agência ${teamId} (${name}): multa de ${comma(fine)}% e juros de mora de ${comma(interest)}% ao mês, para faturas criadas a partir de agora`,
    ]
    terminal.say(text, {
      id: teamId,
      name,
      late_payment,
    })
  })
}

const comma = (percent: string | number) => String(percent).replace('.', ',')

export async function listTeamsCommand(terminal: Terminal): Promise<void> {
  await withWorld(terminal, async (world) => {
    const teams = await listTeams(world.pool)
    const body = teams.map((team): Cell[] => [
      team.id,
      team.name,
      team.email,
      team.time_zone,
      `${Number(team.markup_percent)} %`,
      [formatAmount(team.fee_cents), formatBrl(team.fee_cents)],
    ])
    sayTable(terminal, HEAD, body)
  })
}

const HEAD: readonly Phrase[] = [
  ['id', 'id'],
  ['name', 'nome'],
  ['e-mail', 'e-mail'],
  ['time zone', 'fuso horário'],
  ['markup', 'markup'],
  ['fee', 'taxa'],
]

function perMinute(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  return /^\d{1,7}$/.test(text)
    ? Number(text)
    : refuseArgument(name, [
        'must be a whole number of requests per minute',
        'informe um número inteiro de requisições por minuto.',
      ])
}

// The profile of an agency on the command line: same fields, validation and audit log as the API.

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
  return (await findTeam(pool, id)) ?? refuseArgument('team', ['is no team', 'esta agência não existe.'])
}

async function changeLogo(world: World, teamId: string, file: string): Promise<TeamProfile> {
  const scope = await scopeOf(world, { teamId, mode: 'live' })
  return file === '' ? removeLogo(world, scope) : setLogo(world, scope, await readFile(file))
}

const ADDRESS = ['street', 'number', 'complement', 'district', 'city', 'state', 'postal-code'] as const

/** The body of the API's request. */
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

/** The options that were given; an empty value is none. */
function said(entries: readonly (readonly [string, unknown])[]): object {
  return Object.fromEntries(
    entries.flatMap(([name, value]) => (value === undefined ? [] : [[name, value === '' ? null : value]])),
  )
}

function switchOf(text: string): [string, boolean] {
  const [, name = '', state] = /^\s*(\w+)=(on|off)\s*$/.exec(text) ?? []
  return name === ''
    ? refuseArgument('mails', [
        'must be names with on or off, such as booking_created=off',
        'informe nomes com on ou off, como booking_created=off.',
      ])
    : [name, state === 'on']
}

/** Validated by the API's own schema. */
function checked(input: object): TeamChange {
  const validate = validatorCompiler({ schema: TeamChange, httpPart: 'body', method: 'PATCH', url: '' })
  const result: { value?: TeamChange; error?: Error } = Object(validate(input))
  if (result.error !== undefined || result.value === undefined) throw result.error
  return result.value
}

function sayProfile(terminal: Terminal, profile: TeamProfile): void {
  terminal.say(same(shown(profile)), profile)
}

/** One line for each field, by its API name. */
function shown(profile: object, before = ''): string {
  return Object.entries(profile)
    .map(([name, value]) => {
      const isGroup = typeof value === 'object' && value !== null && !Array.isArray(value)
      if (isGroup) return shown(value, `${before}${name}.`)
      return `${before}${name}: ${value === null ? '' : String(value)}`
    })
    .join('\n')
}
