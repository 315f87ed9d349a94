// The delivery log of a webhook.
import { useState } from 'react'
import type { Row } from '../../api/operations.ts'
import { useChange } from '../../api/use-change.ts'
import { useRead } from '../../api/use-read.ts'
import { useNow, usePermission } from '../../api/use-team.ts'
import { Button } from '../../parts/button.tsx'
import { Confirm } from '../../parts/confirm.tsx'
import { DateTime } from '../../parts/date-time.tsx'
import { ListCard } from '../../parts/list-card.tsx'
import { NameFilter } from '../../parts/list-filters.tsx'
import { Select } from '../../parts/select.tsx'
import type { Column } from '../../parts/table.tsx'
import { toast } from '../../parts/toast.tsx'
import { useFilters } from '../../parts/use-filters.ts'
import { useWords } from '../../words/language.tsx'
import { DeliveryDrawer } from './delivery.tsx'
import { DELIVERY_STATUSES, DeliveryStatus } from './delivery-status.tsx'
import { EventFilters } from './event-filters.tsx'
import type { Webhook } from './webhook-status.tsx'
import { developerWords } from './words.ts'

type Delivery = Row<'deliveries.list'>

export function Deliveries({ of: { id }, pollMs }: { of: Webhook; pollMs: number }) {
  const words = useWords(developerWords)
  const [shown, setShown] = useState<string | null>(null)
  const mayWrite = usePermission('webhooks.write')
  const list = useFilters(['type', 'status', 'start_date', 'end_date'])
  const { filters, page, set } = list
  const { status: chosen, ...others } = filters
  // A delivery that failed and will be retried has the status `waiting`; the filter for failures includes it.
  const status = DELIVERY_STATUSES.find((one) => one === chosen && one !== 'failed')
  const has_failed = chosen === 'failed' ? true : undefined
  const result = useRead(
    'deliveries.list',
    { params: { id }, query: { ...others, status, has_failed, page } },
    { keepsPrevious: true, pollMs },
  )
  const columns: Column<Delivery>[] = [
    {
      name: 'type',
      head: words.type,
      cell: (delivery) => (
        <Button kind="text" className="code" onClick={() => setShown(delivery.id)}>
          {delivery.type}
        </Button>
      ),
      isWide: true,
      phone: 'title',
    },
    { name: 'when', head: words.when, cell: ({ created_at: at }) => <DateTime at={at} />, phone: 'main' },
    { name: 'attempts', head: words.attempts, cell: ({ attempts }) => attempts, isEnd: true },
    {
      name: 'status',
      head: words.status,
      cell: (delivery) => <DeliveryStatus of={delivery} />,
      phone: 'state',
    },
  ]
  const statuses = (
    <NameFilter
      label={words.status}
      none={words.everyStatus}
      names={words.deliveryStatuses}
      value={filters.status}
      onChange={(name) => set({ status: name })}
    />
  )
  return (
    <>
      <ListCard
        title={words.deliveries}
        action={mayWrite && <ReplayRange id={id} />}
        result={result}
        columns={columns}
        keyOf={(delivery) => delivery.id}
        list={list}
        none={{ title: words.noneYet, text: words.noneYetText }}
        noMatch={words.noneFits}
        filters={
          <>
            <EventFilters list={list} />
            {statuses}
          </>
        }
      />
      <DeliveryDrawer webhookId={id} id={shown} onClose={() => setShown(null)} />
    </>
  )
}

const DAY_MS = 24 * 60 * 60 * 1_000
const PERIODS = { day: DAY_MS, week: 7 * DAY_MS, month: 30 * DAY_MS } as const
const NAMES = ['day', 'week', 'month'] as const

/** Sends failed deliveries of a period again. */
function ReplayRange({ id }: { id: string }) {
  const words = useWords(developerWords)
  const now = useNow()
  const [isOpen, setOpen] = useState(false)
  const [period, setPeriod] = useState<(typeof NAMES)[number]>('day')
  const [sent, setSent] = useState(0)
  const { mutate, isPending, error } = useChange('deliveries.replayRange', {
    refreshes: ['deliveries', 'webhooks'],
  })
  /** One call replays a limited number, so calls repeat until none are left. */
  const send = (from: string, to: string, before = 0): void =>
    mutate(
      { params: { id }, body: { from, to } },
      {
        onSuccess: ({ replayed, complete }) => {
          const count = before + replayed
          setSent(complete ? 0 : count)
          if (!complete) return send(from, to, count)
          setOpen(false)
          toast({ text: words.replayedCount(count) })
        },
      },
    )
  const begin = (now: Date) => {
    const at = (ms: number) => new Date(now.getTime() + ms).toISOString()
    // The clock was read earlier: later failures belong to the period too.
    send(at(-PERIODS[period]), at(DAY_MS))
  }
  return (
    <>
      <Button isSmall onClick={() => setOpen(true)}>
        {words.replayRange}
      </Button>
      <Confirm
        title={words.replayRange}
        verb={words.replay}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        onConfirm={() => now && begin(now)}
        isBusy={isPending}
        error={error}
      >
        <p>{words.replayRangeText}</p>
        {sent > 0 && <p role="status">{words.replayedCount(sent)}</p>}
        <Select
          label={words.period}
          choices={NAMES.map((value) => ({ value, label: words.periods[value] }))}
          value={period}
          onChange={({ target }) => setPeriod(NAMES.find((name) => name === target.value) ?? 'day')}
        />
      </Confirm>
    </>
  )
}
