// What this installation is connected to, and whether its mails and messages can reach a client.
import { useEffect } from 'react'
import type { Connections } from '../../contract/readiness.ts'
import { type Reachability, reachability } from '../logic/reachability.ts'
import { decideMode } from './preferences.ts'
import { usePreferences } from './use-preferences.ts'
import { useRead } from './use-read.ts'

function useReadiness() {
  const { data } = useRead('readiness.read', {})
  const statusOf = (name: string) => data?.checks.find((check) => check.name === name)?.status
  return {
    connections: data?.connections,
    mailWorks: statusOf('mail') !== 'missing',
    whatsAppWorks: statusOf('whatsapp') === 'ok',
  }
}

/** The connections of live mode: real, simulated or none; undefined while loading. */
export function useConnections(): Connections | undefined {
  return useReadiness().connections
}

/** Decides in which mode a new tab opens. */
export function useOpeningMode(): void {
  const connections = useConnections()
  useEffect(() => {
    if (connections !== undefined) decideMode(Object.values(connections).includes('real'))
  }, [connections])
}

/** True while loading. */
export function useMailWorks(): boolean {
  return useReadiness().mailWorks
}

/** False while loading. */
export function useWhatsAppWorks(): boolean {
  return useReadiness().whatsAppWorks
}

/** Whether sent documents can reach a client. */
export function useReachability(): (client: { email: string; phone: string | null }) => Reachability {
  const { mode } = usePreferences()
  const { mailWorks, whatsAppWorks } = useReadiness()
  return (client) => reachability({ isTest: mode === 'test', mailWorks, whatsAppWorks }, client)
}
