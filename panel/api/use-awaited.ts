// Reads an address whose operation is not in the table of this branch yet; each use ends with the merge that brings it.
import { useQuery } from '@tanstack/react-query'
import { request } from './call.ts'
import { useWishes } from './wishes.ts'

export function useAwaited<T>(id: string, address: string, when = true) {
  const { mode, team } = useWishes()
  return useQuery<T>({
    queryKey: [id, mode, team ?? '', address],
    queryFn: async ({ signal }) => (await request('GET', address, { signal })).data,
    enabled: when,
  })
}
