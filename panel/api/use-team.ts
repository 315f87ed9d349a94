// The team of this tab, the user's permissions, and the current time.
import { useEffect, useState } from 'react'
import type { Permission } from '../../contract/permissions.ts'
import { machineTime } from '../logic/now.ts'
import { usePreferences } from './use-preferences.ts'
import { useRead } from './use-read.ts'

/** Pass false on pages that open without a session. */
export function useTeam(isEnabled = true) {
  return useRead('team.read', {}, { isEnabled })
}

/** False while loading. */
export function usePermission(permission: Permission | undefined): boolean {
  const { data } = useTeam()
  if (permission === undefined) return true
  return data?.permissions.includes(permission) ?? false
}

const TICK_MS = 15_000

/**
 * The team's present: the machine's, or in test mode the test clock's; undefined until that is known. For a person who
 * may not read the test clock it is the machine's.
 */
export function useNow(): Date | undefined {
  const { mode } = usePreferences()
  const isTest = mode === 'test'
  const mayRead = useTeam().data?.permissions.includes('sandbox.read') ?? true
  const { data: clock } = useRead('testClock.read', {}, { isEnabled: isTest && mayRead })
  const [real, setReal] = useState(machineTime)
  useEffect(() => {
    const timer = setInterval(() => setReal(machineTime()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  if (!isTest || !mayRead) return real
  return clock === undefined ? undefined : new Date(clock.now)
}

/** The signed-in user, independent of the team. */
export function useProfile() {
  return useRead('profile.read', {})
}
