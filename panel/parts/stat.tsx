// A few figures side by side.
import type { ReactNode } from 'react'
import { cx } from '../logic/class-names.ts'
import css from './stat.module.css'

export interface Stat {
  readonly name: string
  readonly value: ReactNode
  readonly hint?: ReactNode
}

export function Stats({ stats, className }: { stats: readonly Stat[]; className?: string | undefined }) {
  return (
    <dl className={cx(css.stats, className)}>
      {stats.map(({ name, value, hint }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {value}
            {hint !== undefined && <small>{hint}</small>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
