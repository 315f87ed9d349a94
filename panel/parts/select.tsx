// A native select, which phones and screen readers know.
import type { ComponentProps } from 'react'
import { cx } from '../logic/class-names.ts'
import css from './field.module.css'
import { Field, type FieldProps, splitField } from './field.tsx'

export interface Choice<V extends string = string> {
  readonly value: V
  readonly label: string
}

export interface SelectProps extends Omit<ComponentProps<'select'>, 'className'>, FieldProps {
  readonly choices: readonly Choice[]
  /** The label of the empty choice, whose value is ''. */
  readonly none?: string
  readonly isSmall?: boolean
}

export function Select(props: SelectProps) {
  const { field, rest } = splitField(props)
  const { choices, none, isSmall, ...select } = rest
  return (
    <Field {...field}>
      {(control) => (
        <div className={cx(css.box, isSmall && css.small)}>
          <select {...select} {...control} className={css.control}>
            {none !== undefined && <option value="">{none}</option>}
            {choices.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </div>
      )}
    </Field>
  )
}
