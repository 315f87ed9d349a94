// The totals below items, with the main one largest.
import { Amount } from '../../parts/amount.tsx'
import css from './invoicing.module.css'

export interface Sum {
  readonly name: string
  readonly amount: string | number
  readonly isMain?: boolean
}

export function Sums({ of }: { of: readonly Sum[] }) {
  return (
    <dl className={css.sums} aria-live="polite">
      {of.map(({ name, amount, isMain }) => (
        <div key={name} data-main={isMain}>
          <dt>{name}</dt>
          <dd>
            <Amount of={amount} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
