// The recharges, pending ones first.
import wallet from 'icon:wallet'
import type { Row } from '../../api/operations.ts'
import { useRead } from '../../api/use-read.ts'
import { PATHS } from '../../logic/paths.ts'
import { Amount } from '../../parts/amount.tsx'
import { Button } from '../../parts/button.tsx'
import { DateTime } from '../../parts/date-time.tsx'
import { ListCard } from '../../parts/list-card.tsx'
import { NameFilter } from '../../parts/list-filters.tsx'
import { Badge } from '../../parts/status.tsx'
import type { Column } from '../../parts/table.tsx'
import type { FiltersOf } from '../../parts/use-filters.ts'
import { useWords } from '../../words/language.tsx'
import { RechargeStatus } from './recharge-status.tsx'
import css from './wallet.module.css'
import { walletWords } from './words.ts'

type Recharge = Row<'recharges.list'>

export interface RechargesProps {
  readonly list: Pick<FiltersOf<'status'>, 'filters' | 'set' | 'page' | 'setPage'>
  readonly onRecharge: (() => void) | undefined
}

const STATUSES = ['pending', 'completed', 'expired', 'failed', 'cancelled'] as const

export function Recharges({ list, onRecharge }: RechargesProps) {
  const words = useWords(walletWords)
  const status = STATUSES.find((one) => one === list.filters.status)
  const result = useRead('recharges.list', { query: { status, page: list.page } }, { keepsPrevious: true })
  return (
    <ListCard
      title={words.recharges}
      result={result}
      columns={columnsIn(words)}
      keyOf={({ id }) => id}
      linkOf={({ id }) => PATHS.recharge(id)}
      list={{ ...list, isFiltered: status !== undefined, clear: () => list.set({ status: '' }) }}
      none={{ title: words.noRecharges, text: words.noRechargesText, icon: wallet }}
      noMatch={words.noRechargeFits}
      create={onRecharge && <Button onClick={onRecharge}>{words.recharge}</Button>}
      filters={
        <NameFilter
          label={words.status}
          none={words.everyStatus}
          names={words.statuses}
          value={status ?? ''}
          onChange={(chosen) => list.set({ status: chosen })}
        />
      }
    />
  )
}

function columnsIn(words: (typeof walletWords)['pt']): Column<Recharge>[] {
  return [
    {
      name: 'method',
      head: words.method,
      cell: ({ payment_method: method }) => words.rechargeOf(words.methods[method]),
      isWide: true,
      phone: 'title',
    },
    {
      name: 'created',
      head: words.created,
      cell: ({ created_at: at }) => <DateTime at={at} />,
      phone: 'main',
    },
    {
      name: 'expires',
      head: words.expires,
      cell: ({ payment }) => payment && <DateTime at={payment.expires_at} />,
    },
    {
      name: 'status',
      head: words.status,
      cell: ({ status, held_amount: held }) => (
        <span className={css.kind}>
          <RechargeStatus of={status} />
          {held !== undefined && <Badge>{words.heldBadge}</Badge>}
        </span>
      ),
      phone: 'state',
    },
    {
      name: 'amount',
      head: words.amount,
      cell: ({ amount, paid_amount: paid }) => <Amount of={paid ?? amount} isStrong />,
      isEnd: true,
      phone: 'side',
    },
  ]
}
