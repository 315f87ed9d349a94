// Live orders that their carrier never got: the process died between the intent and the call, or the call was lost on
// its way. Nobody but the carrier can know that, so the service asks for such an order until none can turn up any more,
// hours after the offer has ended, and only then gives it up. Here those hours are written into the row.
import type { Shop } from './shop.ts'
import type { Town } from './town.ts'

/** By then the request that made it has surely ended, and sends no order any more. */
const ENDED_AFTER = '25 seconds'
/** The offer has ended, and whatever was made of it would have been seen. */
const PASSED_MS = 12 * 3_600_000

/** Gives up those whose requests are over; returns the others, which nobody may ask about in vain before. */
export async function ageLostOrders({ database, carrier }: Town, shops: readonly Shop[]): Promise<string[]> {
  const rows = await database.rows(
    `select id, created_at, content, created_at < now() - $2::interval as is_over from bookings
     where team_id = any($1) and mode = 'live' and supplier = 'duffel' and order_data is null
       and status in ('requested', 'confirmed') and created_at > now() - interval '1 hour'`,
    [shops.map(({ teamId }) => teamId), ENDED_AFTER],
  )
  const orders = [...carrier.desk.orders.values()]
  const known = new Set(orders.map(({ metadata }) => String(metadata.embarque_reference)))
  const lost = rows.filter(({ id }) => !known.has(id))
  for (const { id, created_at, content } of lost.filter(({ is_over }) => is_over))
    await database.rows(
      'update bookings set created_at = $2, content = $3 where id = $1 and order_data is null',
      [id, earlier(created_at), agedContent(content)],
    )
  return lost.filter(({ is_over }) => !is_over).map(({ id }) => id)
}

const earlier = (at: Date) => new Date(at.getTime() - PASSED_MS).toISOString()

/** The end of the offer is part of what is kept of it. */
function agedContent(content: string): string {
  const { offerData, ...rest } = JSON.parse(content)
  const expires_at = earlier(new Date(offerData.expires_at))
  return JSON.stringify({ ...rest, offerData: { ...offerData, expires_at } })
}
