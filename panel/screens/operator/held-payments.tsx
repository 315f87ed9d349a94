// Received payments that were not credited: the operator accepts or rejects each.
import type { Row } from '../../api/operations.ts'
import { useRead } from '../../api/use-read.ts'
import { Amount } from '../../parts/amount.tsx'
import { DateTime } from '../../parts/date-time.tsx'
import { Badge, Status, type StatusKind } from '../../parts/status.tsx'
import type { Column } from '../../parts/table.tsx'
import { useWords } from '../../words/language.tsx'
import { Decide } from './decide.tsx'
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
