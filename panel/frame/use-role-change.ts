// If the user's role changes while the panel is open, shows a toast and reloads all data.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTeam } from '../api/use-team.ts'
import { toast } from '../parts/toast.tsx'
import { frameWords } from '../words/frame.ts'
import { useWords } from '../words/language.tsx'

export function useRoleChange(): void {
  const words = useWords(frameWords)
  const client = useQueryClient()
  const { data: team } = useTeam()
  const known = useRef<{ readonly id: string; readonly role: string } | null>(null)
  const { id, person } = team ?? {}
  const role = person?.role
  useEffect(() => {
    if (id === undefined || role === undefined) return
    const before = known.current
    known.current = { id, role }
    if (before === null || before.id !== id || before.role === role) return
    toast({ text: words.roleChanged(words.roles[role]) })
    void client.invalidateQueries()
  }, [client, id, role, words])
}
