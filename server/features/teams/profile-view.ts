// The only maker of what /team shows.
import { TEAM_LOGO_PATH } from '../../../contract/links.ts'
import { type Logo, NOTIFICATIONS, type TeamProfile } from '../../../contract/team-profile.ts'
import { isoTimestamp } from '../../kernel/values/dates.ts'
import type { World } from '../world.ts'
import { textOn } from './contrast.ts'
import type { StoredLogo, Team } from './team-store.ts'

/** Edges in pixels, as they stand in the addresses. */
export const LOGO_SIZES = { wide: 512, touch_icon: 180, icon: 64 } as const
export type LogoSize = keyof typeof LOGO_SIZES

export function profileView(world: World, team: Team): TeamProfile {
  const { brand_colour: colour, suppliers, without_airlines } = team
  return {
    id: team.id,
    name: team.name,
    legal_name: team.legal_name,
    tax_id: team.tax_id,
    email: team.email,
    reply_to: team.reply_to,
    phone: team.phone,
    whatsapp: team.whatsapp,
    website: team.website,
    address: team.address,
    brand_colour: colour,
    brand_text_colour: colour === null ? null : textOn(colour),
    logo: team.logo && logoView(world, team.logo),
    time_zone: team.time_zone,
    language: team.language,
    currency: 'BRL',
    late_payment: {
      fine_percent: Number(team.fine_percent),
      interest_percent: Number(team.interest_percent),
    },
    invoice_texts: { footer: team.invoice_footer, payment_instructions: team.payment_instructions },
    notifications: { ...NOTIFICATIONS, ...team.notifications },
    payment_reminders: { days_before: team.reminder_days_before, days_after: team.reminder_days_after },
    search: {
      suppliers,
      without_airlines,
      connected_suppliers: world.suppliers.map(({ name }) => name),
    },
    created_at: isoTimestamp(team.created_at),
  }
}

export function logoView(world: World, logo: StoredLogo): Logo {
  const { width, height } = logo
  return {
    url: logoUrl(world, logo, 'wide'),
    touch_icon_url: logoUrl(world, logo, 'touch_icon'),
    icon_url: logoUrl(world, logo, 'icon'),
    width,
    height,
  }
}

export function logoUrl({ address }: World, { name }: StoredLogo, size: LogoSize): string {
  return `${address.url}${TEAM_LOGO_PATH}/${name}-${LOGO_SIZES[size]}.png`
}
