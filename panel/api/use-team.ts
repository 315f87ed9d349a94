// Who works here and what they may do: the team of this tab, its permissions, its time.
import { useEffect, useState } from 'react'
import type { Permission } from '../../contract/permissions.ts'
import { machineTime } from '../kit/now.ts'
import { useRead } from './use-read.ts'
import { useWishes } from './use-wishes.ts'

/** Pass false on pages that open without a session. */
export function useTeam(when = true) {
  return useRead('team.read', {}, { when })
}

/** Whether the person may; not before it is known. */
export function useMay(permission: Permission | undefined): boolean {
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
  const { mode } = useWishes()
  const isTest = mode === 'test'
  const mayRead = useTeam().data?.permissions.includes('sandbox.read') ?? true
  const { data: clock } = useRead('testClock.read', {}, { when: isTest && mayRead })
  const [real, setReal] = useState(machineTime)
  useEffect(() => {
    const timer = setInterval(() => setReal(machineTime()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  if (!isTest || !mayRead) return real
  return clock === undefined ? undefined : new Date(clock.now)
}

/** The person themselves, whatever their team. */
export function useProfile() {
  return useRead('profile.read', {})
}
