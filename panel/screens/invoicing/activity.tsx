// The history of an invoice, newest first: messages to the client, payments and refunds.
import type { ResponseOf } from '../../api/operations.ts'
import { useRead } from '../../api/use-read.ts'
import { isContested } from '../../kit/invoice-money.ts'
import { Card } from '../../parts/card.tsx'
import { Timeline, type TimelineEntry } from '../../parts/timeline.tsx'
import { useFormats } from '../../parts/use-formats.tsx'
import { useWords } from '../../words/language.tsx'
import { useTranslate } from '../../words/translate.ts'
import { invoicingWords } from './words.ts'

const BAD = new Set<string>(['failed'])

export function Activity({ of }: { of: ResponseOf<'invoices.read'> }) {
  const words = useWords(invoicingWords)
  const translate = useTranslate()
  const formats = useFormats()
  const messages = useRead('messages.list', { query: { invoice_id: of.id, limit: 50 } })
  const refunds = useRead('invoices.refunds', { params: { id: of.id } })
  const happenings: TimelineEntry[] = [
    { id: 'created', at: of.created_at, name: words.created, kind: 'mute' },
    ...of.payments.map((payment): TimelineEntry => {
      const { id, paid_at: at, amount, method } = payment
      const text = formats.money(Math.abs(amount))
      if (isContested(payment, refunds.data?.items ?? []))
        return { id, at, name: words.contestOf(text), kind: 'bad' }
      const out = method === 'credit' ? `${words.becameCredit}: ${text}` : words.returnOf(text)
      const name = amount > 0 ? words.paymentOf(text) : out
      return { id, at, name, text: words.methods[method], kind: amount > 0 ? 'ok' : 'wait' }
    }),
    ...(refunds.data?.items ?? []).map(
      ({ id, created_at: at, status, amount, failure, reason }): TimelineEntry => ({
        id,
        at,
        name: `${words.refunds[status]}: ${formats.money(amount)}`,
        text: (failure && translate(failure)) ?? reason ?? undefined,
        kind: BAD.has(status) ? 'bad' : 'info',
      }),
    ),
    ...(messages.data?.items ?? []).map(
      ({ id, created_at: at, kind, channel, to, status }): TimelineEntry => ({
        id,
        at,
        name: words.messages[kind],
        text: `${words.channels[channel]}, ${to}: ${words.messageStatuses[status]}`,
        kind: BAD.has(status) ? 'bad' : 'info',
      }),
    ),
  ]
  return (
    <Card title={words.activity}>
      <Timeline timelineEntries={happenings.sort((a, b) => b.at.localeCompare(a.at))} />
    </Card>
  )
}
