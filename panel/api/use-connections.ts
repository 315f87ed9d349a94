// The connections of live mode: real, simulated or none.
import { useEffect } from 'react'
import type { Connections } from '../../contract/readiness.ts'
import { decideMode } from './preferences.ts'
import { useRead } from './use-read.ts'

/** Undefined while loading. */
export function useConnections(): Connections | undefined {
  return useRead('readiness.read', {}).data?.connections
}

/** Decides in which mode a new tab opens. */
export function useOpeningMode(): void {
  const connections = useConnections()
  useEffect(() => {
    if (connections !== undefined) decideMode(Object.values(connections).includes('real'))
  }, [connections])
}
