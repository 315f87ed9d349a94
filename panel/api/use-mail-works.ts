// Whether mails and messages leave this installation at all.
import { useRead } from './use-read.ts'

/** Believed until it is known not to be so. */
export function useMailWorks(): boolean {
  const { data } = useRead('readiness.read', {})
  return data?.checks.find(({ name }) => name === 'mail')?.status !== 'missing'
}

/** Not before it is known. */
export function usePhoneWorks(): boolean {
  const { data } = useRead('readiness.read', {})
  return data?.checks.find(({ name }) => name === 'whatsapp')?.status === 'ok'
}
