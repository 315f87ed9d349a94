// The status of a quote.
import type { ResponseOf } from '../../api/operations.ts'
import { Status } from '../../parts/status.tsx'
import { useWords } from '../../words/language.tsx'
import { quotesWords } from './quotes-words.ts'

type Quote = ResponseOf<'quotes.read'>

const KINDS = { draft: 'mute', sent: 'info', accepted: 'ok', declined: 'bad', cancelled: 'mute' } as const

export function QuoteStatus({ of }: { of: Pick<Quote, 'status' | 'is_expired'> }) {
  const words = useWords(quotesWords)
  if (of.is_expired) return <Status kind="wait">{words.expired}</Status>
  return <Status kind={KINDS[of.status]}>{words.statuses[of.status]}</Status>
}
