// What can be invoiced to a client: items of trips that the agency collects and has not invoiced whole.
import type { TeamLanguage } from '../../../contract/team-profile.ts'
import type { BillableItem, TripItemKind, TripItemStatus } from '../../../contract/trips.ts'
import { type Queryable, statement } from '../../kernel/db/db.ts'
import { type Cents, numberFromCents } from '../../kernel/values/money.ts'
import type { Owner } from '../../kernel/values/owner.ts'
import type { ClientRow } from '../clients/store.ts'
import { languageOf } from '../notifications/queue-mail.ts'
import { demandTeam } from '../teams/store.ts'
import { tripNumber } from './view.ts'

interface OpenItem extends Described {
  trip_item_id: string
  trip_id: string
  trip_title: string
  number_year: number
  number_sequence: number
  booking_id: string | null
  status: TripItemStatus
  starts_at: string | null
  ends_at: string | null
  open_cents: bigint
}

const OPEN_ITEMS = `
  select i.id as trip_item_id, i.trip_id, t.title as trip_title, t.number_year, t.number_sequence, i.booking_id,
    i.kind, i.status, i.starts_at, i.ends_at, i.description, i.place,
    i.price_brl_cents - c.invoiced_cents as open_cents
  from trips t join trip_items i on i.trip_id = t.id
    cross join lateral (
      select coalesce(sum(amount_cents - credited_cents), 0)::bigint as invoiced_cents
      from trip_item_claims where trip_item_id = i.id
    ) c
  where t.team_id = $1 and t.mode = $2 and i.collected_by = 'agency' and i.price_brl_cents > c.invoiced_cents`

const selectOfClient = statement<OpenItem>(
  `${OPEN_ITEMS} and t.client_id = $3 and t.has_open order by t.id, i.id`,
)
const selectOfBooking = statement<OpenItem>(`${OPEN_ITEMS} and i.booking_id = $3`)

/** In the order of trips and items. */
export async function billableItems(db: Queryable, owner: Owner, client: ClientRow): Promise<BillableItem[]> {
  const language = languageOf(await demandTeam(db, owner.teamId), client)
  return (await selectOfClient(db, owner.teamId, owner.mode, client.id)).map((item) => ({
    trip_item_id: item.trip_item_id,
    trip_id: item.trip_id,
    trip_number: tripNumber(item),
    trip_title: item.trip_title,
    booking_id: item.booking_id,
    description: billedDescription(item, language),
    status: item.status,
    starts_at: item.starts_at,
    ends_at: item.ends_at,
    open: numberFromCents(item.open_cents),
  }))
}

export interface OpenOfBooking {
  readonly tripItemId: string | null
  readonly description: string
  readonly openCents: Cents
}

/** What of a booking can be invoiced; undefined if that is nothing, or the booking is in no trip. */
export async function openOfBooking(
  db: Queryable,
  owner: Owner,
  bookingId: string,
  language: TeamLanguage,
): Promise<OpenOfBooking | undefined> {
  const [item] = await selectOfBooking(db, owner.teamId, owner.mode, bookingId)
  if (item === undefined) return undefined
  return {
    tripItemId: item.trip_item_id,
    description: billedDescription(item, language),
    openCents: item.open_cents,
  }
}

interface Described {
  kind: TripItemKind
  description: string | null
  place: string | null
}

/** As an invoice calls an item: `Hospedagem: Hotel Avenida, 5 noites`. Clients do not learn who supplies it. */
function billedDescription({ kind, description, place }: Described, language: TeamLanguage): string {
  const name = BILLED_AS[language][kind]
  const what = description ?? place
  return what === null ? name : `${name}: ${what}`
}

const BILLED_AS: Readonly<Record<TeamLanguage, Readonly<Record<TripItemKind, string>>>> = {
  'pt-BR': {
    flight: 'Passagem aérea',
    lodging: 'Hospedagem',
    package: 'Pacote',
    insurance: 'Seguro viagem',
    car: 'Locação de veículo',
    transfer: 'Transfer',
    cruise: 'Cruzeiro',
    tour: 'Passeio',
    service: 'Serviço',
    fee: 'Remuneração da agência',
  },
  en: {
    flight: 'Flight',
    lodging: 'Lodging',
    package: 'Package',
    insurance: 'Travel insurance',
    car: 'Car rental',
    transfer: 'Transfer',
    cruise: 'Cruise',
    tour: 'Tour',
    service: 'Service',
    fee: 'Agency fee',
  },
}
