// The menu entries of the signed-in user.

import { usePreferences } from '../api/use-preferences.ts'
import { useProfile, useTeam } from '../api/use-team.ts'
import { type MenuGroup, menuFor } from './menu.ts'

export function useMenu(): MenuGroup[] {
  const { data: team } = useTeam()
  const { data: profile } = useProfile()
  const { mode } = usePreferences()
  const permissions = new Set(team?.permissions)
  return menuFor({ permissions, isTest: mode === 'test', isOperator: profile?.is_operator ?? false })
}
