// Pix Automático of a recurring invoice: what its client allowed, the debits so far, and how to cancel it.
import { debitObstacle } from '../../../contract/phrases/debit-refusals.ts'
import type { Row } from '../../api/operations.ts'
import { useChange } from '../../api/use-change.ts'
import { usePreferences } from '../../api/use-preferences.ts'
import { useRead } from '../../api/use-read.ts'
import { usePermission } from '../../api/use-team.ts'
import { PATHS } from '../../logic/paths.ts'
import { Amount } from '../../parts/amount.tsx'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { ConfirmButton } from '../../parts/confirm-button.tsx'
import { DateTime, Day } from '../../parts/date-time.tsx'
import { failureText } from '../../parts/failure-text.ts'
import { KeyValues } from '../../parts/key-values.tsx'
import { Link } from '../../parts/link.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Status } from '../../parts/status.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { toast } from '../../parts/toast.tsx'
import { useLanguage, useWords } from '../../words/language.tsx'
import { partWords } from '../../words/parts.ts'
import css from './invoicing.module.css'
import { mandateWords } from './mandate-words.ts'

type Mandate = Row<'mandates.list'>

const KINDS = { created: 'wait', active: 'ok', rejected: 'bad', expired: 'mute', cancelled: 'mute' } as const
const DEBIT_KINDS = {
  requested: 'wait',
  scheduled: 'info',
  retrying: 'wait',
  paid: 'ok',
  failed: 'bad',
  cancelled: 'mute',
} as const

export function MandateStatus({ of }: { of: Pick<Mandate, 'status'> }) {
  return <Status kind={KINDS[of.status]}>{useWords(mandateWords).statuses[of.status]}</Status>
}

export function MandateCard({ recurringId }: { recurringId: string }) {
  const words = useWords(mandateWords)
  const result = useRead('mandates.list', { query: { recurring_invoice_id: recurringId, limit: 1 } })
  return (
    <Card title={words.title}>
      <Loaded result={result}>
        {({ items: [mandate] }) =>
          mandate === undefined ? <p className="quiet">{words.notYet}</p> : <MandateFacts of={mandate} />
        }
      </Loaded>
    </Card>
  )
}

function MandateFacts({ of }: { of: Mandate }) {
  const words = useWords(mandateWords)
  const { accepted_at: accepted, ended_at: ended, ends_on: until, ended_by: by } = of
  return (
    <div className={css.page}>
      <KeyValues
        rows={[
          [words.status, <MandateStatus key="status" of={of} />],
          [words.amount, <Amount key="amount" of={of.amount} />],
          [words.frequency, words.frequencies[of.frequency]],
          [words.starts, <Day key="starts" of={of.starts_on} kind="date" />],
          [words.until, until && <Day key="until" of={until} kind="date" />],
          [words.since, accepted && <DateTime key="since" at={accepted} kind="stamp" />],
          [words.retries, words.retryChoices[of.retries]],
          [words.ended, ended && <DateTime key="ended" at={ended} kind="stamp" />],
          [words.endedBy, by && words.enders[by]],
        ]}
      />
      {of.status === 'created' && <p className="quiet">{words.offer}</p>}
      <Debits of={of} />
      <MandateActions of={of} />
    </div>
  )
}

function Debits({ of: { charges } }: { of: Mandate }) {
  const words = useWords(mandateWords)
  const columns: Column<Mandate['charges'][number]>[] = [
    {
      name: 'due',
      head: words.due,
      cell: ({ due_date: day }) => <Day of={day} kind="date" />,
      phone: 'title',
    },
    {
      name: 'status',
      head: words.status,
      cell: (charge) => <DebitStatus of={charge} />,
      isWide: true,
      phone: 'main',
    },
    {
      name: 'invoice',
      head: words.see,
      cell: ({ invoice_id: id }) => <Link to={PATHS.invoice(id)}>{words.see}</Link>,
      phone: 'rest',
    },
    {
      name: 'amount',
      head: words.amount,
      cell: ({ amount }) => <Amount of={amount} />,
      isEnd: true,
      phone: 'side',
    },
  ]
  if (charges.length === 0) return <p className="quiet">{words.noDebits}</p>
  return <Table caption={words.debits} columns={columns} rows={charges} keyOf={({ invoice_id: id }) => id} />
}

function DebitStatus({ of: { status, attempts, obstacle } }: { of: Mandate['charges'][number] }) {
  const words = useWords(mandateWords)
  const language = useLanguage() === 'pt' ? 'pt-BR' : 'en'
  const refused = attempts.findLast((attempt) => attempt.status === 'refused')
  return (
    <>
      <Status kind={DEBIT_KINDS[status]}>{words.debitStatuses[status]}</Status>
      {obstacle && <p className="quiet">{debitObstacle(obstacle, refused?.code, language)}</p>}
    </>
  )
}

function MandateActions({ of: { id, status, charges } }: { of: Mandate }) {
  const words = useWords(mandateWords)
  const refreshes = ['mandates', 'invoices']
  const mayWrite = usePermission('recurringInvoices.write')
  const cancel = useChange('mandates.cancel', {
    refreshes,
    onDone: () => toast({ text: words.cancelled }),
  })
  const isLive = status === 'created' || status === 'active'
  return (
    <>
      {mayWrite && isLive && (
        <ConfirmButton
          verb={words.cancel}
          title={words.cancelTitle}
          change={cancel}
          request={{ params: { id } }}
          isDanger
        >
          <p>{words.cancelText}</p>
        </ConfirmButton>
      )}
      <TestActions
        id={id}
        status={status}
        isScheduled={charges[0]?.attempts.at(-1)?.status === 'scheduled'}
      />
    </>
  )
}

/** In test mode: what the client does in the bank's app, and a bank that refuses. */
function TestActions({
  id,
  status,
  isScheduled,
}: {
  id: string
  status: Mandate['status']
  isScheduled: boolean
}) {
  const words = useWords(mandateWords)
  const parts = useWords(partWords)
  const isTest = usePreferences().mode === 'test'
  const mayPlay = usePermission('sandbox.write')
  const options = { refreshes: ['mandates', 'invoices'] }
  const accept = useChange('testMandates.accept', options)
  const refuse = useChange('testMandates.refuse', options)
  const cancel = useChange('testMandates.cancel', options)
  const refuseDebit = useChange('testMandates.refuseDebit', options)
  if (!isTest || !mayPlay) return null
  const onError = (error: Error) => toast({ kind: 'bad', text: failureText(error, parts).text })
  const request = { params: { id } }
  return (
    <>
      {status === 'created' && (
        <>
          <Button isBusy={accept.isPending} onClick={() => accept.mutate(request, { onError })}>
            {words.testAccept}
          </Button>
          <Button isBusy={refuse.isPending} onClick={() => refuse.mutate(request, { onError })}>
            {words.testRefuse}
          </Button>
        </>
      )}
      {status === 'active' && isScheduled && (
        <Button isBusy={refuseDebit.isPending} onClick={() => refuseDebit.mutate(request, { onError })}>
          {words.testRefuseDebit}
        </Button>
      )}
      {status === 'active' && (
        <Button isBusy={cancel.isPending} onClick={() => cancel.mutate(request, { onError })}>
          {words.testCancel}
        </Button>
      )}
    </>
  )
}
