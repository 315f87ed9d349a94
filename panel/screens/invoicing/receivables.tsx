// Open amounts by client and age, with reminders.
import check from 'icon:circle-check'
import { useRead } from '../../api/use-read.ts'
import { shareOf } from '../../logic/money.ts'
import { PATHS } from '../../logic/paths.ts'
import { Card } from '../../parts/card.tsx'
import { ListCard } from '../../parts/list-card.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Progress } from '../../parts/progress.tsx'
import { Stats } from '../../parts/stat.tsx'
import { useFilters } from '../../parts/use-filters.ts'
import { useFormats } from '../../parts/use-formats.tsx'
import { useWords } from '../../words/language.tsx'
import { invoiceColumns } from './invoice-columns.tsx'
import css from './invoicing.module.css'
import { invoicingWords } from './words.ts'

/** Payments to the agency's Pix key wait for a person. */
function ReceiptsNotice() {
  const words = useWords(invoicingWords)
  const { data } = useRead('receipts.list', { query: { limit: 1 } })
  const count = data?.pagination.total ?? 0
  if (count === 0) return null
  return (
    <Card title={words.receipts} more={{ to: PATHS.receipts, name: words.seeReceipts }}>
      <p>{words.receiptsToConfirm(count)}.</p>
    </Card>
  )
}

export function Screen() {
  const words = useWords(invoicingWords)
  const formats = useFormats()
  const list = useFilters([])
  const sums = useRead('invoices.receivables', {})
  const query = { status: 'sent', payment_status: 'overdue', sort: 'due_date', page: list.page } as const
  const overdue = useRead('invoices.list', { query }, { keepsPrevious: true })
  return (
    <>
      <PageHead
        title={words.receivables}
        sub={sums.data && words.receivablesSub(formats.date(sums.data.as_of))}
      />
      <div className={css.page}>
        <ReceiptsNotice />
        <Card title={words.byAge} sub={sums.data && words.invoices(sums.data.count)}>
          <Loaded result={sums}>
            {({ amount, overdue_amount: late, buckets }) => (
              <>
                <Stats
                  stats={[
                    { name: words.owedTotal, value: formats.money(amount) },
                    { name: words.overdueTotal, value: formats.money(late) },
                  ]}
                />
                <ul className={css.ages}>
                  {buckets.map((bucket) => (
                    <li key={bucket.name} data-late={bucket.name !== 'not_due' || undefined}>
                      <span>{words.ages[bucket.name]}</span>
                      <small className="quiet">{words.invoices(bucket.count)}</small>
                      <Progress label={words.ages[bucket.name]} value={shareOf(bucket.amount, amount)} />
                      <b>{formats.money(bucket.amount)}</b>
                    </li>
                  ))}
                </ul>
              </>
            )}
          </Loaded>
        </Card>
        <ListCard
          title={words.overdueList}
          result={overdue}
          columns={invoiceColumns(words)}
          keyOf={({ id }) => id}
          linkOf={({ id }) => PATHS.invoice(id)}
          list={list}
          none={{ title: words.noOverdue, text: words.noOverdueText, icon: check }}
          more={{ to: PATHS.invoices, name: words.seeAll }}
        />
      </div>
    </>
  )
}
