// The status of a delivery.
import type { DeliveryStatus as Name } from '../../../contract/webhooks.ts'
import { Status } from '../../parts/status.tsx'
import { useWords } from '../../words/language.tsx'
import { developerWords } from './words.ts'

/** The contract's own list is in a file with schemas, which must stay out of the bundle. */
export const DELIVERY_STATUSES = ['waiting', 'delivered', 'failed', 'skipped'] as const satisfies Name[]

const KINDS = { waiting: 'wait', delivered: 'ok', failed: 'bad', skipped: 'mute' } as const

export function DeliveryStatus({ of: { status, attempts } }: { of: { status: Name; attempts: number } }) {
  const words = useWords(developerWords)
  if (status === 'waiting' && attempts > 0) return <Status kind="bad">{words.triedAgain}</Status>
  return <Status kind={KINDS[status]}>{words.deliveryStatuses[status]}</Status>
}
