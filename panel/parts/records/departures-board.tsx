// Payment deadlines as a departures board, the earliest first.
import { type ReactNode, useId } from 'react'
import type { ResponseOf } from '../../api/operations.ts'
import { cx } from '../../logic/class-names.ts'
import { PATHS } from '../../logic/paths.ts'
import { timeLeft } from '../../logic/time-left.ts'
import { boardWords } from '../../words/board.ts'
import { useWords } from '../../words/language.tsx'
import { Airports, Locator } from '../airports.tsx'
import { Amount } from '../amount.tsx'
import { DateTime } from '../date-time.tsx'
import { PlainLink } from '../link.tsx'
import { TimeLeft } from '../time-left.tsx'
import css from './departures-board.module.css'
import phone from './departures-board-phone.module.css'

export type Hold = Pick<
  ResponseOf<'reports.deadlines'>['holds'][number],
  'id' | 'booking_reference' | 'payment_required_by' | 'amount' | 'origin' | 'destination' | 'client_name'
>

export interface BoardProps {
  readonly title: string
  readonly sub?: ReactNode
  readonly action?: ReactNode
  readonly className?: string | undefined
  readonly children: ReactNode
}

export function DeparturesBoard({ title, sub, action, className, children }: BoardProps) {
  const id = useId()
  return (
    <section className={cx(css.board, className)} aria-labelledby={id}>
      <header className={css.head}>
        <div>
          <h2 id={id}>{title}</h2>
          {sub !== undefined && <p>{sub}</p>}
        </div>
        {action}
      </header>
      {children}
    </section>
  )
}

export interface BoardRowsProps {
  readonly holds: readonly Hold[]
  readonly now: Date
  /** The action of a row; by default a link to the booking. */
  readonly rowAction?: ((hold: Hold) => ReactNode) | undefined
  /** Whether the balance does not cover this row. */
  readonly isShort?: (index: number) => boolean
  /** Shows the deadline's time beside the remaining time. */
  readonly hasMoment?: boolean
}

export function BoardRows({ holds, now, rowAction = toBooking, isShort, hasMoment = false }: BoardRowsProps) {
  const words = useWords(boardWords)
  return (
    <table className={cx(css.flaps, phone.flaps)}>
      <thead>
        <tr>
          <th scope="col">{words.time}</th>
          {hasMoment && <th scope="col">{words.until}</th>}
          <th scope="col">{words.locator}</th>
          <th scope="col">{words.route}</th>
          <th scope="col">{words.client}</th>
          <th scope="col" className={css.amount}>
            {words.amount}
          </th>
          <th scope="col">
            <span className="hidden-text">{words.issue}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {holds.map((hold, index) => (
          <tr key={hold.id} data-urgent={timeLeft(hold.payment_required_by, now).isUrgent || undefined}>
            <td className={cx(css.left, phone.left)}>
              <TimeLeft until={hold.payment_required_by} now={now} />
            </td>
            {hasMoment && (
              <td className={cx(css.until, phone.until)}>
                <DateTime at={hold.payment_required_by} />
              </td>
            )}
            <td className={phone.code}>
              <PlainLink to={PATHS.booking(hold.id)} className={css.locator}>
                <Locator of={hold.booking_reference} />
              </PlainLink>
            </td>
            <td className={cx(css.route, phone.way)}>
              <Airports from={hold.origin} to={hold.destination} />
            </td>
            <td className={cx(css.client, phone.client)}>{hold.client_name}</td>
            <td className={cx(css.amount, phone.sum)}>
              <Amount of={hold.amount} /> {isShort?.(index) && <i className={css.short}>{words.short}</i>}
            </td>
            <td className={cx(css.act, phone.go)}>{rowAction(hold)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function toBooking(hold: Hold): ReactNode {
  return <ToBooking of={hold} />
}

function ToBooking({ of }: { of: Hold }) {
  const words = useWords(boardWords)
  return (
    <PlainLink
      to={PATHS.booking(of.id)}
      className={css.issue}
      aria-label={`${words.issue} ${of.booking_reference}`}
    >
      {words.issue}
    </PlainLink>
  )
}

/** Issues at once, if the user has the permission. */
export function IssueButton({ of, onPress }: { of: Hold; onPress: () => void }) {
  const words = useWords(boardWords)
  return (
    <button
      type="button"
      className={css.issue}
      aria-label={`${words.issue} ${of.booking_reference}`}
      onClick={onPress}
    >
      {words.issue}
    </button>
  )
}

export function EmptyBoard() {
  return <p className={css.none}>{useWords(boardWords).noDeadlines}</p>
}

export const boardCss = { all: css.all, wait: css.wait }
