// The people who may have sold a trip, as choices; empty for users who may not see the team.
import { useReadAll } from '../../api/use-read.ts'
import { usePermission } from '../../api/use-team.ts'
import type { Choice } from '../../parts/select.tsx'

export function useSellers(): readonly Choice[] {
  const mayRead = usePermission('people.read')
  const { data } = useReadAll('people.list', {}, { isEnabled: mayRead })
  return (data ?? []).map(({ id, name }) => ({ value: id, label: name }))
}
