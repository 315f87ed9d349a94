// Payments and refunds of an invoice: records a payment, removes a recorded one, and refunds one.
import type { ResponseOf } from '../../api/operations.ts'
import { useChange } from '../../api/use-change.ts'
import { useRead } from '../../api/use-read.ts'
import { usePermission } from '../../api/use-team.ts'
import { isContested, leftOf } from '../../kit/invoice-money.ts'
import { Amount } from '../../parts/amount.tsx'
import { Card } from '../../parts/card.tsx'
import { ConfirmButton } from '../../parts/confirm-button.tsx'
import { DateTime } from '../../parts/date-time.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { toast } from '../../parts/toast.tsx'
import { useFormats } from '../../parts/use-formats.tsx'
import { useWords } from '../../words/language.tsx'
import { tripItemsOf } from './billed-items.ts'
import { RecordPayment } from './record-payment.tsx'
import { RefundPayment } from './refund-payment.tsx'
import { invoicingWords } from './words.ts'

type Invoice = ResponseOf<'invoices.read'>
type Payment = Invoice['payments'][number]

export function Payments({ of }: { of: Invoice }) {
  const tripItems = tripItemsOf(of)
  const words = useWords(invoicingWords)
  const [mayWrite, mayRefund] = [usePermission('invoices.write'), usePermission('invoices.refund')]
  const refunds = useRead('invoices.refunds', { params: { id: of.id } })
  const columns: Column<Payment>[] = [
    {
      name: 'method',
      head: words.payment,
      cell: (payment) =>
        isContested(payment, refunds.data?.items ?? []) ? words.contested : words.methods[payment.method],
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
      head: words.undo,
      cell: (payment) => {
        const left = leftOf(payment, of.payments)
        if (mayRefund && isRefundable(payment) && left !== '0.00')
          return <RefundPayment invoiceId={of.id} payment={payment} left={left} tripItems={tripItems} />
        return mayWrite && payment.method === 'manual' && payment.amount <= of.amount_paid ? (
          <RemovePayment invoiceId={of.id} payment={payment} />
        ) : null
      },
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

function isRefundable({ method }: Payment): boolean {
  return method === 'pix' || method === 'card'
}

function RemovePayment({ invoiceId, payment }: { invoiceId: string; payment: Payment }) {
  const words = useWords(invoicingWords)
  const formats = useFormats()
  const change = useChange('invoices.removePayment', {
    refreshes: ['invoices'],
    onDone: () => toast({ text: words.removedPayment }),
  })
  return (
    <ConfirmButton
      verb={words.removePayment}
      title={words.removePaymentTitle}
      isSmall
      change={change}
      request={{ params: { id: invoiceId, payment_id: payment.id } }}
    >
      <p>{words.removePaymentText(formats.money(payment.amount))}</p>
    </ConfirmButton>
  )
}
