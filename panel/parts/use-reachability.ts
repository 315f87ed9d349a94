// Whether sent documents can reach a client; true while loading.

import { usePreferences } from '../api/use-preferences.ts'
import { useRead } from '../api/use-read.ts'
import { type Reachability, reachability } from '../kit/reachability.ts'

export function useReachability(): (client: { email: string; phone: string | null }) => Reachability {
  const { mode } = usePreferences()
  const checks = useRead('readiness.read', {}).data?.checks
  const statusOf = (name: string) => checks?.find((check) => check.name === name)?.status
  const channels = {
    isTest: mode === 'test',
    mailWorks: statusOf('mail') !== 'missing',
    whatsAppWorks: statusOf('whatsapp') === 'ok',
  }
  return (client) => reachability(channels, client)
}
