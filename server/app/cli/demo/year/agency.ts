// The sample agency itself: its team, its people and its profile.
import { readFileSync } from 'node:fs'

import type { Joined } from '../../../../../contract/people.ts'
import type { Role } from '../../../../../contract/roles.ts'
import type { TeamProfile } from '../../../../../contract/team-profile.ts'
import { invitePerson } from '../../../../features/people/invitations.ts'
import { AT_COMMAND_LINE } from '../../../../features/people/members.ts'
import { anyPerson, findPersonByEmail } from '../../../../features/people/person-store.ts'
import { setOperator } from '../../../../features/people/profile.ts'
import { createTeam, type NewTeam } from '../../../../features/teams/teams.ts'
import { scopeOf, type World } from '../../../../features/world.ts'
import { randomToken } from '../../../../kernel/crypto/secret-box.ts'
import type { Config } from '../../../boot/config.ts'
import { makeService } from '../../remote/call-service.ts'

export const AGENCY_NAME = 'Horizonte Viagens'
const COLLEAGUES: readonly (readonly [name: string, mailbox: string, role: Role])[] = [
  ['Helena Prado', 'helena', 'owner'],
  ['Caio Brandão', 'caio', 'agent'],
  ['Luísa Meirelles', 'luisa', 'agent'],
  ['Roberto Tanaka', 'roberto', 'finance'],
]

export interface SampleAgency {
  readonly made: NewTeam
  readonly email: string
  readonly password: string
  /** Whether the owner is the first person, and so the operator of the installation. */
  readonly isFirst: boolean
  /** Who sells: the owner and the agents. */
  readonly sellers: readonly string[]
}

const PASSWORD_BYTES = 12

export async function makeAgency(world: World<Config>, url: string): Promise<SampleAgency> {
  const isFirst = !(await anyPerson(world.pool))
  const made = await createTeam(world, {
    name: AGENCY_NAME,
    email: 'contato@horizonte.example',
    markupPercent: '8',
    feeAmount: '40.00',
    finePercent: '2',
    interestPercent: '1',
    rateLimitPerMinute: REQUESTS_PER_MINUTE,
    searchLimitPerMinute: REQUESTS_PER_MINUTE,
  })
  const { call } = makeService({ url, key: made.secrets.live })
  await call<{ data: TeamProfile }>('PATCH', '/api/v1/team', PROFILE)
  await setLogo(url, made.secrets.live)
  const domain = await freeDomain(world)
  const password = randomToken(PASSWORD_BYTES)
  const scope = await scopeOf(world, { teamId: made.team.id, mode: 'live' })
  const sellers: string[] = []
  for (const [name, mailbox, role] of COLLEAGUES) {
    let token = ''
    const shows = (shown: string) => {
      token = shown
    }
    await invitePerson(
      world,
      scope,
      { email: `${mailbox}@${domain}`, role },
      { giver: AT_COMMAND_LINE, shows },
    )
    const response = { token, name, password }
    const { data } = await call<{ data: Joined }>('POST', '/api/v1/invitations/accept', response)
    if (role === 'owner' || role === 'agent') sellers.push(data.person_id)
  }
  const email = `helena@${domain}`
  // The first person ends the setup link, so there must be an operator.
  if (isFirst) await setOperator(world, email, true)
  return { made, email, password, isFirst, sellers }
}

const REQUESTS_PER_MINUTE = 100_000

const PROFILE = {
  legal_name: 'Horizonte Viagens e Turismo Ltda.',
  tax_id: '12.345.678/0001-95',
  phone: '+551130000000',
  whatsapp: '+5511990000000',
  website: 'https://horizonte.example',
  brand_colour: '#0a6e5c',
  address: {
    postal_code: '01310-100',
    street: 'Avenida Paulista',
    number: '1500',
    district: 'Bela Vista',
    city: 'São Paulo',
    state: 'SP',
  },
  payment_methods: ['pix', 'boleto', 'card', 'pix_automatic'],
  payment_reminders: { days_before: [3], days_after: [3, 10] },
  invoice_texts: { footer: 'Horizonte Viagens e Turismo Ltda. – Cadastur 26.000000.10.0001-1' },
}

/** The command can run again: every agency has a domain of its own. */
async function freeDomain({ pool }: World): Promise<string> {
  for (let number = 1; ; number++) {
    const domain = `horizonte${number === 1 ? '' : number}.example`
    if ((await findPersonByEmail(pool, `helena@${domain}`)) === undefined) return domain
  }
}

const LOGO = new URL('./logo.png', import.meta.url)

async function setLogo(url: string, key: string): Promise<void> {
  const response = await fetch(`${url}/api/v1/team/logo`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'image/png' },
    body: new Uint8Array(readFileSync(LOGO)),
  })
  if (!response.ok) throw new Error(`The logo was refused: ${await response.text()}`)
}
