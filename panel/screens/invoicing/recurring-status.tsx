// The status and the frequency of a recurring invoice.
import type { ResponseOf } from '../../api/operations.ts'
import { Status } from '../../parts/status.tsx'
import { useWords } from '../../words/language.tsx'
import { recurringWords } from './recurring-words.ts'

type Recurring = ResponseOf<'recurringInvoices.read'>

const KINDS = { active: 'ok', paused: 'wait', cancelled: 'mute', expired: 'mute' } as const

export function RecurringStatus({ of }: { of: Pick<Recurring, 'status'> }) {
  return <Status kind={KINDS[of.status]}>{useWords(recurringWords).statuses[of.status]}</Status>
}

export function Frequency({ of }: { of: Pick<Recurring, 'frequency' | 'custom_interval_days'> }) {
  const words = useWords(recurringWords)
  const { frequency, custom_interval_days: days } = of
  return frequency === 'custom' && days !== null ? words.daysOf(days) : words.frequencies[frequency]
}
