// The id in the path of a detail page.
import { useLocation } from '../api/navigation.ts'

export function usePathId(): string {
  return useLocation().params.id ?? ''
}
