// A trip as its travellers see it, shared by the page, the itinerary, the vouchers and the calendar.
import type { TeamLanguage } from '../../../contract/team-profile.ts'
import type { TripItemKind, TripItemStatus } from '../../../contract/trips.ts'
import type { DocumentLeg } from '../document/document.ts'
import type { Letterhead } from '../letterhead.ts'

export interface TripView {
  readonly language: TeamLanguage
  readonly title: string
  /** 2026-000012 */
  readonly number: string
  readonly team: Letterhead
  readonly clientName: string
  readonly travellers: readonly string[]
  /** "20/12/2026 a 27/12/2026"; null without dates. */
  readonly dates: string | null
  readonly days: readonly TripDay[]
  /** What has no date. */
  readonly undated: readonly TripEntry[]
  readonly isSimulated: boolean
  /** The travellers' page; null unless it is shared. */
  readonly url: string | null
  readonly terms: TripTerms | null
  /** When the trip was read, by the clock of the agency. */
  readonly seenAt: string
  readonly seenOn: Temporal.PlainDate
}

export interface TripDay {
  readonly title: string
  readonly entries: readonly TripEntry[]
}

/** An item on one of its days. What lasts for days has an entry where it begins and one where it ends. */
export interface TripEntry {
  readonly itemId: string
  readonly kind: TripItemKind
  readonly status: TripItemStatus
  /** What happens: "Check-in". */
  readonly label: string
  readonly title: string
  /** 14:00 */
  readonly time: string | null
  readonly legs: readonly DocumentLeg[]
  /** Empty where the item ends. */
  readonly facts: readonly TripFact[]
  readonly instructions: string | null
  readonly changes: readonly TripFlightChange[]
  readonly files: readonly ShownFile[]
  /** The first entry of its item. */
  readonly isFirst: boolean
}

export interface TripFact {
  readonly label: string
  readonly value: string
  /** tel: of a telephone number. */
  readonly url?: string
  /** A code that is read out at a counter. */
  readonly isCode?: boolean
}

/** Flights that the carrier changed, a line for each. */
export interface TripFlightChange {
  readonly before: readonly string[]
  readonly after: readonly string[]
}

export interface ShownFile {
  readonly id: string
  readonly name: string
  readonly bytes: number
}

export interface TripTerms {
  readonly text: string
  readonly sha256: string
  /** Who accepted this text, and when. */
  readonly accepted: { readonly name: string; readonly at: string } | null
}

/** One item with everything about it, for its voucher. */
export interface VoucherView {
  readonly language: TeamLanguage
  readonly team: Letterhead
  readonly number: string
  readonly clientName: string
  readonly kind: string
  readonly title: string
  readonly status: TripItemStatus
  readonly facts: readonly TripFact[]
  readonly legs: readonly DocumentLeg[]
  readonly guestsLabel: string
  readonly guests: readonly string[]
  /** Who pays; null unless the item is confirmed. */
  readonly payment: string | null
  readonly instructions: string | null
  /** WhatsApp, telephone and mail of the agency. */
  readonly contacts: readonly string[]
  readonly isSimulated: boolean
  readonly seenOn: Temporal.PlainDate
}
