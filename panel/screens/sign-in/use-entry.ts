// Where somebody goes once they are in: to where they were sent away from, and else to the first screen.
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { PATHS } from '../../kit/paths.ts'

export function useEntry() {
  const navigate = useNavigate()
  const client = useQueryClient()
  const { next }: { next?: unknown } = useSearch({ strict: false })
  // Only addresses of the panel: a link must not lead elsewhere.
  const to = typeof next === 'string' && /^\/(?![/\\])/.test(next) ? next : PATHS.start
  return {
    hasEnded: next !== undefined,
    enter: () => {
      client.clear()
      void navigate({ href: to, replace: true })
    },
  }
}
