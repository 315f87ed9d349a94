// How a delivery stands.
import type { DeliveryStatus as Name } from '../../../contract/deliveries.ts'
import { Status, type StatusKind } from '../../parts/status.tsx'
import { developerWords } from '../../words/developer.ts'
import { useWords } from '../../words/language.tsx'

/** The contract's own list stands beside schemas, which must stay out of the bundle. */
export const DELIVERY_STATUSES = ['waiting', 'delivered', 'failed', 'skipped'] as const satisfies Name[]

const KINDS: Readonly<Record<Name, StatusKind>> = {
  waiting: 'wait',
  delivered: 'ok',
  failed: 'bad',
  skipped: 'mute',
}

export function DeliveryStatus({ of }: { of: Name }) {
  return <Status kind={KINDS[of]}>{useWords(developerWords).deliveryStatuses[of]}</Status>
}
