// Whether sent documents can reach a client; true while loading.
import { useRead } from '../../api/use-read.ts'
import { useWishes } from '../../api/use-wishes.ts'
import { type Reach, reachOf } from '../../kit/reach.ts'

export function useReach(): (client: { email: string; phone: string | null }) => Reach {
  const { mode } = useWishes()
  const checks = useRead('readiness.read', {}).data?.checks
  const statusOf = (name: string) => checks?.find((check) => check.name === name)?.status
  const ways = {
    isTest: mode === 'test',
    mailWorks: statusOf('mail') !== 'missing',
    whatsAppWorks: statusOf('whatsapp') === 'ok',
  }
  return (client) => reachOf(ways, client)
}
