// Sends again what failed in a period.
import { useState } from 'react'
import { useChange } from '../../api/use-change.ts'
import { useNow } from '../../api/use-team.ts'
import { Button } from '../../parts/button.tsx'
import { Confirm } from '../../parts/confirm.tsx'
import { Select } from '../../parts/select.tsx'
import { toast } from '../../parts/toast.tsx'
import { useWords } from '../../words/language.tsx'
import { developerWords } from './words.ts'

const DAY_MS = 24 * 60 * 60 * 1_000
const PERIODS = { day: DAY_MS, week: 7 * DAY_MS, month: 30 * DAY_MS } as const
const NAMES = ['day', 'week', 'month'] as const

export function ReplayRange({ id }: { id: string }) {
  const words = useWords(developerWords)
  const now = useNow()
  const [isOpen, setOpen] = useState(false)
  const [period, setPeriod] = useState<(typeof NAMES)[number]>('day')
  const [sent, setSent] = useState(0)
  const { mutate, isPending, error } = useChange('deliveries.replayRange', {
    refreshes: ['deliveries', 'webhooks'],
  })
  /** A call replays so many; it is sent again until there are no more. */
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
    // The clock was read a while ago: what failed since then belongs to it too.
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
