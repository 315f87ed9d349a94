// The menu entries of the signed-in user.
import { useProfile, useTeam } from '../api/use-team.ts'
import { useWishes } from '../api/use-wishes.ts'
import { type MenuGroup, menuFor } from './menu.ts'

export function useMenu(): MenuGroup[] {
  const { data: team } = useTeam()
  const { data: profile } = useProfile()
  const { mode } = useWishes()
  const permissions = new Set(team?.permissions)
  return menuFor({ permissions, isTest: mode === 'test', isOperator: profile?.is_operator ?? false })
}
