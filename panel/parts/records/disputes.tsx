// Open disputes of card payments as tasks: what to send to the bank, until when, and whether it was sent.
import { disputeReason } from '../../../contract/phrases/dispute-reasons.ts'
import type { Row } from '../../api/operations.ts'
import { useChange } from '../../api/use-change.ts'
import { useRead } from '../../api/use-read.ts'
import { useNow, usePermission } from '../../api/use-team.ts'
import { PATHS } from '../../logic/paths.ts'
import { cardWords } from '../../words/cards.ts'
import { useLanguage, useWords } from '../../words/language.tsx'
import { partWords } from '../../words/parts.ts'
import { Button } from '../button.tsx'
import { Card } from '../card.tsx'
import { failureText } from '../failure-text.ts'
import { Link } from '../link.tsx'
import { Status } from '../status.tsx'
import { toast } from '../toast.tsx'
import { useFormats } from '../use-formats.tsx'
import css from './disputes.module.css'

type Dispute = Row<'disputes.list'>

const SHOWN = 50
const KINDS = { open: 'bad', won: 'ok', lost: 'mute' } as const

/** The card of the first screen; nothing if no dispute is open. */
export function OpenDisputes({ className }: { className?: string | undefined }) {
  const mayRead = usePermission('invoices.read')
  return mayRead && <AllOpen className={className} />
}

function AllOpen({ className }: { className: string | undefined }) {
  const words = useWords(cardWords)
  const { data } = useRead(
    'disputes.list',
    { query: { status: 'open', limit: SHOWN } },
    { keepsPrevious: true },
  )
  if (data === undefined || data.items.length === 0) return null
  return (
    <Card title={words.disputeTitle} sub={words.disputeText} className={className}>
      <ul className={css.list}>
        {data.items.map((dispute) => (
          <li key={dispute.id}>
            <Task of={dispute} hasLink />
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** On the page of an invoice: all of its disputes. */
export function DisputesOf({ invoiceId }: { invoiceId: string }) {
  const words = useWords(cardWords)
  const { data } = useRead('disputes.list', { query: { invoice_id: invoiceId, limit: SHOWN } })
  if (data === undefined || data.items.length === 0) return null
  return (
    <Card title={words.dispute}>
      <ul className={css.list}>
        {data.items.map((dispute) => (
          <li key={dispute.id}>
            <Task of={dispute} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Task({ of: dispute, hasLink = false }: { of: Dispute; hasLink?: boolean }) {
  const words = useWords(cardWords)
  const language = useLanguage() === 'en' ? 'en' : 'pt-BR'
  const formats = useFormats()
  const { status, reason, evidence, answer_by: day, amount, invoice_id: invoiceId } = dispute
  const { uncovered_amount: uncovered } = dispute
  const now = useNow()
  const isLate = day !== null && now !== undefined && formats.isoDay(now) > day
  return (
    <div className={css.task}>
      <p>
        <b>{words.amountOf(formats.money(amount))}</b>{' '}
        <Status kind={KINDS[status]}>{words.disputes[status]}</Status>
      </p>
      {uncovered > 0 && <p>{words.uncovered(formats.money(uncovered))}</p>}
      {status === 'open' && (
        <>
          {!hasLink && <p>{words.disputeText}</p>}
          <p>
            <b>{day === null ? words.noDeadline : words.answerBy(formats.date(day))}</b>
            {isLate && ` (${words.tooLate})`}
          </p>
          <p>{words.send}</p>
          <ul>
            {evidence.map((one) => (
              <li key={one}>{words.evidence[one]}</li>
            ))}
          </ul>
          {reason !== null && <p className="quiet">{words.bankReason(disputeReason(reason, language))}</p>}
          <Sent of={dispute} />
        </>
      )}
      {hasLink && <InvoiceLink id={invoiceId} />}
    </div>
  )
}

/** Whose invoice it is, as far as it is loaded. */
function InvoiceLink({ id }: { id: string }) {
  const words = useWords(cardWords)
  const { data } = useRead('invoices.read', { params: { id } })
  const name = data && `: ${[data.client.full_name, data.number].filter(Boolean).join(', ')}`
  return (
    <Link to={PATHS.invoice(id)}>
      {words.open}
      {name}
    </Link>
  )
}

function Sent({ of: { id, documents_sent_at: at } }: { of: Dispute }) {
  const words = useWords(cardWords)
  const parts = useWords(partWords)
  const formats = useFormats()
  const mayWrite = usePermission('invoices.write')
  const change = useChange('disputes.update', { refreshes: ['disputes'] })
  const note = (documents_sent: boolean) =>
    change.mutate(
      { params: { id }, body: { documents_sent } },
      { onError: (error: Error) => toast({ kind: 'bad', text: failureText(error, parts).text }) },
    )
  return (
    <div className={css.acts}>
      {at !== null && <span>{words.sentAt(formats.moment(at))}</span>}
      {mayWrite && (
        <Button isSmall isBusy={change.isPending} onClick={() => note(at === null)}>
          {at === null ? words.sent : words.takeBack}
        </Button>
      )}
    </div>
  )
}
