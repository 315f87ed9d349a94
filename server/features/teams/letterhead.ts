// The letterhead of an agency: who it is, or was when a paper was issued, in the looks that it has now.
import type { Letterhead } from '../../render/letterhead.ts'
import type { World } from '../world.ts'
import { type AgencyFacts, agencyLines } from './agency-lines.ts'
import { brandColours } from './contrast.ts'
import { logoUrl } from './profile-view.ts'
import type { Team } from './team-store.ts'

/** What of a team is on its papers, and is copied onto those that must not change any more. */
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
