// The status of a quote.
import type { ResponseOf } from '../../api/operations.ts'
import { useWords } from '../../words/language.tsx'
import { statusWords } from '../../words/statuses.ts'
import { Status } from '../status.tsx'

type Quote = ResponseOf<'quotes.read'>

const KINDS = { draft: 'mute', sent: 'info', accepted: 'ok', declined: 'bad', cancelled: 'mute' } as const

export function QuoteStatus({ of }: { of: Pick<Quote, 'status' | 'is_expired'> }) {
  const words = useWords(statusWords)
  if (of.is_expired) return <Status kind="wait">{words.expired}</Status>
  return <Status kind={KINDS[of.status]}>{words.quote[of.status]}</Status>
}
