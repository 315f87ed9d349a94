// Deadlines as a departures board: what must be issued first stands first.
import arrow from 'icon:arrow-right'
import { cx } from '../../kit/class-names.ts'
import { PATHS } from '../../kit/paths.ts'
import { timeLeft } from '../../kit/time-left.ts'
import { Airports, Locator } from '../../parts/airports.tsx'
import { Amount } from '../../parts/amount.tsx'
import { Icon } from '../../parts/icon.tsx'
import { PlainLink } from '../../parts/link.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { TimeLeft } from '../../parts/time-left.tsx'
import { useWords } from '../../words/language.tsx'
import { startWords } from '../../words/start.ts'
import css from './board.module.css'
import phone from './board-phone.module.css'
import { type Hold, useDeadlines } from './use-figures.ts'

const SHOWN = 6

export function Board({ className, now }: { className: string | undefined; now: Date | undefined }) {
  const words = useWords(startWords)
  const result = useDeadlines()
  return (
    <section className={cx(css.board, className)} aria-labelledby="board">
      <header className={css.head}>
        <div>
          <h2 id="board">{words.deadlines}</h2>
          <p>{words.deadlinesSub}</p>
        </div>
        <PlainLink to={PATHS.deadlines} className={css.all}>
          {words.all}
          <Icon of={arrow} size={15} />
        </PlainLink>
      </header>
      <Loaded result={result} skeleton={<Skeleton lines={SHOWN} className={css.wait} />}>
        {({ holds }) =>
          holds.length === 0 || now === undefined ? (
            <p className={css.none}>{words.noDeadlines}</p>
          ) : (
            <Flaps holds={holds.slice(0, SHOWN)} now={now} />
          )
        }
      </Loaded>
    </section>
  )
}

function Flaps({ holds, now }: { holds: readonly Hold[]; now: Date }) {
  const words = useWords(startWords)
  return (
    <table className={cx(css.flaps, phone.flaps)}>
      <thead>
        <tr>
          <th scope="col">{words.time}</th>
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
        {holds.map((hold) => (
          <tr key={hold.id} data-urgent={timeLeft(hold.payment_required_by, now).isUrgent || undefined}>
            <td className={cx(css.left, phone.left)}>
              <TimeLeft until={hold.payment_required_by} now={now} />
            </td>
            <td className={phone.code}>
              <PlainLink to={PATHS.booking(hold.id)} className={css.locator}>
                <Locator of={hold.booking_reference} />
              </PlainLink>
            </td>
            <td className={cx(css.route, phone.way)}>
              <Airports from={hold.origin} to={hold.destination} />
            </td>
            <td className={phone.client}>{hold.client_name}</td>
            <td className={cx(css.amount, phone.sum)}>
              <Amount of={hold.amount} />
            </td>
            <td className={cx(css.act, phone.go)}>
              <PlainLink
                to={PATHS.booking(hold.id)}
                className={css.issue}
                aria-label={`${words.issue} ${hold.booking_reference}`}
              >
                {words.issue}
              </PlainLink>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
