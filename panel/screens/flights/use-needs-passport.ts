// Whether a trip crosses a border, which requires passports.
import { useQueries } from '@tanstack/react-query'
import type { Slice } from '../../../contract/flights.ts'
import { call } from '../../api/call.ts'
import { usePreferences } from '../../api/use-preferences.ts'

/** Undefined while loading. An unknown airport counts as abroad, as it does for the service. */
export function useNeedsPassport(slices: readonly Slice[]): boolean | undefined {
  const { mode, team } = usePreferences()
  const codes = [
    ...new Set(slices.flatMap(({ origin, destination }) => [origin.iata_code, destination.iata_code])),
  ]
  const countries = useQueries({
    queries: codes.map((code) => {
      const asked = { query: { query: code, limit: 5 } }
      return {
        queryKey: ['places.suggest', mode, team ?? '', asked],
        queryFn: ({ signal }: { signal: AbortSignal }) => call('places.suggest', asked, { signal }),
        staleTime: Number.POSITIVE_INFINITY,
      }
    }),
    combine: (results) => ({
      isKnown: results.every(({ isPending }) => !isPending),
      byCode: new Map(
        results.map(({ data }, index) => [
          codes[index],
          data?.find(({ iata_code: code }) => code === codes[index])?.country_code,
        ]),
      ),
    }),
  })
  if (!countries.isKnown) return undefined
  return slices.some(({ origin, destination }) => {
    const [from, to] = [origin, destination].map(({ iata_code: code }) => countries.byCode.get(code))
    return from === undefined || to === undefined || from !== to
  })
}
