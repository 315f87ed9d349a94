// A progress bar: of a running job, or a part of a whole.
import type { ReactNode } from 'react'
import css from './progress.module.css'

export interface ProgressProps {
  readonly label: string
  /** From 0 to 1; undefined if unknown. */
  readonly value: number | undefined
  readonly text?: ReactNode
}

export function Progress({ label, value, text }: ProgressProps) {
  const percent = value === undefined ? undefined : Math.round(Math.min(1, Math.max(0, value)) * 100)
  return (
    <div>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        className={css.track}
      >
        <i style={{ width: `${percent ?? 30}%` }} />
      </div>
      {text !== undefined && <div className={css.text}>{text}</div>}
    </div>
  )
}
