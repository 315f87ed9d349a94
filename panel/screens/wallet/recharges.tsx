// Recharges, those that wait for their payment above all.
import wallet from 'icon:wallet'
import type { Row } from '../../api/operations.ts'
import { useRead } from '../../api/use-read.ts'
import { PATHS } from '../../kit/paths.ts'
import { Amount } from '../../parts/amount.tsx'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { DateTime } from '../../parts/date-time.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { FilterBar } from '../../parts/filter-bar.tsx'
import { List } from '../../parts/list.tsx'
import { Select } from '../../parts/select.tsx'
import type { Column } from '../../parts/table.tsx'
import type { FiltersOf } from '../../parts/use-filters.ts'
import { useWords } from '../../words/language.tsx'
import { walletWords } from '../../words/wallet.ts'
import { RechargeStatus } from './recharge-status.tsx'

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
    <Card title={words.recharges} isEdged>
      <FilterBar isFiltered={status !== undefined} onClear={() => list.set({ status: '' })}>
        <Select
          label={words.status}
          none={words.everyStatus}
          choices={STATUSES.map((value) => ({ value, label: words.statuses[value] }))}
          value={status ?? ''}
          onChange={({ target }) => list.set({ status: target.value })}
        />
      </FilterBar>
      <List
        caption={words.recharges}
        result={result}
        columns={columnsIn(words)}
        keyOf={({ id }) => id}
        linkOf={({ id }) => PATHS.recharge(id)}
        onPage={list.setPage}
        empty={
          status !== undefined ? (
            <EmptyState title={words.noRechargeFits} />
          ) : (
            <EmptyState title={words.noRecharges} text={words.noRechargesText} icon={wallet}>
              {onRecharge && <Button onClick={onRecharge}>{words.recharge}</Button>}
            </EmptyState>
          )
        }
      />
    </Card>
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
      cell: ({ status }) => <RechargeStatus of={status} />,
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
