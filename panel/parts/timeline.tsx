// The history of an object, in order.
import type { ReactNode } from 'react'
import { DateTime } from './date-time.tsx'
import type { StatusKind } from './status.tsx'
import css from './timeline.module.css'

export interface TimelineEntry {
  readonly id: string
  readonly at: string
  readonly name: string
  /** The actor and further details. */
  readonly text?: ReactNode
  readonly kind?: StatusKind
}

export function Timeline({ timelineEntries }: { timelineEntries: readonly TimelineEntry[] }) {
  return (
    <ol className={css.line}>
      {timelineEntries.map(({ id, at, name, text, kind }) => (
        <li key={id} data-kind={kind}>
          <span className={css.name}>{name}</span>
          <span className={css.when}>
            <DateTime at={at} />
            {text !== undefined && <> · {text}</>}
          </span>
        </li>
      ))}
    </ol>
  )
}
