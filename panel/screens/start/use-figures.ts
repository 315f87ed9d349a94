// What the first screen asks the reports for.
import { useRead } from '../../api/use-read.ts'
import { DEPARTURES } from './reads.ts'

export const useDeadlines = () => useRead('reports.deadlines', {})
export const useSales = () => useRead('reports.sales', {})
export const useDepartures = () => useRead('reports.departures', DEPARTURES)
