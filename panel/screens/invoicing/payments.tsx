// Payments and refunds of an invoice: records a payment, removes a recorded one, and refunds one.
import { lazy, Suspense } from 'react'
import type { ResponseOf } from '../../api/operations.ts'
import { useChange } from '../../api/use-change.ts'
import { useRead } from '../../api/use-read.ts'
import { useNow, usePermission } from '../../api/use-team.ts'
import { isContested, leftOf, owedToday } from '../../logic/invoice-money.ts'
import { isByAgency, mayBeRefunded } from '../../logic/method-facts.ts'
import { Amount } from '../../parts/amount.tsx'
import { Card } from '../../parts/card.tsx'
import { ConfirmButton } from '../../parts/confirm-button.tsx'
import { DateTime } from '../../parts/date-time.tsx'
import { DialogButton } from '../../parts/dialog-button.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { toast } from '../../parts/toast.tsx'
import { useFormats } from '../../parts/use-formats.tsx'
import { useWords } from '../../words/language.tsx'
import { tripItemsOf } from './billed-trips.tsx'
import { creditWords } from './credit-words.ts'
import { RefundPayment } from './refund-payment.tsx'
import { invoicingWords } from './words.ts'

type Invoice = ResponseOf<'invoices.read'>
type Payment = Invoice['payments'][number]

/** Loaded when it is opened. */
const RecordPaymentForm = lazy(async () => ({
  default: (await import('./record-payment-form.tsx')).RecordPaymentForm,
}))

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
        isContested(payment, refunds.data?.items ?? []) ? words.contested : <Method of={payment} />,
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
        if (mayRefund && mayBeRefunded(payment) && left !== '0.00')
          return <RefundPayment invoiceId={of.id} payment={payment} left={left} tripItems={tripItems} />
        const isOurs = isByAgency(payment) || (payment.method === 'credit' && payment.amount > 0)
        return mayWrite && isOurs && payment.amount <= of.amount_paid ? (
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

/** With how it came and its reference, where a person recorded them. */
function Method({ of: { method, manual_method: manual, reference, amount } }: { of: Payment }) {
  const words = useWords(invoicingWords)
  const credit = useWords(creditWords)
  const isWon = method === 'dispute' && amount > 0
  const isCredit = method === 'credit' && amount < 0
  const name = isWon ? words.disputeWon : isCredit ? words.becameCredit : words.methods[method]
  const details = [manual === null ? null : credit.manual[manual], method === 'manual' ? reference : null]
  const known = details.filter((text) => text !== null)
  return known.length === 0 ? (
    name
  ) : (
    <>
      {name} <small className="quiet">{known.join(', ')}</small>
    </>
  )
}

function RecordPayment({ of }: { of: Invoice }) {
  const words = useWords(invoicingWords)
  const formats = useFormats()
  const now = useNow()
  return (
    <DialogButton isSmall verb={words.record}>
      {(close) => (
        <Suspense>
          <RecordPaymentForm id={of.id} owed={owedToday(of, now && formats.isoDay(now))} onDone={close} />
        </Suspense>
      )}
    </DialogButton>
  )
}

function RemovePayment({ invoiceId, payment }: { invoiceId: string; payment: Payment }) {
  const words = useWords(invoicingWords)
  const credit = useWords(creditWords)
  const formats = useFormats()
  const isCredit = payment.method === 'credit'
  const change = useChange('invoices.removePayment', {
    refreshes: ['invoices', 'clients'],
    onDone: () => toast({ text: isCredit ? credit.backDone : words.removedPayment }),
  })
  const amount = formats.money(payment.amount)
  return (
    <ConfirmButton
      verb={isCredit ? credit.back : words.removePayment}
      title={isCredit ? credit.backTitle : words.removePaymentTitle}
      isSmall
      change={change}
      request={{ params: { id: invoiceId, payment_id: payment.id } }}
    >
      <p>{isCredit ? credit.backText(amount) : words.removePaymentText(amount)}</p>
    </ConfirmButton>
  )
}
