// The time left until a deadline, by the team's clock.
import { leftText, timeLeft } from '../logic/time-left.ts'
import { useWords } from '../words/language.tsx'
import { partWords } from '../words/parts.ts'
import { useFormats } from './use-formats.tsx'

export function TimeLeft({ until, now }: { until: string; now: Date }) {
  const words = useWords(partWords)
  const formats = useFormats()
  const { minutes, isOver } = timeLeft(until, now)
  return (
    <time dateTime={until} title={formats.stamp(until)}>
      {isOver ? words.overdue : leftText(minutes, words.days)}
    </time>
  )
}
