// What clients owe, by how late they are.

import type { ResponseOf } from '../../api/operations.ts'
import { useRead } from '../../api/use-read.ts'
import { PATHS } from '../../kit/paths.ts'
import { Card } from '../../parts/card.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { useFormats } from '../../parts/use-formats.tsx'
import { useWords } from '../../words/language.tsx'
import css from './purse.module.css'
import { startWords } from './words.ts'

type Bucket = ResponseOf<'invoices.receivables'>['buckets'][number]

export function Owed({ className }: { className: string | undefined }) {
  const words = useWords(startWords)
  const formats = useFormats()
  const result = useRead('invoices.receivables', {})
  const nameOf = ({ name }: Bucket) =>
    name === 'not_due' ? words.notDue : name === 'over_90' ? words.over90 : words.late(name.replace('_', '–'))
  return (
    <Card
      title={words.owed}
      sub={result.data && words.invoices(result.data.count)}
      className={className}
      more={{ to: PATHS.receivables, name: words.seeOverdue }}
    >
      <Loaded result={result}>
        {({ amount, overdue_amount: overdue, buckets }) => (
          <>
            <p className={css.balance}>{formats.money(amount)}</p>
            <p className={overdue > 0 ? css.overdue : 'quiet'}>
              {words.overdue} <b>{formats.money(overdue)}</b>
            </p>
            <div className={css.ages} aria-hidden>
              {buckets.map(
                (bucket, index) =>
                  bucket.amount > 0 && (
                    <i key={bucket.name} data-age={index} style={{ flexGrow: bucket.amount }} />
                  ),
              )}
            </div>
            <ul className={css.list}>
              {buckets.map((bucket, index) => (
                <li key={bucket.name} data-none={bucket.count === 0 || undefined}>
                  <i data-age={index} aria-hidden />
                  {nameOf(bucket)}
                  <b>{formats.money(bucket.amount)}</b>
                </li>
              ))}
            </ul>
          </>
        )}
      </Loaded>
    </Card>
  )
}
