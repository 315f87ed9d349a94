// A single-line input with an optional icon or affix.
import type { ComponentProps, ReactNode } from 'react'
import { cx } from '../logic/class-names.ts'
import type { IconShapes } from '../logic/icon-shapes.ts'
import css from './field.module.css'
import { Field, type FieldProps, splitField } from './field.tsx'
import { Icon } from './icon.tsx'

export interface InputProps extends Omit<ComponentProps<'input'>, 'className'>, FieldProps {
  readonly icon?: IconShapes
  readonly before?: ReactNode
  readonly after?: ReactNode
  readonly isCode?: boolean
  readonly isNumber?: boolean
  readonly isSmall?: boolean
}

export function Input(props: InputProps) {
  const { field, rest } = splitField(props)
  const { icon, before, after, isCode, isNumber, isSmall, ...input } = rest
  return (
    <Field {...field}>
      {(control) => (
        <div className={cx(css.box, isSmall && css.small)}>
          {icon && <Icon of={icon} size={16} />}
          {before !== undefined && <span className={css.affix}>{before}</span>}
          <input
            type="text"
            {...input}
            {...control}
            className={cx(css.control, isCode && 'code', isNumber && css.number)}
          />
          {after !== undefined && <span className={css.affix}>{after}</span>}
        </div>
      )}
    </Field>
  )
}
