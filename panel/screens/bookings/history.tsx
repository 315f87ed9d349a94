// The history of a booking: events, money, mails and notes, newest first.
import type { ResponseOf } from '../../api/operations.ts'
import { useRead } from '../../api/use-read.ts'
import { Card } from '../../parts/card.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import type { StatusKind } from '../../parts/status.tsx'
import { Timeline } from '../../parts/timeline.tsx'
import { useWords } from '../../words/language.tsx'
import { recordWords } from '../../words/records.ts'
import { useTranslate } from '../../words/translate.ts'
import { bookingWords } from './words.ts'

type Entry = ResponseOf<'bookings.timeline'>[number]
type Words = (typeof bookingWords)['pt']

const KINDS = new Map<string, StatusKind>([
  ['booking.ticketed', 'ok'],
  ['booking.failed', 'bad'],
  ['booking.expired', 'bad'],
  ['booking.cancelled', 'wait'],
])

export function History({ id }: { id: string }) {
  const words = useWords(bookingWords)
  const { mailStatuses } = useWords(recordWords)
  const translate = useTranslate()
  const result = useRead('bookings.timeline', { params: { id } })
  const states = new Map<string, string>(Object.entries(mailStatuses))
  return (
    <Card title={words.timeline}>
      <Loaded result={result}>
        {(entries) => (
          <Timeline
            timelineEntries={entries.toReversed().map((entry) => {
              const kind = KINDS.get(entry.name)
              const named = entry.kind === 'note' ? { ...entry, name: translate(entry.name) } : entry
              const text = entry.kind === 'email' ? entry.name : undefined
              return {
                id: entry.id,
                at: entry.at,
                name: nameOf(named, words, states),
                ...(text !== undefined && { text }),
                ...(kind !== undefined && { kind }),
              }
            })}
          />
        )}
      </Loaded>
    </Card>
  )
}

function nameOf(
  { kind, name, status = '' }: Entry,
  words: Words,
  mailStates: ReadonlyMap<string, string>,
): string {
  if (kind === 'email') return words.mailEntry(mailStates.get(status) ?? status)
  if (kind === 'note') return words.noteEntry(name)
  return new Map<string, string>(Object.entries(words.events)).get(name) ?? name
}
