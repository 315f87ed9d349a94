// An amount of money, exactly as the API sent it.
import { cx } from '../logic/class-names.ts'
import css from './amount.module.css'
import { useFormats } from './use-formats.tsx'

export interface AmountProps {
  readonly of: string | number
  readonly currency?: string
  readonly isStrong?: boolean
  /** Incoming money, with a plus sign and in green. */
  readonly isIn?: boolean
}

export function Amount({ of, currency, isStrong, isIn }: AmountProps) {
  const text = useFormats().money(of, currency)
  return (
    <span className={cx(css.amount, isStrong && css.strong, isIn && css.in)}>
      {isIn ? `+ ${text}` : text}
    </span>
  )
}
