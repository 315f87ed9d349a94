// Whether mails leave this installation at all; believed until it is known not to be so.
import { useRead } from './use-read.ts'

export function useMailWorks(): boolean {
  const { data } = useRead('readiness.read', {})
  return data?.checks.find(({ name }) => name === 'mail')?.status !== 'missing'
}
