// One recurring invoice: its content, its next dates, and its actions.
import type { ResponseOf } from '../../api/operations.ts'
import { useRead } from '../../api/use-read.ts'
import { PATHS } from '../../logic/paths.ts'
import { Amount } from '../../parts/amount.tsx'
import { Card } from '../../parts/card.tsx'
import { DateTime, Day } from '../../parts/date-time.tsx'
import { Detail, type DetailOf } from '../../parts/detail.tsx'
import { Link } from '../../parts/link.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { useFormats } from '../../parts/use-formats.tsx'
import { useWords } from '../../words/language.tsx'
import { DocumentFacts } from './document-facts.tsx'
import { discountText } from './invoice-facts.tsx'
import css from './invoicing.module.css'
import { DocumentItems } from './items.tsx'
import { MandateCard } from './mandate-card.tsx'
import { RecurringActions } from './recurring-actions.tsx'
import { Frequency, RecurringStatus } from './recurring-status.tsx'
import { recurringWords } from './recurring-words.ts'
import { invoicingWords } from './words.ts'

type Recurring = ResponseOf<'recurringInvoices.read'>

export const Screen = () => <Detail by="recurringInvoices.read" list="recurringInvoices" as={RecurringPage} />

function RecurringPage({ of: recurring, back }: DetailOf<'recurringInvoices.read'>) {
  return (
    <>
      <PageHead title={recurring.name} sub={<RecurringStatus of={recurring} />} back={back}>
        <RecurringActions of={recurring} />
      </PageHead>
      <div className={css.halves}>
        <div className={css.page}>
          <DocumentItems of={recurring} />
          <Preview of={recurring} />
        </div>
        <div className={css.page}>
          <Facts of={recurring} />
          {recurring.payment_methods.includes('pix_automatic') && <MandateCard recurringId={recurring.id} />}
        </div>
      </div>
    </>
  )
}

function Preview({ of: { id } }: { of: Recurring }) {
  const words = useWords(recurringWords)
  const shared = useWords(invoicingWords)
  const result = useRead('recurringInvoices.preview', { params: { id } })
  const columns: Column<ResponseOf<'recurringInvoices.preview'>[number]>[] = [
    {
      name: 'due',
      head: words.due,
      cell: ({ due_date: day }) => <Day of={day} kind="date" />,
      phone: 'title',
    },
    {
      name: 'makes',
      head: words.makes,
      cell: ({ generation_at: at }) => <DateTime at={at} kind="stamp" />,
      isWide: true,
      phone: 'main',
    },
    {
      name: 'total',
      head: shared.total,
      cell: ({ total }) => <Amount of={total} />,
      isEnd: true,
      phone: 'side',
    },
  ]
  return (
    <Card title={words.preview} isEdged>
      <Loaded result={result}>
        {(dates) =>
          dates.length === 0 ? (
            <p className="quiet">{words.previewNone}</p>
          ) : (
            <Table
              caption={words.preview}
              columns={columns}
              rows={dates}
              keyOf={({ due_date: day }) => day}
            />
          )
        }
      </Loaded>
    </Card>
  )
}

function Facts({ of }: { of: Recurring }) {
  const words = useWords(recurringWords)
  const shared = useWords(invoicingWords)
  const formats = useFormats()
  return (
    <DocumentFacts
      of={of}
      rows={[
        [words.frequency, <Frequency key="frequency" of={of} />],
        [words.billingDay, of.billing_day],
        [words.start, <Day key="start" of={of.start_date} kind="date" />],
        [words.end, of.end_date && <Day key="end" of={of.end_date} kind="date" />],
        [words.next, of.next_due_date && <Day key="next" of={of.next_due_date} kind="date" />],
        [
          shared.early,
          of.early_payment &&
            shared.earlyBefore(discountText(of.early_payment, formats), of.early_payment.days_before_due),
        ],
        [words.made, of.invoices_generated],
        [
          words.last,
          of.last_invoice_id && (
            <Link key="last" to={PATHS.invoice(of.last_invoice_id)}>
              {words.see}
            </Link>
          ),
        ],
        [shared.paymentMethods, of.payment_methods.map((one) => shared.methods[one]).join(', ')],
      ]}
    />
  )
}
