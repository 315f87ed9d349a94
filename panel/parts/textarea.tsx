// A multi-line text field.
import type { ComponentProps } from 'react'
import css from './field.module.css'
import { Field, type FieldProps, splitField } from './field.tsx'

export function Textarea(props: Omit<ComponentProps<'textarea'>, 'className'> & FieldProps) {
  const { field, rest } = splitField(props)
  return (
    <Field {...field}>
      {(control) => (
        <div className={css.box}>
          <textarea {...rest} {...control} className={css.control} />
        </div>
      )}
    </Field>
  )
}
