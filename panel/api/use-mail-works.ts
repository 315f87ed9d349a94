// Whether this installation can send mails and messages.
import { useRead } from './use-read.ts'

/** True while loading. */
export function useMailWorks(): boolean {
  const { data } = useRead('readiness.read', {})
  return data?.checks.find(({ name }) => name === 'mail')?.status !== 'missing'
}

/** False while loading. */
export function useWhatsAppWorks(): boolean {
  const { data } = useRead('readiness.read', {})
  return data?.checks.find(({ name }) => name === 'whatsapp')?.status === 'ok'
}
