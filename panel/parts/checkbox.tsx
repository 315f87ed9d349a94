// Checkbox, radio buttons and switch: native controls in the panel's style.
import type { ComponentProps, ReactNode } from 'react'
import { cx } from '../logic/class-names.ts'
import css from './checkbox.module.css'

interface MarkProps extends Omit<ComponentProps<'input'>, 'type' | 'className'> {
  readonly label: ReactNode
  readonly hint?: ReactNode
  readonly className?: string | undefined
}

export function Checkbox(props: MarkProps) {
  return <Mark {...props} type="checkbox" look={css.mark} />
}

export function Radio(props: MarkProps) {
  return <Mark {...props} type="radio" look={css.mark} />
}

/** Takes effect at once, while a checkbox waits for its form. */
export function Switch(props: MarkProps) {
  return <Mark {...props} type="checkbox" role="switch" look={css.switch} />
}

function Mark({
  label,
  hint,
  className,
  look,
  ...input
}: MarkProps & { type: string; look: string | undefined }) {
  return (
    <label className={cx(css.row, className)}>
      <input {...input} className={look} />
      <span>
        {label}
        {hint !== undefined && <small>{hint}</small>}
      </span>
    </label>
  )
}
