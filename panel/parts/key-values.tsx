// A list of names and values; empty values are left out.
import type { ReactNode } from 'react'
import css from './key-values.module.css'

export type KeyValue = readonly [name: string, value: ReactNode]

export function KeyValues({ rows }: { rows: readonly KeyValue[] }) {
  const known = rows.filter(
    ([, value]) => value !== undefined && value !== null && value !== false && value !== '',
  )
  return (
    <dl className={css.list}>
      {known.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
