// What the first screen asks the reports for.
import { useRead } from '../../api/use-read.ts'

const DEPARTURES = { query: { days: 14, limit: 5 } }

export const useDeadlines = () => useRead('reports.deadlines', {})
export const useSales = () => useRead('reports.sales', {})
export const useDepartures = () => useRead('reports.departures', DEPARTURES)
