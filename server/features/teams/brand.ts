// The letterhead and logo of an agency.
import { createHash } from 'node:crypto'
import { taxIdText } from '../../../contract/tax-ids.ts'
import type { Address, Logo, TeamProfile } from '../../../contract/team-profile.ts'
import type { Queryable } from '../../kernel/db/db.ts'
import type { Scope } from '../../kernel/outbox/transaction.ts'
import { fail } from '../../kernel/values/fail.ts'
import { ownerName } from '../../kernel/values/owner.ts'
import type { Letterhead } from '../../render/letterhead.ts'
import type { World } from '../world.ts'
import { brandColours } from './contrast.ts'
import { LOGO_SIZES, type LogoSize, logoUrl, logoView } from './profile.ts'
import { deleteLogosBut, demandTeam, findLogo, insertLogo, type Team } from './store.ts'
import { changeTeam } from './teams.ts'

/** Missing facts are left out. */
export interface AgencyFacts {
  readonly email: string
  readonly legal_name?: string | null
  readonly tax_id?: string | null
  readonly address?: Address | null
  readonly phone?: string | null
  readonly whatsapp?: string | null
  readonly website?: string | null
}

export function agencyLines(agency: AgencyFacts): string[] {
  const { email, legal_name, tax_id, address, phone, whatsapp, website } = agency
  return [
    joined([legal_name, tax_id && taxIdText(tax_id)]),
    address ? addressLine(address) : '',
    joined([email, website]),
    joined([phone && phoneText(phone), whatsapp && `WhatsApp ${phoneText(whatsapp)}`]),
  ].filter((line) => line !== '')
}

function addressLine({ street, number, complement, district, city, state, postal_code }: Address): string {
  const house = [street, number, complement].filter((part) => part !== null).join(', ')
  return joined([house, district, `${city}/${state}`, `CEP ${postal_code}`])
}

/** Formats a Brazilian number with its country code; others stay as they are. */
export function phoneText(number: string): string {
  return number.replace(/^\+55(\d{2})(\d{4,5})(\d{4})$/, '+55 $1 $2-$3')
}

function joined(parts: readonly (string | null | undefined)[]): string {
  return parts.filter((part) => part !== null && part !== undefined && part !== '').join(' · ')
}

/** The facts of a team that are printed on documents, and copied into issued ones. */
export type Issuer = AgencyFacts & {
  readonly name: string
  readonly footer?: string | null
  readonly payment_instructions?: string | null
}

export function issuerOf(team: Team): Issuer {
  const { name, email, legal_name, tax_id, address, phone, whatsapp, website } = team
  const texts = { footer: team.invoice_footer, payment_instructions: team.payment_instructions }
  return { name, email, legal_name, tax_id, address, phone, whatsapp, website, ...texts }
}

export function letterheadOf(world: World, team: Team, issuer: Issuer = team): Letterhead {
  const { logo, brand_colour, phone, whatsapp, email } = team
  return {
    name: issuer.name,
    lines: agencyLines(issuer),
    contact: { phone, whatsapp, email },
    logo: logo && {
      url: logoUrl(world, logo, 'wide'),
      iconUrl: logoUrl(world, logo, 'icon'),
      width: logo.width,
      height: logo.height,
    },
    colours: brand_colour === null ? null : brandColours(brand_colour),
  }
}

/** Former logos that sent mails still show. */
const LOGOS_KEPT = 5

export async function setLogo(world: World, scope: Scope, file: Buffer): Promise<TeamProfile> {
  const { teamId } = scope.owner
  const { width, height, ...files } = await world.heavyWork.run(ownerName(scope.owner), 'logo', { file })
  // The name includes the team: the same picture of another agency is another logo.
  const name = createHash('sha256').update(teamId).update(files.wide).digest('hex').slice(0, 40)
  return changeTeam(world, scope, async (_known, tx) => {
    await insertLogo(tx, { name, teamId, files, at: world.wall.now() })
    await deleteLogosBut(tx, teamId, LOGOS_KEPT)
    return { logo: { name, width, height } }
  })
}

/** Deletes former logos too, which only old mails show. */
export async function removeLogo(world: World, scope: Scope): Promise<TeamProfile> {
  return changeTeam(world, scope, async ({ id, logo }, tx) => {
    if (logo === null) fail('logo_not_found')
    await deleteLogosBut(tx, id, 0)
    return { logo: null }
  })
}

export async function readLogo(world: World, teamId: string): Promise<Logo> {
  const { logo } = await demandTeam(world.pool, teamId)
  return logo === null ? fail('logo_not_found') : logoView(world, logo)
}

const SIZES = new Map<string, LogoSize>([
  [`${LOGO_SIZES.wide}`, 'wide'],
  [`${LOGO_SIZES.touch_icon}`, 'touch_icon'],
  [`${LOGO_SIZES.icon}`, 'icon'],
])

/** The picture for the file name at the end of its URL. */
export async function readLogoFile(db: Queryable, file: string): Promise<Buffer> {
  const [, name = '', edge = ''] = /^([0-9a-f]{40})-(\d{2,3})\.png$/.exec(file) ?? []
  const size = SIZES.get(edge)
  return (size && (await findLogo(db, name, size))) ?? fail('logo_not_found')
}

/** The logo for documents; null if the agency has none. */
export async function logoPicture(db: Queryable, { logo }: Pick<Team, 'logo'>): Promise<Buffer | null> {
  return logo === null ? null : ((await findLogo(db, logo.name, 'wide')) ?? null)
}
