// Bookings on hold as a countdown board, earliest deadline first, with issue buttons.
import { useState } from 'react'
import type { ResponseOf } from '../../api/operations.ts'
import { useRead } from '../../api/use-read.ts'
import { useNow, usePermission } from '../../api/use-team.ts'
import { coverageOf } from '../../logic/coverage.ts'
import { PATHS } from '../../logic/paths.ts'
import { ButtonLink } from '../../parts/link.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import {
  BoardRows,
  boardCss,
  DeparturesBoard,
  EmptyBoard,
  IssueButton,
} from '../../parts/records/departures-board.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { Stats } from '../../parts/stat.tsx'
import { useFormats } from '../../parts/use-formats.tsx'
import { frameWords } from '../../words/frame.ts'
import { useWords } from '../../words/language.tsx'
import css from './deadlines.module.css'
import { Pay } from './pay.tsx'
import { bookingWords } from './words.ts'

type Deadlines = ResponseOf<'reports.deadlines'>

/** Polls for holds of others or expired ones, in case an event was missed. */
const AGAIN_MS = 60_000

export function Screen() {
  const words = useWords(bookingWords)
  const frame = useWords(frameWords)
  const formats = useFormats()
  const result = useRead('reports.deadlines', {}, { pollMs: AGAIN_MS })
  const { data } = result
  return (
    <>
      <PageHead
        title={frame.pages.deadlines}
        sub={data && words.deadlinesSub(data.count, formats.money(data.amount))}
      />
      <Loaded
        result={result}
        skeleton={
          <DeparturesBoard title={words.boardTitle}>
            <Skeleton lines={8} className={boardCss.wait} />
          </DeparturesBoard>
        }
      >
        {(deadlines) => <Board deadlines={deadlines} />}
      </Loaded>
    </>
  )
}

function Board({ deadlines }: { deadlines: Deadlines }) {
  const words = useWords(bookingWords)
  const now = useNow()
  const mayPay = usePermission('bookings.write')
  const [payingId, setPayingId] = useState<string | null>(null)
  const { holds, count, wallet_balance: balance } = deadlines
  const { isCovered } = coverageOf(
    balance,
    holds.map(({ amount }) => amount),
  )
  return (
    <div className={css.page}>
      {count > 0 && <Money deadlines={deadlines} />}
      <DeparturesBoard
        title={words.boardTitle}
        {...(count > holds.length && { sub: words.boardFirst(holds.length, count) })}
      >
        {holds.length === 0 || now === undefined ? (
          <EmptyBoard />
        ) : (
          <BoardRows
            holds={holds}
            now={now}
            hasMoment
            isShort={(index) => isCovered[index] === false}
            rowAction={
              mayPay ? (hold) => <IssueButton of={hold} onPress={() => setPayingId(hold.id)} /> : undefined
            }
          />
        )}
      </DeparturesBoard>
      {payingId !== null && <Pay id={payingId} onClose={() => setPayingId(null)} />}
    </div>
  )
}

function Money({ deadlines }: { deadlines: Deadlines }) {
  const words = useWords(bookingWords)
  const { money } = useFormats()
  const mayRecharge = usePermission('wallet.recharge')
  const { buckets, is_covered: isCovered, missing_amount: missing, wallet_balance: balance } = deadlines
  return (
    <section className={css.money} aria-label={words.balance}>
      <Stats
        stats={buckets.map((bucket) => ({
          name: words.buckets[bucket.name],
          value: bucket.count,
          hint: money(bucket.amount),
        }))}
      />
      <div className={isCovered ? css.covered : css.missing}>
        <p>{isCovered ? words.covered(money(balance)) : words.missing(money(missing), money(balance))}</p>
        {!isCovered && mayRecharge && (
          <ButtonLink to={PATHS.wallet} kind="main">
            {words.recharge}
          </ButtonLink>
        )}
      </div>
    </section>
  )
}
