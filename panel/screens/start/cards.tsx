// The cards of the start page: the wallet, departures, sales, amounts owed and recent bookings.
import arrow from 'icon:arrow-right'
import takeoff from 'icon:plane-takeoff'
import qr from 'icon:qr-code'
import type { ResponseOf, Row } from '../../api/operations.ts'
import { useRead } from '../../api/use-read.ts'
import { usePermission } from '../../api/use-team.ts'
import { cx } from '../../logic/class-names.ts'
import { meanOf, missingAmount, shareOf } from '../../logic/money.ts'
import { NEW_RECHARGE, PATHS } from '../../logic/paths.ts'
import { Airports, Locator } from '../../parts/airports.tsx'
import { Card } from '../../parts/card.tsx'
import { DateTime } from '../../parts/date-time.tsx'
import { DayBars } from '../../parts/day-bars.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Icon } from '../../parts/icon.tsx'
import { ButtonLink, PlainLink } from '../../parts/link.tsx'
import { List } from '../../parts/list.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Progress } from '../../parts/progress.tsx'
import { useBookingColumns } from '../../parts/records/booking-columns.tsx'
import { BoardRows, boardCss, DeparturesBoard, EmptyBoard } from '../../parts/records/departures-board.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { Stats } from '../../parts/stat.tsx'
import { useFormats } from '../../parts/use-formats.tsx'
import { useWords } from '../../words/language.tsx'
import css from './cards.module.css'
import { DEPARTURES, RECENT } from './reads.ts'
import { startWords } from './words.ts'

export function Purse({ className }: { className: string | undefined }) {
  const words = useWords(startWords)
  const formats = useFormats()
  const result = useRead('wallet.balance', {})
  const mayRecharge = usePermission('wallet.recharge')
  return (
    <Card title={words.wallet} className={className} more={{ to: PATHS.wallet, name: words.statement }}>
      <Loaded result={result}>
        {({ balance, pending_amount: held, last_transaction_at: last }) => {
          const lack = missingAmount(balance, held)
          return (
            <>
              <p className={css.balance}>{formats.money(balance)}</p>
              <p className="quiet">{words.available}</p>
              <div className={css.gauge}>
                <Progress label={words.held} value={shareOf(balance, held)} />
              </div>
              <p className={css.row}>
                <span>{words.held}</span>
                <b>{formats.money(held)}</b>
              </p>
              {last !== null && (
                <p className={css.row}>
                  <span>{words.lastMove}</span>
                  <DateTime at={last} />
                </p>
              )}
              {lack !== undefined && <p className={css.short}>{words.short(formats.money(lack))}</p>}
            </>
          )
        }}
      </Loaded>
      {mayRecharge && (
        <div className={css.ends}>
          <ButtonLink to={PATHS.wallet} search={NEW_RECHARGE} kind="main" icon={qr} isWide>
            {words.recharge}
          </ButtonLink>
        </div>
      )}
    </Card>
  )
}

const SHOWN = 6

/** The deadlines that come first, and the way to all of them. */
export function Board({ className, now }: { className: string | undefined; now: Date | undefined }) {
  const words = useWords(startWords)
  const result = useDeadlines()
  const all = (
    <PlainLink to={PATHS.deadlines} className={boardCss.all}>
      {words.all}
      <Icon of={arrow} size={15} />
    </PlainLink>
  )
  return (
    <DeparturesBoard title={words.deadlines} sub={words.deadlinesSub} action={all} className={className}>
      <Loaded result={result} skeleton={<Skeleton lines={SHOWN} className={boardCss.wait} />}>
        {({ holds }) =>
          holds.length === 0 || now === undefined ? (
            <EmptyBoard />
          ) : (
            <BoardRows holds={holds.slice(0, SHOWN)} now={now} />
          )
        }
      </Loaded>
    </DeparturesBoard>
  )
}

type Departure = Row<'reports.departures'>

/** The next departures, as stubs of boarding passes. */
export function Departures({ className }: { className: string | undefined }) {
  const words = useWords(startWords)
  const result = useDepartures()
  return (
    <section className={cx(css.box, className)} aria-labelledby="departures">
      <h2 id="departures">{words.departures}</h2>
      <Loaded result={result}>
        {({ items: departures }) =>
          departures.length === 0 ? (
            <p className="quiet">{words.noDepartures}</p>
          ) : (
            <ol>
              {departures.map((one) => (
                <li key={one.id}>
                  <Pass of={one} />
                </li>
              ))}
            </ol>
          )
        }
      </Loaded>
    </section>
  )
}

function Pass({ of }: { of: Departure }) {
  const formats = useFormats()
  const day = of.departing_at.slice(0, 10)
  return (
    <PlainLink to={PATHS.booking(of.id)} className={css.pass}>
      <span className={css.day}>
        <b>{day.slice(8)}</b>
        {formats.day(day).replace(/[\d\s]/g, '')}
      </span>
      <span className={css.text}>
        <span>
          <Airports from={of.origin} to={of.destination} />
        </span>
        <span>{of.client_name}</span>
      </span>
      <span className={css.code}>
        <Locator of={of.booking_reference} />
      </span>
    </PlainLink>
  )
}

type Bucket = ResponseOf<'invoices.receivables'>['buckets'][number]

/** Amounts that clients owe, by how late they are. */
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

/** Sales of the last thirty days. */
export function Sales({ className }: { className: string | undefined }) {
  const words = useWords(startWords)
  const formats = useFormats()
  const result = useSales()
  return (
    <Card
      title={words.sales}
      sub={words.lastDays}
      className={className}
      more={{ to: PATHS.reports, name: words.all }}
    >
      <Loaded result={result}>
        {({ totals, periods }) => (
          <>
            <Stats
              stats={[
                { name: words.sold, value: formats.round(totals.amount) },
                { name: words.count, value: totals.bookings },
                { name: words.mean, value: formats.round(meanOf(totals.amount, totals.bookings)) },
              ]}
            />
            <DayBars
              title={words.perDay}
              days={periods.map(({ start_date: day, amount, bookings }) => ({
                day,
                amount,
                count: bookings,
              }))}
              note={({ count }) => `${words.count}: ${count}`}
            />
          </>
        )}
      </Loaded>
    </Card>
  )
}

const COLUMNS = ['locator', 'client', 'route', 'status', 'amount'] as const

/** The latest bookings. */
export function Recent({ className }: { className: string | undefined }) {
  const words = useWords(startWords)
  const result = useRead('bookings.list', RECENT)
  const columns = useBookingColumns(COLUMNS)
  return (
    <Card title={words.recent} className={className} isEdged more={{ to: PATHS.bookings, name: words.all }}>
      <List
        caption={words.recent}
        result={result}
        columns={columns}
        keyOf={({ id }) => id}
        linkOf={({ id }) => PATHS.booking(id)}
        empty={
          <EmptyState title={words.noBookings} icon={takeoff}>
            <ButtonLink to={PATHS.flights}>{words.firstSearch}</ButtonLink>
          </EmptyState>
        }
      />
    </Card>
  )
}

export const useDeadlines = () => useRead('reports.deadlines', {})
const useSales = () => useRead('reports.sales', {})
const useDepartures = () => useRead('reports.departures', DEPARTURES)
