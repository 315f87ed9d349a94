// A moment in the team's time zone, or a calendar day; the title holds the exact value.
import { useFormats } from './use-formats.tsx'

export interface DateTimeProps {
  readonly at: string
  readonly kind?: 'moment' | 'stamp' | 'time'
  readonly className?: string | undefined
}

export function DateTime({ at, kind = 'moment', className }: DateTimeProps) {
  const formats = useFormats()
  return (
    <time dateTime={at} title={`${formats.stamp(at)} (${formats.timeZone})`} className={className}>
      {formats[kind](at)}
    </time>
  )
}

/** `kind="date"` includes the year. */
export function Day({ of, kind = 'day' }: { of: string; kind?: 'day' | 'date' }) {
  const formats = useFormats()
  return <time dateTime={of}>{formats[kind](of)}</time>
}
