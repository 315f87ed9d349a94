// What the first screen asks the reports for.
import { useAwaited } from '../../api/use-awaited.ts'

export interface Hold {
  readonly id: string
  readonly booking_reference: string
  readonly payment_required_by: string
  readonly amount: string
  readonly origin: string
  readonly destination: string
  readonly client_name: string | null
}

export interface Deadlines {
  readonly count: number
  readonly amount: string
  readonly missing_amount: string
  readonly is_covered: boolean
  readonly holds: readonly Hold[]
}

interface Figures {
  readonly bookings: number
  readonly amount: string
}

export interface Sales {
  readonly totals: Figures
  readonly periods: readonly (Figures & { readonly start_date: string })[]
}

export interface Departure {
  readonly id: string
  readonly booking_reference: string
  readonly departing_at: string
  readonly origin: string
  readonly destination: string
  readonly client_name: string | null
}

const REPORTS = '/api/v1/reports'

export const useDeadlines = () => useAwaited<Deadlines>('reports.deadlines', `${REPORTS}/deadlines`)
export const useSales = () => useAwaited<Sales>('reports.sales', `${REPORTS}/sales`)
export const useDepartures = () =>
  useAwaited<readonly Departure[]>('reports.departures', `${REPORTS}/departures?days=14&limit=5`)
