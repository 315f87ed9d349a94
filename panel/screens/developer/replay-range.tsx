// Sends failed deliveries of a period again.
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
