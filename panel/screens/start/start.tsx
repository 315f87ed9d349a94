// The first screen: what must be paid today, the money for it, how the month goes, who leaves next.
import takeoff from 'icon:plane-takeoff'
import { useNow, usePermission, useTeam } from '../../api/use-team.ts'
import { PATHS } from '../../logic/paths.ts'
import { timeLeft } from '../../logic/time-left.ts'
import { ButtonLink } from '../../parts/link.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { OpenDisputes } from '../../parts/records/disputes.tsx'
import { MandateTasks } from '../../parts/records/mandate-tasks.tsx'
import { Warnings } from '../../parts/records/warnings.tsx'
import { useFormats } from '../../parts/use-formats.tsx'
import { frameWords } from '../../words/frame.ts'
import { useWords } from '../../words/language.tsx'
import { Board, Departures, Owed, Purse, Recent, Sales, useDeadlines } from './cards.tsx'
import { Activation, FirstSteps } from './first-steps.tsx'
import css from './start.module.css'
import { startWords } from './words.ts'

const DAY_MINUTES = 24 * 60

export function Screen() {
  const words = useWords(startWords)
  const frame = useWords(frameWords)
  const formats = useFormats()
  const now = useNow()
  const { data: team } = useTeam()
  const { data: deadlines } = useDeadlines()
  const [maySearch, seesBookings, seesReports] = [
    usePermission('search'),
    usePermission('bookings.read'),
    usePermission('reports.read'),
  ]
  const [seesWallet, seesInvoices] = [usePermission('wallet.read'), usePermission('invoices.read')]
  const name = team?.person?.name.split(' ')[0] ?? ''
  const soon = deadlines?.holds.filter(
    ({ payment_required_by: at }) => now && timeLeft(at, now).minutes < DAY_MINUTES,
  )
  return (
    <>
      <PageHead
        title={now ? words.hello(name, formats.hourOf(now)) : words.hello(name, 12)}
        tabTitle={frame.pages.start}
        sub={now && `${formats.long(now)}${soon ? `: ${words.due(soon.length)}` : ''}`}
      >
        {maySearch && (
          <ButtonLink to={PATHS.flights} kind="main" icon={takeoff}>
            {frame.pages.flights}
          </ButtonLink>
        )}
      </PageHead>
      <div className={css.page}>
        <FirstSteps className={css.whole} />
        <Activation className={css.whole} />
        <OpenDisputes className={css.whole} />
        <MandateTasks className={css.whole} />
        <Warnings className={css.whole} />
        {seesReports && <Board className={css.wide} now={now} />}
        {seesWallet && <Purse className={css.narrow} />}
        {seesReports && <Sales className={css.wide} />}
        {seesInvoices && <Owed className={css.narrow} />}
        {seesBookings && <Recent className={css.wide} />}
        {seesReports && <Departures className={css.narrow} />}
      </div>
    </>
  )
}
