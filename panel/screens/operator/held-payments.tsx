// Received payments that were not credited: the operator accepts or rejects each.
import type { Row } from '../../api/operations.ts'
import { useChange } from '../../api/use-change.ts'
import { useRead } from '../../api/use-read.ts'
import { Amount } from '../../parts/amount.tsx'
import { ConfirmButton } from '../../parts/confirm-button.tsx'
import { DateTime } from '../../parts/date-time.tsx'
import { Badge, Status, type StatusKind } from '../../parts/status.tsx'
import type { Column } from '../../parts/table.tsx'
import { toast } from '../../parts/toast.tsx'
import { useFormats } from '../../parts/use-formats.tsx'
import { useWords } from '../../words/language.tsx'
import css from './operator.module.css'
import { ShownList, useShown } from './shown-list.tsx'
import { operatorWords } from './words.ts'

type Held = Row<'installation.heldPayments'>

const KINDS: Readonly<Record<Held['status'], StatusKind>> = { held: 'wait', accepted: 'ok', refused: 'mute' }

export function HeldPayments() {
  const words = useWords(operatorWords)
  const shown = useShown()
  const { list, isAll } = shown
  const result = useRead(
    'installation.heldPayments',
    { query: { page: list.page, ...(isAll && { all: true }) } },
    { keepsPrevious: true },
  )
  const { data: teams } = useRead('installation.teams', { query: { limit: 100 } })
  const nameOf = (id: string) => teams?.items.find((team) => team.id === id)?.name ?? id
  const columns: Column<Held>[] = [
    {
      name: 'team',
      head: words.team,
      cell: ({ team_id: id, mode }) => (
        <>
          {nameOf(id)} {mode === 'test' && <Badge>{words.test}</Badge>}
        </>
      ),
      phone: 'title',
    },
    {
      name: 'reason',
      head: words.reason,
      cell: ({ reason, payment_id: id }) => (
        <span className={css.about}>
          {words.reasons[reason]}
          <small className="code">{id}</small>
        </span>
      ),
      isWide: true,
      phone: 'main',
    },
    { name: 'paid', head: words.paidAt, cell: ({ paid_at: at }) => <DateTime at={at} kind="stamp" /> },
    {
      name: 'status',
      head: words.state,
      cell: ({ status }) => <Status kind={KINDS[status]}>{words.statuses[status]}</Status>,
      phone: 'state',
    },
    {
      name: 'amount',
      head: words.amount,
      cell: ({ amount }) => <Amount of={amount} isStrong />,
      isEnd: true,
      phone: 'side',
    },
    {
      name: 'decide',
      head: words.decide,
      cell: (held) => held.status === 'held' && <Decide of={held} team={nameOf(held.team_id)} />,
      isEnd: true,
      phone: 'rest',
    },
  ]
  return (
    <ShownList
      title={words.payments}
      {...{ result, columns, shown }}
      some={words.waiting}
      all={words.allPayments}
      none={{ title: words.noPayments, text: words.noPaymentsText }}
      noRows={words.noneEver}
    />
  )
}

interface DecideProps {
  readonly of: Row<'installation.heldPayments'>
  readonly team: string
}

/** The two decisions about a held payment; neither can be undone. */
function Decide({ of: { id, amount, payment_id: payment }, team }: DecideProps) {
  const words = useWords(operatorWords)
  const formats = useFormats()
  const then = (text: string) => ({
    refreshes: ['installation', 'wallet'],
    onDone: () => toast({ text }),
  })
  const accept = useChange('installation.acceptPayment', then(words.accepted))
  const reject = useChange('installation.refusePayment', then(words.refused))
  const request = { params: { id } }
  const money = formats.money(amount)
  return (
    <span className={css.ways}>
      <ConfirmButton verb={words.refuse} title={words.refuseTitle} change={reject} request={request} isSmall>
        <p>{words.refuseText(money, payment)}</p>
      </ConfirmButton>
      <ConfirmButton
        verb={words.accept}
        title={words.acceptTitle}
        change={accept}
        request={request}
        isDanger={false}
        isSmall
      >
        <p>{words.acceptText(money, team)}</p>
      </ConfirmButton>
    </span>
  )
}
