// Two days that belong together: the calendar of the first leads on to the second.
import { DateField } from './date-field.tsx'

export interface DateRangeProps {
  readonly startLabel: string
  readonly endLabel: string
  readonly start: string
  readonly end: string
  readonly min: string
  readonly startError?: string | undefined
  readonly endError?: string | undefined
  readonly onChange: (start: string, end: string) => void
}

export function DateRange({ startError, endError, min, onChange, ...days }: DateRangeProps) {
  const { startLabel, endLabel, start, end } = days
  const range = { ...days, onRange: onChange }
  return (
    <>
      <DateField
        label={startLabel}
        about="future"
        min={min}
        value={start}
        error={startError}
        range={{ ...range, part: 'start' }}
        onChange={({ target }) => onChange(target.value, end)}
      />
      <DateField
        label={endLabel}
        about="future"
        min={start > min ? start : min}
        value={end}
        error={endError}
        range={{ ...range, part: 'end' }}
        onChange={({ target }) => onChange(start, target.value)}
      />
    </>
  )
}
