// Payments and refunds of an invoice, with dialogs to record a payment and to refund one.
import type { ResponseOf } from '../../api/operations.ts'
import { usePermission } from '../../api/use-team.ts'
import { Amount } from '../../parts/amount.tsx'
import { Card } from '../../parts/card.tsx'
import { DateTime } from '../../parts/date-time.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { useWords } from '../../words/language.tsx'
import { RecordPayment } from './record-payment.tsx'
import { RefundPayment } from './refund-payment.tsx'
import { invoicingWords } from './words.ts'

type Invoice = ResponseOf<'invoices.read'>
type Payment = Invoice['payments'][number]

export function Payments({ of }: { of: Invoice }) {
  const words = useWords(invoicingWords)
  const [mayWrite, mayRefund] = [usePermission('invoices.write'), usePermission('invoices.refund')]
  const columns: Column<Payment>[] = [
    {
      name: 'method',
      head: words.payment,
      cell: ({ method }) => words.methods[method],
      isWide: true,
      phone: 'title',
    },
    { name: 'paid', head: words.paidOn, cell: ({ paid_at: at }) => <DateTime at={at} />, phone: 'main' },
    {
      name: 'amount',
      head: words.amount,
      cell: ({ amount }) => <Amount of={amount} isIn={amount > 0} isStrong />,
      isEnd: true,
      phone: 'side',
    },
    {
      name: 'refund',
      head: words.refund,
      cell: (payment) =>
        mayRefund && payment.method === 'pix' && payment.amount > 0 ? (
          <RefundPayment invoiceId={of.id} payment={payment} />
        ) : null,
      isEnd: true,
      phone: 'rest',
    },
  ]
  return (
    <Card title={words.received} action={mayWrite && of.status !== 'cancelled' && <RecordPayment of={of} />}>
      {of.payments.length === 0 ? (
        <p className="quiet">{words.noPayments}</p>
      ) : (
        <Table caption={words.received} columns={columns} rows={of.payments} keyOf={({ id }) => id} />
      )}
    </Card>
  )
}
