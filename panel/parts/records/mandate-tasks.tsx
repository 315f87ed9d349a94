// Tasks of Pix Automático: debits that failed, and mandates that their clients or banks ended.
import { debitObstacle } from '../../../contract/phrases/debit-refusals.ts'
import type { Row } from '../../api/operations.ts'
import { useRead } from '../../api/use-read.ts'
import { usePermission } from '../../api/use-team.ts'
import { PATHS } from '../../logic/paths.ts'
import { useLanguage, useWords } from '../../words/language.tsx'
import { mandateTaskWords } from '../../words/mandate-tasks.ts'
import { Card } from '../card.tsx'
import { Link } from '../link.tsx'
import { useFormats } from '../use-formats.tsx'
import css from './disputes.module.css'

type Mandate = Row<'mandates.list'>
type Debit = Mandate['charges'][number]

const SHOWN = 50

/** The card of the first screen; nothing if no mandate asks for attention. */
export function MandateTasks({ className }: { className?: string | undefined }) {
  const mayRead = usePermission('recurringInvoices.read')
  return mayRead && <AllTasks className={className} />
}

function AllTasks({ className }: { className: string | undefined }) {
  const words = useWords(mandateTaskWords)
  const { data } = useRead(
    'mandates.list',
    { query: { needs_attention: true, limit: SHOWN } },
    { keepsPrevious: true },
  )
  if (data === undefined || data.items.length === 0) return null
  return (
    <Card title={words.title} sub={words.sub} className={className}>
      <ul className={css.list}>
        {data.items.map((mandate) => (
          <li key={mandate.id} className={css.task}>
            {mandate.charges
              .filter(({ status, is_owed: isOwed }) => status === 'failed' && isOwed)
              .map((debit) => (
                <FailedDebit key={debit.invoice_id} of={debit} mandate={mandate} />
              ))}
            {mandate.status === 'cancelled' && <Ended of={mandate} />}
          </li>
        ))}
      </ul>
    </Card>
  )
}

function FailedDebit({ of, mandate }: { of: Debit; mandate: Mandate }) {
  const words = useWords(mandateTaskWords)
  const formats = useFormats()
  const language = useLanguage() === 'en' ? 'en' : 'pt-BR'
  const refused = of.attempts.findLast(({ status }) => status === 'refused')
  return (
    <div className={css.task}>
      <p>
        <b>{words.failed(mandate.client.full_name, formats.money(of.amount))}</b>
      </p>
      <p>
        {of.obstacle !== null && debitObstacle(of.obstacle, refused?.code, language)}{' '}
        {words.due(formats.date(of.due_date))}
      </p>
      <Link to={PATHS.invoice(of.invoice_id)}>{words.openInvoice}</Link>
    </div>
  )
}

function Ended({ of }: { of: Mandate }) {
  const words = useWords(mandateTaskWords)
  return (
    <div className={css.task}>
      <p>
        <b>{words.ended(of.client.full_name)}</b>
      </p>
      <p>
        {of.ended_by !== null && words.endedBy[of.ended_by]} {words.again} {words.letGo}
      </p>
      <Link to={PATHS.recurringInvoice(of.recurring_invoice_id)}>{words.openRecurring}</Link>
    </div>
  )
}
