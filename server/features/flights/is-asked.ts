// Whether an offer is what the caller asked for: suppliers get the filters as hints, and not all of them know all.
import type { SearchRequest, SupplierOffer, SupplierSlice } from '../../adapters/flights/supplier-offer.ts'

export function isAsked(offer: SupplierOffer, request: SearchRequest): boolean {
  if (isAnyAsked(request)) return true
  return offer.slices.every((slice, index) => {
    const { departure } = request.slices[index]!
    return isFew(slice, request) && isFlownBy(slice, request) && isWithin(slice, departure)
  })
}

/** Without filters nobody looks at the flights of what will not be shown: a supplier may not have made them yet. */
function isAnyAsked({ maxConnections, airlines, slices }: SearchRequest): boolean {
  return maxConnections === null && airlines === null && slices.every(({ departure }) => departure === null)
}

/** Whether any of these sells or flies a part of it. */
export function isFlownByAny(offer: SupplierOffer, airlines: ReadonlySet<string>): boolean {
  if (airlines.size === 0) return false
  return offer.slices.some(({ segments }) =>
    segments.some(
      ({ marketing_carrier, operating_carrier }) =>
        airlines.has(marketing_carrier.iata_code) || airlines.has(operating_carrier.iata_code),
    ),
  )
}

function isFew({ segments }: SupplierSlice, { maxConnections }: SearchRequest): boolean {
  return maxConnections === null || segments.length - 1 <= maxConnections
}

function isFlownBy({ segments }: SupplierSlice, { airlines }: SearchRequest): boolean {
  return (
    airlines === null || segments.every((segment) => airlines.includes(segment.marketing_carrier.iata_code))
  )
}

function isWithin(
  { segments }: SupplierSlice,
  window: SearchRequest['slices'][number]['departure'],
): boolean {
  if (window === null) return true
  const local = segments[0]!.departing_at
  const minute = Number(local.slice(11, 13)) * 60 + Number(local.slice(14, 16))
  return minute >= window.fromMinute && minute <= window.toMinute
}
