// What became of a thing, in order: every detail page has one.
import type { ReactNode } from 'react'
import { DateTime } from './date-time.tsx'
import type { StatusKind } from './status.tsx'
import css from './timeline.module.css'

export interface Happening {
  readonly id: string
  readonly at: string
  readonly name: string
  /** Who did it, and what else is to be said. */
  readonly text?: ReactNode
  readonly kind?: StatusKind
}

export function Timeline({ happenings }: { happenings: readonly Happening[] }) {
  return (
    <ol className={css.line}>
      {happenings.map(({ id, at, name, text, kind }) => (
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
